import { z } from 'zod';
import { Count } from '../../../contracts/index.ts';
import type { GuardedAnswer } from '../../network/guarded-request.ts';
import { htmlToText } from '../documents/html-text.ts';
import { detectEncoding } from '../files/text-encoding.ts';
import { decodeBody } from './decode-body.ts';
import { FETCH_TEXT_CHARS_MAX } from './limits.ts';
import { prettyJson } from './pretty-json.ts';

/** What an answer says, by the kind of thing it is. */
export const PageContent = z.strictObject({
  kind: z.enum(['html', 'json', 'text', 'binary', 'empty']),
  title: z.string(),
  text: z.string(),
  /** Characters that did not fit into the text. */
  cut_chars: Count,
  /** Only a page of HTML has parts that readers do not see. */
  left_out: z.strictObject({ scripts: Count, hidden_elements: Count, hidden_chars: Count, comments: Count }).nullable(),
});
export type PageContent = z.infer<typeof PageContent>;

const TEXT_TYPES: ReadonlySet<string> = new Set(['application/xml', 'application/javascript', 'application/ecmascript', 'application/yaml', 'application/x-yaml', 'application/toml', 'application/sql', 'application/x-sh', 'application/x-ndjson', 'application/graphql', 'image/svg+xml']);

export async function readPage(answer: GuardedAnswer): Promise<PageContent> {
  if (answer.body.length === 0) return plain('empty', '');
  const kind = kindOf(answer);
  if (kind === 'binary') return plain('binary', '');
  const text = decodeBody(answer.body, answer.headers['content-type'] ?? '');
  if (kind === 'html') {
    const page = await htmlToText(text, { charsMax: FETCH_TEXT_CHARS_MAX, baseUrl: answer.url });
    return { kind, title: page.title, text: page.text, cut_chars: page.cutChars, left_out: { ...page.leftOut } };
  }
  return plain(kind, kind === 'json' ? (prettyJson(text) ?? text) : text);
}

function plain(kind: PageContent['kind'], text: string): PageContent {
  return { kind, title: '', text: text.slice(0, FETCH_TEXT_CHARS_MAX), cut_chars: Math.max(0, text.length - FETCH_TEXT_CHARS_MAX), left_out: null };
}

/** By what the server says; by the bytes when it says nothing or only that it does not know. */
export function kindOf({ contentType = '', body, truncated }: Pick<GuardedAnswer, 'contentType' | 'body' | 'truncated'>): PageContent['kind'] {
  if (contentType === 'text/html' || contentType === 'application/xhtml+xml') return 'html';
  if (contentType === 'application/json' || contentType.endsWith('+json')) return 'json';
  if (contentType.startsWith('text/') || contentType.endsWith('+xml') || TEXT_TYPES.has(contentType)) return 'text';
  if (contentType !== '' && contentType !== 'application/octet-stream') return 'binary';
  if (detectEncoding(body, !truncated) === null) return 'binary';
  const start = Buffer.from(body.subarray(0, 100)).toString('latin1').trimStart().toLowerCase();
  return start.startsWith('<!doctype html') || start.startsWith('<html') ? 'html' : 'text';
}

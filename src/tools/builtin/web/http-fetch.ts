import { z } from 'zod';
import { Count } from '../../../contracts/index.ts';
import type { GuardedAnswer } from '../../network/guarded-request.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { showLeftOut } from '../documents/html-text.ts';
import { FETCH_BYTES_DEFAULT, FETCH_BYTES_MAX, FETCH_HEADERS_MAX, FETCH_TIME_MS } from './limits.ts';
import { PageContent, readPage } from './read-page.ts';

const HeaderName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'expected the name of a header');
const HeaderValue = z.string().max(2_000).regex(/^[\t\x20-\x7e]*$/, 'a header is one line of plain characters');

const Input = z.strictObject({
  // Of any protocol: the policy refuses all but two, and names the one that was given.
  url: z.url(),
  method: z.enum(['GET', 'HEAD']).default('GET'),
  headers: z
    .record(HeaderName, HeaderValue)
    .refine((headers) => Object.keys(headers).length <= FETCH_HEADERS_MAX, `at most ${FETCH_HEADERS_MAX} headers`)
    .default({}),
  max_bytes: z.int().min(1).max(FETCH_BYTES_MAX).default(FETCH_BYTES_DEFAULT),
});

const Output = z.strictObject({
  /** The address that answered in the end. */
  url: z.string(),
  status: z.int(),
  content_type: z.string().nullable(),
  redirects: z.array(z.string()),
  bytes: Count,
  /** True when the server had more than was read. */
  is_truncated: z.boolean(),
  ...PageContent.shape,
});
export type FetchedPage = z.infer<typeof Output>;

export const httpFetchTool = defineTool<z.infer<typeof Input>, FetchedPage>({
  tool_id: 'http_fetch',
  tool_name: 'Fetch a page or a file from the web',
  category: 'network',
  side_effects: 'read_only',
  handles_patterns: ['\\b(fetch|get|retrieve|download|open)\\b.*https?://'],
  keywords: ['fetch', 'download', 'url', 'http', 'https', 'page'],
  priority: 45,
  timeout_ms: FETCH_TIME_MS,
  max_retries: 1,
  allowed_roles: ['research', 'librarian', 'analyst', 'update', 'coder'],
  input: Input,
  output: Output,
  touches: ['network'],
  taint: 'external_untrusted',
  intentions: ({ url, method }) => [{ kind: 'url', url, method }],
  async perform({ url, method, headers, max_bytes }, { fetch, signal }) {
    const answer = await fetch({ url, method, headers, signal, limits: { bytesMax: max_bytes, totalMs: FETCH_TIME_MS } });
    return { ...outline(answer), ...(await readPage(answer)) };
  },
  show: showPage,
});

function outline({ url, status, contentType, redirects, body, truncated }: GuardedAnswer) {
  return { url, status, content_type: contentType ?? null, redirects: [...redirects], bytes: body.length, is_truncated: truncated };
}

export function showPage({ url, status, content_type, bytes, is_truncated, kind, title, text, cut_chars, left_out }: FetchedPage): string {
  const about = `${status} ${url} (${content_type ?? 'no type given'}, ${bytes} bytes${is_truncated ? ', of which the server had more' : ''})`;
  const notes = [...(left_out === null ? [] : showLeftOut(left_out)), ...(cut_chars > 0 ? [`${cut_chars} characters at the end`] : [])];
  return [
    about,
    ...(title === '' ? [] : [`Title: ${title}`]),
    ...(kind === 'binary' ? ['This is no text; nothing of it is shown.'] : kind === 'empty' ? ['The answer has no content.'] : ['', text]),
    ...(notes.length > 0 ? ['', `[Left out: ${notes.join('; ')}.]`] : []),
  ].join('\n');
}

import type { JsonValue, KeptContent } from '../../contracts/index.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { INLINE_VALUE_BYTES_MAX } from '../limits.ts';
import type { Blobs } from './blobs.ts';
import type { BlobOperation } from './operations.ts';

/** Enough to recognise content by; the whole is a look away. */
const BEGINNING_CHARS = 1_000;

/** Content as it stands in an event: in place, or only its beginning, with where the whole lies. */
export interface StandingContent<Value extends JsonValue> {
  readonly shown: Value | string;
  readonly kept?: KeptContent;
  /** What has to travel in the same append. */
  readonly operations: readonly BlobOperation[];
}

/** Nothing is ever cut short: what is too large for an event goes whole into a blob, which the event then names. */
export async function keepContent<Value extends JsonValue>(blobs: Pick<Blobs, 'prepare'>, value: Value): Promise<StandingContent<Value>> {
  const isText = typeof value === 'string';
  const text = isText ? value : canonicalJson(value);
  const content = Buffer.from(text);
  // Data of others that looks like a reference would be taken for one.
  const isPlain = isText || !text.includes(REFERENCE_MARK);
  if (isPlain && content.byteLength <= INLINE_VALUE_BYTES_MAX) return { shown: value, operations: [] };
  const { ref, operations } = await blobs.prepare(content);
  return { shown: `${text.slice(0, BEGINNING_CHARS).toWellFormed()}…`, kept: { ref, bytes: content.byteLength, media_type: isText ? 'text/plain' : 'application/json' }, operations };
}

const REFERENCE_MARK = '"kind":"blob"';

/** The whole again, verified; whatever stands in the event where nothing was kept elsewhere. */
export async function readContent(blobs: Pick<Blobs, 'read'>, shown: JsonValue, kept: KeptContent | undefined): Promise<JsonValue> {
  if (kept === undefined) return shown;
  const text = Buffer.from(await blobs.read(kept.ref)).toString('utf8');
  return kept.media_type === 'text/plain' ? text : (JSON.parse(text) as JsonValue);
}

import type { StoredValue } from '../../contracts/index.ts';
import { canonicalJson, canonicalValue, hasCode, parseCanonical } from '../../kernel/index.ts';
import { piecesIn, type BlobOperation } from '../blobs/operations.ts';
import { blobRefsOf } from '../decide/blob-refs.ts';
import { INLINE_VALUE_BYTES_MAX } from '../limits.ts';
import type { BlobPort } from './ports.ts';

export interface PreparedText {
  readonly stored: StoredValue;
  /** What has to travel in the same append. */
  readonly operations: readonly BlobOperation[];
}

export interface PreparedValue extends PreparedText {
  /** The value as it will be read again. */
  readonly value: unknown;
}

/** Nothing is ever cut short: a value is kept whole, in place or as a blob, or refused. */
export async function prepareValue(blobs: BlobPort, value: unknown): Promise<PreparedValue> {
  const text = canonicalJson(value);
  return { ...(await prepareText(blobs, text)), value: parseCanonical(text) };
}

/** The same for a value of which only the canonical text is needed, and which may come again with little changed. */
export async function prepareText(blobs: BlobPort, text: string, options: { readonly comesAgain?: boolean } = {}): Promise<PreparedText> {
  const isSmall = Buffer.byteLength(text) <= INLINE_VALUE_BYTES_MAX;
  if (isSmall && !(await namesMissingBlob(blobs, text))) return { stored: canonicalValue(text) as StoredValue, operations: [] };
  const { ref, operations } = await blobs.prepare(Buffer.from(text), options);
  return { stored: { ref }, operations };
}

/** Whether some of it was stored ahead, where nothing refers to it until an event does. */
export function isStoredAhead({ operations }: PreparedText): boolean {
  const travelling = new Set(operations.map(({ blob }) => blob.sha256));
  return [...piecesIn(operations)].some((part) => !travelling.has(part));
}

export async function readValue(blobs: BlobPort, stored: StoredValue): Promise<unknown> {
  if ('value' in stored) return stored.value;
  return JSON.parse(Buffer.from(await blobs.read(stored.ref)).toString('utf8'));
}

/** Foreign words may look like a reference to a blob that is not there; in an event they would stop the append. */
async function namesMissingBlob(blobs: BlobPort, text: string): Promise<boolean> {
  for (const key of blobRefsOf(text)) {
    try {
      await blobs.stream({ key })[Symbol.asyncIterator]().next();
    } catch (error) {
      if (hasCode(error, 'blob.missing')) return true;
      throw error;
    }
  }
  return false;
}

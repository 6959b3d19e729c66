import { createHash } from 'node:crypto';
import type { Sha256, StorageRef } from '../../contracts/index.ts';
import { KeelsonError, sha256Hex } from '../../kernel/index.ts';
import { blobMissing } from '../decide/draft.ts';
import { BLOB_BYTES_MAX, BLOB_GRACE_MS, BLOB_PART_BYTES, IN_PIECES_BYTES_MAX } from '../limits.ts';
import { requestOf } from '../request.ts';
import type { LedgerStore } from '../store.ts';
import { cutPieces } from './cut-pieces.ts';
import type { BlobOperation, BlobPut } from './operations.ts';

/** Content by its hash. An event that refers to a blob keeps it; when the last such event is erased, it goes. */
export interface Blobs {
  /** Stores content that no event refers to yet; it stays for `BLOB_GRACE_MS`. */
  put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<StorageRef>;
  /**
   * Content to be stored together with the event that refers to it. Large content is stored ahead, in parts. Of content that
   * comes again with little changed only what is new is kept.
   */
  prepare(content: Uint8Array, options?: { readonly comesAgain?: boolean }): Promise<{ readonly ref: StorageRef; readonly operations: readonly BlobOperation[] }>;
  /** The whole content, verified; for what is known to be small. */
  read(ref: Pick<StorageRef, 'key'>): Promise<Uint8Array>;
  /** The content piece by piece, each verified before it is given out. */
  stream(ref: Pick<StorageRef, 'key'>): AsyncIterable<Uint8Array>;
  /** Removes what nothing refers to; says how many. */
  sweep(): Promise<number>;
}

export function createBlobs(store: LedgerStore): Blobs {
  const putRow = async (operation: BlobPut): Promise<void> => {
    await store.transact(requestOf(operation));
  };
  const prepareParts = async (content: AsyncIterable<Uint8Array>): Promise<BlobPut> => {
    const whole = createHash('sha256');
    const parts: Sha256[] = [];
    let bytes = 0;
    for await (const piece of content) {
      bytes += piece.byteLength;
      if (bytes > BLOB_BYTES_MAX) throw tooLarge(bytes);
      whole.update(piece);
      const part = rowOf(piece);
      await putRow(part);
      parts.push(part.blob.sha256);
    }
    return { kind: 'blob.put', blob: { sha256: whole.digest('hex'), bytes, content: parts } };
  };
  const prepareBlob = async (content: Uint8Array | AsyncIterable<Uint8Array>): Promise<BlobPut> => {
    if (content instanceof Uint8Array) {
      if (content.byteLength > BLOB_BYTES_MAX) throw tooLarge(content.byteLength);
      return content.byteLength <= BLOB_PART_BYTES ? rowOf(content) : prepareParts(inParts([content]));
    }
    return prepareParts(inParts(content));
  };
  async function* stream({ key }: Pick<StorageRef, 'key'>): AsyncGenerator<Uint8Array> {
    const row = await store.blob(key);
    if (row === undefined) throw blobMissing(key);
    if (row.content instanceof Uint8Array) {
      if (sha256Hex(row.content) !== key) throw corrupt(key);
      yield row.content;
      return;
    }
    const whole = createHash('sha256');
    for (const part of row.content) {
      for await (const piece of stream({ key: part })) {
        whole.update(piece);
        yield piece;
      }
    }
    if (whole.digest('hex') !== key) throw corrupt(key);
  }
  return {
    async put(content) {
      const operation = await prepareBlob(content);
      await putRow(operation);
      return refOf(operation);
    },
    async prepare(content, { comesAgain = false } = {}) {
      if (comesAgain && content.byteLength <= IN_PIECES_BYTES_MAX) return inPieces(content);
      const operation = await prepareBlob(content);
      return { ref: refOf(operation), operations: [operation] };
    },
    async read(ref) {
      const pieces: Uint8Array[] = [];
      for await (const piece of stream(ref)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    stream,
    sweep: () => store.sweepBlobs(BLOB_GRACE_MS),
  };
}

function rowOf(content: Uint8Array): BlobPut {
  return { kind: 'blob.put', blob: { sha256: sha256Hex(content), bytes: content.byteLength, content } };
}

/** The pieces travel with the whole, so that nothing has to be known of what is there already. */
function inPieces(content: Uint8Array): { readonly ref: StorageRef; readonly operations: readonly BlobOperation[] } {
  const pieces = cutPieces(content).map(rowOf);
  const [only, ...others] = pieces;
  if (only !== undefined && others.length === 0) return { ref: refOf(only), operations: pieces };
  const whole: BlobPut = { kind: 'blob.put', blob: { sha256: sha256Hex(content), bytes: content.byteLength, content: pieces.map(({ blob }) => blob.sha256) } };
  return { ref: refOf(whole), operations: [...pieces, whole] };
}

function refOf({ blob }: BlobPut): StorageRef {
  return { kind: 'blob', key: blob.sha256, sha256: blob.sha256 };
}

/** The same bytes in pieces of one size, however they arrive: equal content has equal parts. */
async function* inParts(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.byteLength; ) {
      const piece = chunk.subarray(at, at + BLOB_PART_BYTES - heldBytes);
      held.push(piece);
      heldBytes += piece.byteLength;
      at += piece.byteLength;
      if (heldBytes < BLOB_PART_BYTES) continue;
      yield Buffer.concat(held);
      held = [];
      heldBytes = 0;
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}

function corrupt(sha256: Sha256): KeelsonError {
  return new KeelsonError('blob.corrupt', {
    message: `The blob ${sha256} no longer has the content it was stored with.`,
    nextStep: 'Run `keelson ledger verify` to see what else is damaged, and restore the ledger from a backup.',
    data: { sha256 },
  });
}

function tooLarge(bytes: number): KeelsonError {
  return new KeelsonError('blob.too_large', {
    message: `The content has at least ${bytes} bytes; a blob holds at most ${BLOB_BYTES_MAX}.`,
    nextStep: 'Leave the file where it is and refer to it by its path and hash.',
    data: { bytes, limit: BLOB_BYTES_MAX },
  });
}

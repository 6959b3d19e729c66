import type { IncomingMessage } from 'node:http';
import { pipeline, type Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { KeelsonError } from '../../kernel/index.ts';
import { unreadableAnswer } from './network-failures.ts';

/** What we say we can decode. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

export interface BoundedBody {
  readonly body: Uint8Array;
  readonly truncated: boolean;
}

/**
 * Reads a body up to `bytesMax`, counted both as it comes and as it unfolds: a small bomb stops unfolding at the limit, and
 * an endless stream that unfolds to nothing is not read for ever. `heard` is called for every piece.
 */
export async function readBody(answer: IncomingMessage, options: { host: string; bytesMax: number; heard: () => void }): Promise<BoundedBody> {
  const { host, bytesMax, heard } = options;
  const pieces: Uint8Array[] = [];
  const wire = boundedPieces(answer, bytesMax, heard);
  let bytes = 0;
  try {
    for await (const piece of decoded(answer, wire, host)) {
      pieces.push(piece.subarray(0, bytesMax - bytes));
      bytes += piece.length;
      if (bytes > bytesMax) return { body: Buffer.concat(pieces), truncated: true };
    }
  } catch (error) {
    // What was cut at our limit ends in the middle of the compressed stream; what unfolded until then is the answer.
    if (wire.isCut()) return { body: Buffer.concat(pieces), truncated: true };
    throw error instanceof KeelsonError ? error : unreadableAnswer(host, 'it broke off, or its body is not encoded as it says');
  }
  return { body: Buffer.concat(pieces), truncated: wire.isCut() };
}

interface WirePieces extends AsyncIterable<Uint8Array> {
  isCut(): boolean;
}

function boundedPieces(answer: IncomingMessage, bytesMax: number, heard: () => void): WirePieces {
  let bytes = 0;
  return {
    isCut: () => bytes > bytesMax,
    async *[Symbol.asyncIterator]() {
      for await (const piece of answer as AsyncIterable<Uint8Array>) {
        heard();
        const room = bytesMax - bytes;
        bytes += piece.length;
        yield piece.subarray(0, room);
        if (bytes > bytesMax) return;
      }
    },
  };
}

async function* decoded(answer: IncomingMessage, wire: WirePieces, host: string): AsyncIterable<Uint8Array> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return yield* wire;
  const iterator = wire[Symbol.asyncIterator]();
  const first = await iterator.next();
  // Nothing was sent, as after HEAD: there is nothing to decode either.
  if (first.done === true) return;
  const decoder = decoderFor(encoding, first.value[0] ?? 0);
  if (decoder === undefined) throw unreadableAnswer(host, 'its body is encoded in a way that was not asked for');
  const rejoined = (async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
  yield* pipeline(rejoined, decoder, () => undefined) as AsyncIterable<Uint8Array>;
}

function decoderFor(encoding: string, firstByte: number): Duplex | undefined {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding !== 'deflate') return undefined;
  // Some servers leave out the zlib frame that the standard asks for; its first byte ends in 8.
  return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { CallFault } from '../failure/faults.ts';

/**
 * We ask for answers as they are, because a compressor on the way holds pieces of a stream back. Servers and proxies that
 * compress all the same are read: such an answer has been paid for.
 */
export const ASKED_ENCODING = 'identity';

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** The body as it was before it was encoded. `fail` is told when what comes is not what the header says. */
export function decompressed(answer: IncomingMessage, fail: (error: unknown) => void): Readable {
  const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return answer;
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding]?.() : undefined;
  if (decoder === undefined) throw new CallFault('garbage', 'the answer is encoded in a way that was not asked for and is not known');
  decoder.on('error', fail);
  return answer.pipe(decoder);
}

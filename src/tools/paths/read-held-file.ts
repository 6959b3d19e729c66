import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type Footing, identityOf, kindOf } from './footing.ts';
import { pathChanged, pathMissing, pathTooLarge, wrongKind } from './path-errors.ts';
import { READ_BYTES_MAX } from './path-limits.ts';
import type { Landing } from './resolve-path.ts';
import type { FileContent, ReadOptions } from './workspace-files.ts';
import type { OpenWorkspace } from './visit-path.ts';
import { visitPath } from './visit-path.ts';

const CHUNK_BYTES = 256 * 1024;
const CHUNK_BYTES_MIN = 4 * 1024;

/** Opens the very file that a landing holds. Nothing is read or written before it is known to be that one. */
export async function openHeldFile(footing: Footing, landing: Landing, flags: number): Promise<FileHandle> {
  const { target, asked } = landing;
  if (target === undefined) throw pathMissing(asked);
  if (!target.stats.isFile()) throw wrongKind(asked, 'file', kindOf(target.stats));
  // Should a pipe have taken its place after all, opening it must not wait for somebody at the other end.
  const handle = await open(footing.pathOf(target), flags | footing.openFlags | constants.O_NONBLOCK);
  try {
    if (identityOf(await handle.stat({ bigint: true })) !== target.identity) throw pathChanged(asked);
    footing.confirm(landing.trail);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The size that a file claims is only where the reading begins: a search reads thousands of small files, and large buffers for each took most of its time. */
async function readUpTo(handle: FileHandle, offsetBytes: number, maxBytes: number, claimedBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let read = 0;
  // One byte more than it claims, so that its end is found without a further buffer.
  let chunkBytes = Math.min(CHUNK_BYTES, Math.max(CHUNK_BYTES_MIN, claimedBytes - offsetBytes + 1));
  for (; read < maxBytes; chunkBytes = CHUNK_BYTES) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, maxBytes - read));
    let filled = 0;
    let bytesRead = -1;
    while (bytesRead !== 0 && filled < chunk.length) {
      ({ bytesRead } = await handle.read(chunk, filled, chunk.length - filled, offsetBytes + read + filled));
      filled += bytesRead;
    }
    chunks.push(chunk.subarray(0, filled));
    read += filled;
    if (bytesRead === 0) break;
  }
  return Buffer.concat(chunks);
}

export function readFileAt(workspace: OpenWorkspace, path: string, options: ReadOptions): Promise<FileContent> {
  const maxBytes = Math.min(options.maxBytes ?? READ_BYTES_MAX, READ_BYTES_MAX);
  const offsetBytes = options.offsetBytes ?? 0;
  return visitPath(workspace, 'read', path, async ({ landing, below }) => {
    const handle = await openHeldFile(workspace.footing, landing, constants.O_RDONLY);
    try {
      const bytes = await readUpTo(handle, offsetBytes, maxBytes, Number(landing.target?.stats.size ?? 0));
      const { size, mode } = await handle.stat();
      const totalBytes = Math.max(size, bytes.length === 0 ? 0 : offsetBytes + bytes.length);
      return { bytes, totalBytes, isCut: offsetBytes + bytes.length < totalBytes, path: below, mode: mode & 0o777 };
    } finally {
      await handle.close();
    }
  });
}

/** The whole of a file that is about to change, so that it can be put back. A file too large to keep is not changed. */
export async function contentBefore(footing: Footing, landing: Landing): Promise<Uint8Array> {
  const handle = await openHeldFile(footing, landing, constants.O_RDONLY);
  try {
    const { size } = await handle.stat();
    if (size > READ_BYTES_MAX) throw pathTooLarge(landing.asked, size, READ_BYTES_MAX);
    return await readUpTo(handle, 0, READ_BYTES_MAX, size);
  } finally {
    await handle.close();
  }
}

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

async function readUpTo(handle: FileHandle, offsetBytes: number, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let read = 0; read < maxBytes; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, maxBytes - read));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, offsetBytes + read);
    if (!bytesRead) break;
    chunks.push(chunk.subarray(0, bytesRead));
    read += bytesRead;
  }
  return Buffer.concat(chunks);
}

export function readFileAt(workspace: OpenWorkspace, path: string, options: ReadOptions): Promise<FileContent> {
  const maxBytes = Math.min(options.maxBytes ?? READ_BYTES_MAX, READ_BYTES_MAX);
  const offsetBytes = options.offsetBytes ?? 0;
  return visitPath(workspace, 'read', path, async ({ landing, below }) => {
    const handle = await openHeldFile(workspace.footing, landing, constants.O_RDONLY);
    try {
      const bytes = await readUpTo(handle, offsetBytes, maxBytes);
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
    return await readUpTo(handle, 0, READ_BYTES_MAX);
  } finally {
    await handle.close();
  }
}

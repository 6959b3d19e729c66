import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Sha256 } from '../../contracts/index.ts';
import { withTreeFile } from '../paths/workspace-tree.ts';

export interface ContentNow {
  readonly sha256: Sha256;
  /** The permissions, without the bits that make a program run as somebody else. */
  readonly mode: number;
}

/** What is read of one file at most; larger ones are compared by their hash. */
const READ_BYTES_MAX = 16 * 1024 * 1024;

/** The bytes of a file as they are now, for the record and for checks alone: nothing of it is shown to a model. */
export async function bytesNow(workspace: string, path: string): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const isThere = await withTreeFile(workspace, path, async (held) => {
    for await (const piece of createReadStream(held) as AsyncIterable<Uint8Array>) {
      bytes += piece.byteLength;
      if (bytes > READ_BYTES_MAX) return;
      pieces.push(piece);
    }
  });
  return isThere && bytes <= READ_BYTES_MAX ? Buffer.concat(pieces) : undefined;
}

/**
 * What the file of this name holds now, for the record alone; null when no file has the name. A link of that name is not
 * the file that it leads to: taking that for it would lose the one when the other is removed.
 */
export async function contentNow(workspace: string, path: string): Promise<ContentNow | null> {
  let found: ContentNow | null = null;
  const isThere = await withTreeFile(workspace, path, async (held, stats) => {
    const hash = createHash('sha256');
    for await (const piece of createReadStream(held) as AsyncIterable<Uint8Array>) hash.update(piece);
    found = { sha256: hash.digest('hex'), mode: Number(stats.mode) & 0o777 };
  });
  return isThere ? found : null;
}

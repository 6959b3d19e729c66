import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A place for a copy, in a folder that only this user can enter; whoever made it removes it. */
export async function scratchFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'keelson-replay-')));
  return { path: join(folder, 'copy'), remove: () => rm(folder, { recursive: true, force: true }) };
}

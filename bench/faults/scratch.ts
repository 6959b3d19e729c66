import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();

/** A folder in memory, where there is a file system for that: rebuilding a ledger thousands of times is no work for a disk. */
export function scratchFolder(): string {
  return folderIn(existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
}

/** A folder on a real disk. */
export function diskFolder(): string {
  return folderIn(tmpdir());
}

function folderIn(parent: string): string {
  const folder = mkdtempSync(join(parent, 'keelson-faults-'));
  made.add(folder);
  return folder;
}

/** To be called when a part is over, however it ended. */
export function removeFolders(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
  made.clear();
}

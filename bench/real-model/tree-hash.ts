import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../src/kernel/index.ts';

/** One hash over names, kinds, modes and contents of everything below a folder, without these. */
export function treeHash(folder: string, without: readonly string[]): string {
  const lines: string[] = [];
  const look = (path: string): void => {
    if (without.includes(path)) return;
    const stats = lstatSync(path);
    const content = stats.isFile() ? sha256Hex(readFileSync(path)) : stats.isSymbolicLink() ? readlinkSync(path) : '';
    lines.push(`${path} ${stats.mode} ${content}`);
    if (stats.isDirectory()) for (const name of readdirSync(path).toSorted()) look(join(path, name));
  };
  look(folder);
  return sha256Hex(lines.join('\n'));
}

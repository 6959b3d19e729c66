import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPage, makePage } from '../../scripts/bundle/build-page.ts';
import { mutantPlugin } from '../../scripts/mutation/mutant-plugin.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The built page: that of people or, where one file is to be another, one of its own. Built once for a file of tests. */
let made: Promise<string> | undefined;
let own: string | undefined;

export function pageFolder(): Promise<string> {
  return (made ??= make(process.env['KEELSON_MUTANT'] ?? ''));
}

async function make(mutant: string): Promise<string> {
  if (mutant === '') {
    await buildPage(ROOT);
    return join(ROOT, 'dist', 'web');
  }
  own = mkdtempSync(join(tmpdir(), 'keelson-page-'));
  await makePage(ROOT, own, [mutantPlugin(mutant)]);
  return own;
}

export function removeOwnPage(): void {
  if (own !== undefined) rmSync(own, { recursive: true, force: true });
}

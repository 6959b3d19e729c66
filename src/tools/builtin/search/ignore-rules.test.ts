import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { mustGit, realGit } from '../../../../test/support/real-git.ts';
import { parseIgnoreRules } from './ignore-rules.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-ignore-'));
  mustGit(folder, 'init', '-q');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Git decides about paths that need not exist; it takes a path for a folder when it ends with a slash. */
async function gitSays(rules: string, paths: readonly string[]): Promise<Record<string, boolean>> {
  await writeFile(join(folder, '.gitignore'), rules);
  const { stdout } = realGit(folder, ['check-ignore', '--no-index', '-z', '--stdin'], paths.join('\0'));
  return Object.fromEntries(paths.map((path) => [path, stdout.split('\0').includes(path)]));
}

function weSay(rules: string, paths: readonly string[]): Record<string, boolean> {
  const parsed = parseIgnoreRules(rules);
  const isIgnored = (path: string): boolean => {
    const isDirectory = path.endsWith('/');
    const names = path.split('/').filter((name) => name !== '');
    // A folder that is ignored takes all of its contents with it, as the walk does by not entering it.
    return names.some((_, at) => parsed.decide(names.slice(0, at + 1), isDirectory || at < names.length - 1) === 'ignored');
  };
  return Object.fromEntries(paths.map((path) => [path, isIgnored(path)]));
}

describe('rules of a .gitignore', () => {
  it('mean what git means by them', verifies('KEL-FTOOL-08'), async () => {
    const rules = ['# a comment', '', 'node_modules/', '*.log', '!keep.log', '/build', 'docs/*.txt', '**/cache/**', 'a/**/z', '\\#odd', '\\!odd', 'blank\\ ', 'trailing   ', '[ab].c', 'foo?', 'crlf\r', 'twice//named', '/', '!'].join('\n');
    const paths = [
      'node_modules/', 'node_modules', 'x/node_modules/y', 'a.log', 'x/keep.log', 'build', 'x/build', 'docs/a.txt', 'docs/x/a.txt', 'x/cache/y',
      'a/z', 'a/b/c/z', '#odd', '!odd', 'blank ', 'blank', 'trailing', 'a.c', 'c.c', 'foo1', 'foo', 'crlf', 'twice/named', 'other',
    ];
    expect(weSay(rules, paths)).toEqual(await gitSays(rules, paths));
  });
});

import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { realGit } from '../../../test/support/real-git.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { FileChange } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { codePatchOf } from './code-patch.ts';
import { lineEdits } from './line-edits.ts';
import { unifiedDiff } from './unified-diff.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** What git makes of the file before when it applies our diff; undefined where no file is left. */
function applied(path: string, before: string | null, diff: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-diff-'));
  folders.push(folder);
  realGit(folder, ['init', '-q']);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  if (before !== null) writeFileSync(join(folder, path), before);
  const { exitCode, stderr } = realGit(folder, ['apply', '--whitespace=nowarn', '-'], diff);
  expect([exitCode, stderr]).toEqual([0, '']);
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch {
    return undefined;
  }
}

const numbered = (count: number): string => Array.from({ length: count }, (_none, at) => `line ${at}\n`).join('');

describe('a diff', () => {
  it.each([
    ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n'],
    ['lines that lie far apart', numbered(40), numbered(40).replace('line 2\n', 'two\n').replace('line 30\n', '')],
    ['lines that lie close together', numbered(20), numbered(20).replace('line 5\n', 'five\n').replace('line 9\n', 'nine\n')],
    ['a first line', 'b\n', 'a\nb\n'],
    ['a last line without an end', 'a\nb', 'a\nb\n'],
    ['an end that goes', 'a\nb\n', 'a\nb'],
    ['everything', 'a\nb\n', 'c\nd\n'],
    ['a file that becomes empty', 'a\n', ''],
    ['an empty file that is filled', '', 'a\n'],
    ['windows line ends', 'a\r\nb\r\n', 'a\r\nc\r\n'],
  ])('of %s is taken by git', verifies('KEL-ROLE-08'), (_what, before, after) => {
    expect(applied('src/a.txt', before, unifiedDiff({ path: 'src/a.txt', before, after }))).toBe(after);
  });

  it('tells of files that come and go, also of empty ones and of strange names', verifies('KEL-ROLE-08'), () => {
    for (const path of ['new.ts', 'with space.ts', 'quo"te\\.ts', 'naïve\tname.ts']) {
      expect(applied(path, null, unifiedDiff({ path, before: null, after: 'x\n' }))).toBe('x\n');
      expect(applied(path, 'x\ny', unifiedDiff({ path, before: 'x\ny', after: null }))).toBeUndefined();
    }
    expect(applied('empty.ts', null, unifiedDiff({ path: 'empty.ts', before: null, after: '' }))).toBe('');
    expect(unifiedDiff({ path: 'a.ts', before: 'a\n', after: 'a\n' })).toBe('');
  });

  it('shows three lines around a change', verifies('KEL-ROLE-08'), () => {
    expect(unifiedDiff({ path: 'a.txt', before: numbered(9), after: numbered(9).replace('line 4\n', 'four\n') })).toBe(
      'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -2,7 +2,7 @@\n line 1\n line 2\n line 3\n-line 4\n+four\n line 5\n line 6\n line 7\n',
    );
  });

  it('leads from any lines to any others, in as few changes as there can be', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const edits = lineEdits(before, after);
        expect(edits.filter(({ kind }) => kind !== 'add').map(({ line }) => line)).toEqual(before);
        expect(edits.filter(({ kind }) => kind !== 'remove').map(({ line }) => line)).toEqual(after);
        expect(edits.filter(({ kind }) => kind === 'keep').length).toBe(commonLength(before, after));
      }),
    );
  });

  it('replaces the middle as a whole when too much changed to look for the shortest way', () => {
    const before = Array.from({ length: 3_000 }, (_none, at) => `old ${at}`);
    const after = Array.from({ length: 3_000 }, (_none, at) => (at % 2 === 0 ? `old ${at}` : `new ${at}`));
    const edits = lineEdits(before, after);
    expect(edits.filter(({ kind }) => kind !== 'add').map(({ line }) => line)).toEqual(before);
    expect(edits.filter(({ kind }) => kind !== 'remove').map(({ line }) => line)).toEqual(after);
  });
});

/** The longest common subsequence by the textbook, as the measure of ours. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  const table = Array.from({ length: one.length + 1 }, () => Array.from({ length: other.length + 1 }, () => 0));
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      (table[i] as number[])[j] = one[i - 1] === other[j - 1] ? (table[i - 1]?.[j - 1] ?? 0) + 1 : Math.max(table[i - 1]?.[j] ?? 0, table[i]?.[j - 1] ?? 0);
    }
  }
  return table[one.length]?.[other.length] ?? 0;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function changed(path: string, before: string | null, after: string | null): FileChange {
  const kept = before === null ? null : ({ kind: 'blob', key: before } as const);
  return { path, kind: before === null ? 'created' : after === null ? 'deleted' : 'modified', before: kept, before_mode: before === null ? null : 0o644, after_sha256: after === null ? null : sha256Hex(after) };
}

describe('a code patch', () => {
  const ports = (now: Readonly<Record<string, string>>) => ({ readBlob: async ({ key }: { readonly key: string }) => bytes(key), readFile: async (path: string) => (now[path] === undefined ? undefined : bytes(now[path])) });

  it('leads from what was kept before the first change to what is there now', verifies('ROLES-37', 'ACI-48'), async () => {
    const changes = [changed('b.ts', 'one\n', 'two\n'), changed('a.ts', null, 'x\n'), changed('b.ts', 'two\n', 'three\n'), changed('c.ts', 'gone\n', null)];
    expect(await codePatchOf(changes, ports({ 'a.ts': 'x\n', 'b.ts': 'three\n' }))).toEqual({
      diff: [unifiedDiff({ path: 'a.ts', before: null, after: 'x\n' }), unifiedDiff({ path: 'b.ts', before: 'one\n', after: 'three\n' }), unifiedDiff({ path: 'c.ts', before: 'gone\n', after: null })].join(''),
      files: [
        { path: 'a.ts', change: 'created', before_sha256: null, after_sha256: sha256Hex('x\n'), is_text: true },
        { path: 'b.ts', change: 'modified', before_sha256: sha256Hex('one\n'), after_sha256: sha256Hex('three\n'), is_text: true },
        { path: 'c.ts', change: 'deleted', before_sha256: sha256Hex('gone\n'), after_sha256: null, is_text: true },
      ],
    });
  });

  it('is none when everything is as it was', verifies('ROLES-37'), async () => {
    expect(await codePatchOf([changed('a.ts', 'one\n', 'two\n'), changed('b.ts', null, 'x')], ports({ 'a.ts': 'one\n' }))).toBeUndefined();
  });

  it('tells what is no text by its hashes alone', verifies('ROLES-37'), async () => {
    const patch = await codePatchOf([changed('a.png', 'old\0', 'new\0')], ports({ 'a.png': 'new\0' }));
    expect(patch).toEqual({ diff: '', files: [{ path: 'a.png', change: 'modified', before_sha256: sha256Hex('old\0'), after_sha256: sha256Hex('new\0'), is_text: false }] });
    const latin = { ...ports({}), readFile: async () => Uint8Array.of(0xe9, 0x0a) };
    expect((await codePatchOf([changed('a.txt', 'old', 'x')], latin))?.files.map((file) => file.is_text)).toEqual([false]);
  });
});

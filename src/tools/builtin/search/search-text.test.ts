import { existsSync } from 'node:fs';
import { link, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig, type ToolRig, type ToolRigOptions } from '../../../../test/support/tool-rig.ts';
import { encodeText } from '../files/text-encoding.ts';
import { SEARCH_FILE_BYTES_MAX, SEARCH_MATCHES_MAX, SEARCH_MATCHES_PER_FILE_MAX } from './limits.ts';
import { searchTextTool } from './search-text.ts';

const nothing = { sensitive_paths: [], too_large_paths: [], is_walk_cut: false, passed_over_folders: [] };
const match = (path: string, line: number, text: string, before: string[] = [], after: string[] = []) => ({ path, line, text, before, after });

async function planted(options: ToolRigOptions): Promise<ToolRig> {
  const rig = await toolRig(options);
  await rig.write('.gitignore', 'dist\n');
  await rig.write('src/a.ts', 'import x;\nconst Needle = 1;\nuse(needle);\n');
  await rig.write('src/b.md', '# needle\r\nother\r\n');
  await rig.write('dist/c.js', 'needle');
  await rig.write('.hidden/d', 'a needle here');
  await rig.write('.git/e', 'needle');
  await rig.write('binary', Buffer.from('needle\0'));
  await rig.write('wide', encodeText('ein needle', 'utf-16le') ?? '');
  await rig.write('old', Buffer.from('größer needle', 'latin1'));
  await rig.write('.env', 'KEY=needle');
  await rig.write('src-x/f', 'needle');
  await symlink('src/a.ts', join(rig.folder, 'link'));
  return rig;
}

/** A real ripgrep, wherever this machine keeps one. */
const path = process.env['PATH'] ?? '';
const hasRipgrep = path.split(':').some((folder) => existsSync(join(folder, 'rg')));
const SEARCHERS: readonly [name: string, options: ToolRigOptions, isHere: boolean][] = [
  ['our own search', { without: ['rg'] }, true],
  [hasRipgrep ? 'ripgrep' : 'ripgrep, which is not on this machine', { environment: { PATH: path } }, hasRipgrep],
];

describe.each(SEARCHERS)('search_text by %s', (name, options, isHere) => {
  it.skipIf(!isHere)('finds lines in every kind of text, and leaves out what is ignored, binary or sensitive', verifies('KEL-FTOOL-09'), async () => {
    const rig = await planted(options);
    const output = await rig.call(searchTextTool, { pattern: 'needle' });
    expect(output).toEqual({
      matches: [match('.hidden/d', 1, 'a needle here'), match('old', 1, 'größer needle'), match('src-x/f', 1, 'needle'), match('src/a.ts', 3, 'use(needle);'), match('src/b.md', 1, '# needle'), match('wide', 1, 'ein needle')],
      total_matches: 6,
      files_with_matches: 6,
      files_searched: 8,
      left_out: { ...nothing, sensitive_paths: ['.env'] },
    });
    expect(rig.programs.length).toBe(name === 'ripgrep' ? 1 : 0);
  });

  it.skipIf(!isHere)('takes patterns, literals, globs, folders, files and neighbours', verifies('KEL-FTOOL-09'), async () => {
    const rig = await planted(options);
    const find = async (input: Parameters<typeof searchTextTool.perform>[0] | object): Promise<string[]> => {
      const { matches } = await rig.call(searchTextTool, input);
      return matches.map((one) => `${one.path}:${one.line}`);
    };
    expect(await find({ pattern: '^const \\w+ = \\d;$' })).toEqual(['src/a.ts:2']);
    expect(await find({ pattern: 'NEEDLE', ignore_case: true, path: 'src' })).toEqual(['src/a.ts:2', 'src/a.ts:3', 'src/b.md:1']);
    expect(await find({ pattern: 'e(n', literal: true })).toEqual(['src/a.ts:3']);
    expect(await find({ pattern: 'needle', glob: '*.md' })).toEqual(['src/b.md:1']);
    expect(await find({ pattern: 'needle', path: 'src/b.md' })).toEqual(['src/b.md:1']);
    expect(await find({ pattern: 'gr.ßer needle' })).toEqual(['old:1']);
    expect((await rig.call(searchTextTool, { pattern: 'import', context_lines: 1 })).matches).toEqual([match('src/a.ts', 1, 'import x;', [], ['const Needle = 1;'])]);
    expect((await rig.call(searchTextTool, { pattern: 'Needle', context_lines: 1 })).matches).toEqual([match('src/a.ts', 2, 'const Needle = 1;', ['import x;'], ['use(needle);'])]);
  });
});

describe('search_text', () => {
  it('is bounded for a file, for all files and for a line, and says what it does not show', verifies('KEL-FTOOL-09'), async () => {
    const rig = await toolRig({ without: ['rg'] });
    for (let at = 0; at < 6; at += 1) await rig.write(`f${at}`, 'hit\n'.repeat(SEARCH_MATCHES_PER_FILE_MAX + 1));
    await rig.write('large', 'hit'.padEnd(SEARCH_FILE_BYTES_MAX + 1));
    await rig.write('wide', `${'-'.repeat(1_000)}far${'-'.repeat(1_000)}`);
    const output = await rig.call(searchTextTool, { pattern: 'hit' });
    expect([output.matches.length, output.total_matches, output.left_out.too_large_paths]).toEqual([SEARCH_MATCHES_MAX, 6 * (SEARCH_MATCHES_PER_FILE_MAX + 1), ['large']]);
    expect(searchTextTool.show(output).split('\n').at(-1)).toBe('[606 lines match in 6 of 7 files. 106 of them are not shown; search more narrowly. Left out because they are too large: large.]');
    const [wide] = (await rig.call(searchTextTool, { pattern: 'far' })).matches;
    expect(wide?.text).toBe(`…${'-'.repeat(125)}far${'-'.repeat(372)}…`);
  });

  it('looks into no folder that programs make again unless asked, and says so', verifies('KEL-FTOOL-09', 'KEL-TCLI-17'), async () => {
    const rig = await toolRig({ without: ['rg'] });
    for (const path of ['a', 'node_modules/b', 'sub/.venv/c', 'kept/target/d']) await rig.write(path, 'needle');
    await rig.write('kept/.gitignore', '!target\n');
    const found = async (input: object) => {
      const output = await rig.call(searchTextTool, { pattern: 'needle', ...input });
      return [output.matches.map(({ path: one }) => one), output.left_out.passed_over_folders, searchTextTool.show(output).split('\n').at(-1)];
    };
    expect(await found({})).toEqual([['a', 'kept/target/d'], ['node_modules', 'sub/.venv'], '[2 lines match in 2 of 3 files. Not looked into: node_modules, sub/.venv; include_ignored looks there too.]']);
    expect(await found({ include_ignored: true })).toEqual([['a', 'kept/target/d', 'node_modules/b', 'sub/.venv/c'], [], '[4 lines match in 4 of 5 files.]']);
    expect(await found({ path: 'node_modules' })).toEqual([['node_modules/b'], [], '[1 lines match in 1 of 1 files.]']);
  });

  it('leaves out a file that has another name outside, unless it is named alone', verifies('KEL-FTOOL-09'), async () => {
    const [rig, outside] = [await toolRig({ without: ['rg'] }), await toolRig()];
    await rig.write('a', 'needle');
    await outside.write('b', 'needle');
    await link(join(outside.folder, 'b'), join(rig.folder, 'hard'));
    const output = await rig.call(searchTextTool, { pattern: 'needle' });
    expect([output.matches.map(({ path: found }) => found), output.left_out.sensitive_paths]).toEqual([['a'], ['hard']]);
    expect((await rig.failure(searchTextTool, { pattern: 'needle', path: 'hard' })).code).toBe('path.denied');
  });

  it('shows matches as grep does, and that there are none', async () => {
    const rig = await planted({ without: ['rg'] });
    expect(searchTextTool.show(await rig.call(searchTextTool, { pattern: 'Needle', context_lines: 1, glob: 'src/*' }))).toBe(
      'src/a.ts-1-import x;\nsrc/a.ts:2:const Needle = 1;\nsrc/a.ts-3-use(needle);\n[1 lines match in 1 of 2 files.]',
    );
    expect(searchTextTool.show(await rig.call(searchTextTool, { pattern: 'absent' }))).toBe(
      '[Nothing matches in 8 files. Left out because they may not be read unasked: .env.]',
    );
  });

  it('refuses a pattern that cannot be searched for in linear time, before anything is done', async () => {
    const rig = await toolRig();
    expect((await rig.failure(searchTextTool, { pattern: '(' })).code).toBe('pattern.rejected');
  });
});

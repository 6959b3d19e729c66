import { symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { sha256Hex } from '../../../kernel/index.ts';
import { globTool } from './glob.ts';
import { SURVEY_FILES_MAX } from './limits.ts';
import { searchTextTool } from './search-text.ts';
import { sizeOfText } from './size-of-text.ts';
import { surveyFilesTool } from './survey-files.ts';

const CHANGED_AT = '2026-03-01T10:00:00.000Z';

async function folderWith(files: Readonly<Record<string, string>>) {
  const rig = await toolRig();
  for (const [path, content] of Object.entries(files)) {
    await rig.write(path, content);
    await utimes(join(rig.folder, path), new Date(CHANGED_AT), new Date(CHANGED_AT));
  }
  return rig;
}

const file = (path: string, sizeBytes: number, more: object = {}) => ({ path, size_bytes: sizeBytes, modified_at: CHANGED_AT, text: null, sha256: null, ...more });

describe('survey_files', () => {
  it('tells the size and the last change of every file that matches, and the sum of all', verifies('KEL-OFF-08'), async () => {
    const rig = await folderWith({ 'src/a.ts': 'one\n', 'src/b/c.ts': 'four', 'd.md': 'x', '.env/e.ts': '', 'dist/f.ts': '', '.gitignore': 'dist\n' });
    const output = await rig.call(surveyFilesTool, { pattern: '*.ts' });
    expect(output).toEqual({
      files: [file('src/a.ts', 4), file('src/b/c.ts', 4)],
      total_files: 2,
      total_bytes: 8,
      surveyed_at: expect.stringMatching(/^20\d\d-/) as string,
      left_out: { sensitive_paths: [], too_large_paths: [], is_walk_cut: false, passed_over_folders: [], links: [] },
    });
    expect(surveyFilesTool.show(output)).toBe('4\t2026-03-01\tsrc/a.ts\n4\t2026-03-01\tsrc/b/c.ts\n[2 files, 8 bytes.]');
  });

  it('counts in what is text, and not in what is none', verifies('KEL-OFF-08'), async () => {
    const rig = await folderWith({ 'a.txt': 'one two\nthree', 'b.bin': '\0\u0001' });
    const { files } = await rig.call(surveyFilesTool, { measure: 'text' });
    expect(files).toEqual([file('a.txt', 13, { text: { lines: 2, words: 3, characters: 13 } }), file('b.bin', 2)]);
  });

  it('hashes only what has the size of another', verifies('KEL-OFF-08'), async () => {
    const rig = await folderWith({ 'a.txt': 'same', 'b.txt': 'same', 'c.txt': 'else', 'd.txt': 'longer' });
    const { files } = await rig.call(surveyFilesTool, { measure: 'content' });
    expect(files.map(({ sha256 }) => sha256)).toEqual([sha256Hex('same'), sha256Hex('same'), sha256Hex('else'), null]);
  });

  it('does not read what needs a yes, and says so', verifies('KEL-OFF-08'), async () => {
    const rig = await folderWith({ '.env': 'KEY=1\n', 'a.txt': 'x' });
    const output = await rig.call(surveyFilesTool, { measure: 'text', include_hidden: true });
    expect([output.files.map(({ path, text }) => [path, text?.lines ?? null]), output.left_out.sensitive_paths]).toEqual([[['.env', null], ['a.txt', 1]], ['.env']]);
    expect(surveyFilesTool.show(output)).toContain('1 may not be read unasked, so only their size is told.');
  });

  it('takes endings in any case when it is told to, and names the links that it does not follow', verifies('KEL-OFFUSE-01'), async () => {
    const rig = await toolRig();
    for (const name of ['a.png', 'b.PNG', 'c.Png', 'd.gif']) await rig.write(name, 'x');
    await symlink('a.png', join(rig.folder, 'e.png'));
    const paths = async (more: object) => (await rig.call(surveyFilesTool, { pattern: '*.png', ...more })).files.map(({ path }) => path);
    expect([await paths({}), await paths({ ignore_case: true })]).toEqual([['a.png'], ['a.png', 'b.PNG', 'c.Png']]);
    expect((await rig.call(surveyFilesTool, { pattern: '*.png' })).left_out.links).toEqual(['e.png']);
    expect((await rig.call(globTool, { pattern: '*.png', ignore_case: true })).total_matches).toBe(4);
    expect((await rig.call(searchTextTool, { pattern: 'x', glob: '*.PNG', glob_ignore_case: true })).files_with_matches).toBe(3);
  });

  it('counts those that it does not list', async () => {
    const rig = await toolRig();
    const names = Array.from({ length: SURVEY_FILES_MAX + 1 }, (_, at) => `f${at}`);
    for (const name of names) await rig.write(name, 'x');
    const output = await rig.call(surveyFilesTool, {});
    expect([output.files.length, output.total_files, output.total_bytes]).toEqual([SURVEY_FILES_MAX, SURVEY_FILES_MAX + 1, SURVEY_FILES_MAX + 1]);
    expect(surveyFilesTool.show(output)).toContain('[5001 files, 5001 bytes. 1 of them are not listed; survey a folder below it.]');
  });
});

describe('the size of a text', () => {
  it('is its lines as an editor numbers them, its words and its characters', verifies('KEL-OFF-08'), () => {
    expect(sizeOfText('')).toEqual({ lines: 0, words: 0, characters: 0 });
    expect(sizeOfText('one\n\n two  three\n')).toEqual({ lines: 3, words: 3, characters: 17 });
    expect(sizeOfText('naïve 🙂')).toEqual({ lines: 1, words: 2, characters: 7 });
  });
});

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { mustGit } from '../../../../test/support/real-git.ts';
import { toolRig, type ToolRig } from '../../../../test/support/tool-rig.ts';
import { visibleFiles } from './visible-files.ts';

async function visible({ hands }: ToolRig, under = '.', includesIgnored = false): Promise<string[]> {
  const found: string[] = [];
  for await (const { path } of visibleFiles(hands.files, { under, includesIgnored, signal: hands.signal })) found.push(path);
  return found.toSorted();
}

describe('the files that a search sees', () => {
  it('are those that git would take in, whatever the rules at every depth say', verifies('KEL-FTOOL-08'), async () => {
    const rig = await toolRig();
    mustGit(rig.folder, 'init', '-q');
    const folders = ['', 'a/', 'b/', '.a/', 'a/a/', 'a/b/', 'b/.a/', 'a/a/b/'];
    for (const folder of folders) for (const file of ['f', 'ab', 'a.b']) await rig.write(folder + file, '');
    const part = fc.constantFrom('a', 'b', 'f', '*', '**', 'a*', '?', '[ab]', '[!a]', '.a', '*.b');
    const rule = fc
      .tuple(fc.constantFrom('', '', '!'), fc.constantFrom('', '/'), fc.array(part, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '/'))
      .map(([kept, lead, parts, end]) => kept + lead + parts.join('/') + end);
    const rules = fc.array(rule, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rules, rules, async (above, below) => {
        await writeFile(join(rig.folder, '.gitignore'), above.join('\n'));
        await writeFile(join(rig.folder, 'a/.gitignore'), below.join('\r\n'));
        const git = mustGit(rig.folder, 'ls-files', '--others', '--exclude-standard', '-z').split('\0');
        expect(await visible(rig)).toEqual(git.filter((path) => path !== '').toSorted());
      }),
      { numRuns: 100 },
    );
  });

  it('never include those of git itself, and include ignored ones when asked', async () => {
    const rig = await toolRig();
    for (const path of ['.git/config', 'sub/.git/HEAD', 'dist/x', 'y', '.gitignore']) await rig.write(path, 'dist\n');
    expect(await visible(rig)).toEqual(['.gitignore', 'y']);
    expect(await visible(rig, '.', true)).toEqual(['.gitignore', 'dist/x', 'y']);
  });

  it('are those of a folder that is searched by its name, though it is ignored', async () => {
    const rig = await toolRig();
    await rig.write('.gitignore', 'dist/\n*.tmp\n');
    for (const path of ['dist/x', 'dist/y.tmp']) await rig.write(path, '');
    expect(await visible(rig, 'dist')).toEqual(['dist/x']);
    await rm(join(rig.folder, '.gitignore'));
    expect(await visible(rig, 'dist')).toEqual(['dist/x', 'dist/y.tmp']);
  });
});

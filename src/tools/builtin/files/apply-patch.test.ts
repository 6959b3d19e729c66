import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { KeelsonError } from '../../../kernel/index.ts';
import { toolRig, type ToolRig } from '../../../../test/support/tool-rig.ts';
import { applyPatchTool } from './apply-patch.ts';

const patch = (...lines: string[]): { patch: string } => ({ patch: `${lines.join('\n')}\n` });
const FILE = ['--- a/x', '+++ b/x'];
const failing = async (rig: ToolRig, ...lines: string[]): Promise<string> => (await rig.failure(applyPatchTool, patch(...lines))).message;

describe('apply_patch', () => {
  it('changes, creates, deletes, renames and copies files in one go', verifies('KEL-FTOOL-04'), async () => {
    const rig = await toolRig();
    await rig.write('x', 'one\ntwo\n');
    await rig.write('old', 'gone\n');
    await rig.write('from', 'a\nb\n');
    await rig.write('seed', 's\n');
    const output = await rig.call(applyPatchTool, {
      patch: [
        'From a letter that came with it:',
        'diff --git a/x b/x', 'index 1..2 100644', ...FILE, '@@ -1,2 +1,2 @@', ' one', '-two', '+2',
        'diff --git a/new/made b/new/made', 'new file mode 100755', '--- /dev/null', '+++ b/new/made', '@@ -0,0 +1 @@', '+hello', '\\ No newline at end of file',
        'diff --git a/old b/old', 'deleted file mode 100644', '--- a/old', '+++ /dev/null', '@@ -1 +0,0 @@', '-gone',
        'diff --git a/from b/to', 'similarity index 50%', 'rename from from', 'rename to to', '--- a/from', '+++ b/to', '@@ -1,2 +1,2 @@', ' a', '-b', '+B',
        'diff --git a/seed b/twin', 'similarity index 100%', 'copy from seed', 'copy to twin',
        '-- ', '2.39.5', '',
      ].join('\n'),
    });
    expect(await Promise.all(['x', 'new/made', 'to', 'seed', 'twin'].map((path) => rig.read(path)))).toEqual(['one\n2\n', 'hello', 'a\nB\n', 's\n', 's\n']);
    expect(output).toEqual({
      files: [
        { path: 'x', kind: 'modified' },
        { path: 'new/made', kind: 'created' },
        { path: 'old', kind: 'deleted' },
        { path: 'from', kind: 'deleted' },
        { path: 'to', kind: 'created' },
        { path: 'twin', kind: 'created' },
      ],
      hunks: 4,
    });
    expect((await stat(join(rig.folder, 'new/made'))).mode & 0o111).toBe(0o111);
    expect(applyPatchTool.show(output)).toBe('Applied 4 hunks.\nmodified x\ncreated new/made\ndeleted old\ndeleted from\ncreated to\ncreated twin');
  });

  it('tells before which files it reads, writes and deletes', async () => {
    const { hands } = await toolRig();
    const told = applyPatchTool.intentions(
      patch('--- /dev/null', '+++ b/n', '@@ -0,0 +1 @@', '+n', 'diff --git a/x b/y', 'rename from x', 'rename to y', 'diff --git a/m b/m', 'old mode 100644', 'new mode 100755'),
      hands.place,
    );
    expect(told.map((one) => (one.kind === 'path' ? `${one.op} ${one.path}` : one.kind))).toEqual([
      'read n', 'write n', 'read x', 'delete x', 'write y', 'read m', 'delete m', 'write m',
    ]);
  });

  it('finds a hunk that has moved, the nearest place first, and carries the way on to the next', verifies('KEL-FTOOL-05'), async () => {
    const rig = await toolRig();
    await rig.write('x', ['new', 'new', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join('\n'));
    await rig.call(applyPatchTool, patch(...FILE, '@@ -2,2 +2,2 @@', '-b', '+B', ' c', '@@ -5,2 +5,3 @@', ' e', '+E', ' f'));
    expect(await rig.read('x')).toBe(['new', 'new', 'a', 'B', 'c', 'd', 'e', 'E', 'f', 'g', 'h'].join('\n'));
  });

  it('names file, hunk and the line that does not fit', verifies('KEL-FTOOL-05'), async () => {
    const rig = await toolRig();
    await rig.write('x', 'a\nb\nc\nd\n');
    expect(await failing(rig, ...FILE, '@@ -1,2 +1,2 @@', ' a', '-b', '+B', '@@ -3,2 +3,2 @@', '-C', '+c', ' d')).toBe(
      'The patch does not fit x: hunk 1 (line 3 of the patch) has no context below what it changes, so it would have to be at the end of the file, and is not.',
    );
    expect(await failing(rig, ...FILE, '@@ -1,3 +1,3 @@', ' a', '-b', '+B', ' c', '@@ -3,2 +3,2 @@', '-C', '+c', ' d')).toBe(
      'The patch does not fit x: hunk 2 (line 8 of the patch) expects line 4 to be "C\\n", but it is "d\\n".',
    );
    expect(await failing(rig, ...FILE, '@@ -1,2 +1,2 @@', '-b', '+B', ' c')).toBe('The patch does not fit x: hunk 1 (line 3 of the patch) expects line 1 to be "b\\n", but it is "a\\n".');
    expect(await failing(rig, ...FILE, '@@ -4,2 +4,2 @@', ' d', '-e', '+E')).toBe('The patch does not fit x: hunk 1 (line 3 of the patch) expects line 5 to be "e\\n", but the file has only 4 lines.');
    expect(await failing(rig, ...FILE, '@@ -2,2 +2,1 @@', ' b', '+c', ' c')).toBe('Line 5 of the patch: the hunk of line 3 has more lines than its header says.');
    expect(await rig.read('x')).toBe('a\nb\nc\nd\n');
  });

  it('changes nothing at all when one file of several does not fit', verifies('KEL-FTOOL-06'), async () => {
    const rig = await toolRig();
    await rig.write('x', 'a\n');
    await rig.write('y', 'b\n');
    const changes = ['--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+A', '--- a/y', '+++ b/y', '@@ -1 +1 @@', '-B', '+b'];
    expect(await failing(rig, ...changes)).toBe('The patch does not fit y: hunk 1 (line 8 of the patch) expects line 1 to be "B\\n", but it is "b\\n".');
    expect(await rig.read('x')).toBe('a\n');
  });

  it('puts back what it changed when a later file cannot be written', verifies('KEL-FTOOL-06'), async () => {
    const rig = await toolRig({
      fileHooks: {
        beforeChange: ({ path }) => {
          if (path === 'z') throw new Error('the disk is full');
        },
      },
    });
    await rig.write('x', 'a\n');
    await rig.write('gone', 'g\n');
    await rig.write('z', 'z\n');
    const changes = patch('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+A', '--- /dev/null', '+++ b/n', '@@ -0,0 +1 @@', '+n', '--- a/gone', '+++ /dev/null', '@@ -1 +0,0 @@', '-g', '--- a/z', '+++ b/z', '@@ -1 +1 @@', '-z', '+Z');
    await expect(rig.call(applyPatchTool, changes)).rejects.toThrow();
    expect(await Promise.all(['x', 'gone', 'z'].map((path) => rig.read(path)))).toEqual(['a\n', 'g\n', 'z\n']);
    await expect(rig.read('n')).rejects.toThrow('ENOENT');
  });

  it('puts back a file that was only half changed, and names those that it could not', verifies('KEL-FTOOL-06'), async () => {
    const faults: { path: string; kind: string }[] = [];
    const rig = await toolRig({
      fileHooks: {
        beforeChange: ({ path, kind }) => {
          const at = faults.findIndex((fault) => fault.path === path && fault.kind === kind);
          if (at !== -1) throw new KeelsonError('path.failed', { message: 'The disk is full.', nextStep: 'Make room.', data: { path, detail: faults.splice(at, 1)[0]?.kind ?? '' } });
        },
      },
    });
    await rig.write('x', 'a\n');
    await rig.write('run', 'r\n');
    const changes = ['--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+A', 'diff --git a/run b/run', 'old mode 100644', 'new mode 100755'];
    faults.push({ path: 'run', kind: 'created' });
    expect(await failing(rig, ...changes)).toBe('The disk is full.');
    expect([await rig.read('x'), await rig.read('run')]).toEqual(['a\n', 'r\n']);
    faults.push({ path: 'run', kind: 'created' }, { path: 'run', kind: 'created' });
    expect(await failing(rig, ...changes)).toBe('The patch failed at run (The disk is full.), and these files could not be put back: run.');
    expect(await rig.read('x')).toBe('a\n');
  });

  it('keeps line ends and byte order marks, whichever of the two the patch was written without', verifies('KEL-FTOOL-05'), async () => {
    const rig = await toolRig();
    await rig.write('x', '\ufeffa\r\nb\r\n');
    await rig.call(applyPatchTool, patch(...FILE, '@@ -1,2 +1,2 @@', '-a', '+A', ' b'));
    expect(await rig.read('x')).toBe('\ufeffA\r\nb\r\n');
    await rig.write('x', 'a\nb\n');
    await rig.call(applyPatchTool, { patch: [...FILE, '@@ -1,2 +1,2 @@', '-a', '+A', ' b', ''].join('\r\n') });
    expect(await rig.read('x')).toBe('A\nb\n');
  });

  it('reads names in quotation marks and names with blanks', async () => {
    const rig = await toolRig();
    await rig.write('grün "1"', 'a\n');
    await rig.write('two words', 'a\n');
    const change = ['@@ -1 +1 @@', '-a', '+b'];
    await rig.call(applyPatchTool, patch('--- "a/gr\\303\\274n \\"1\\""', '+++ "b/gr\\303\\274n \\"1\\""', ...change, '--- a/two words\t2026-01-01', '+++ b/two words\t2026-01-02', ...change));
    expect(await Promise.all(['grün "1"', 'two words'].map((path) => rig.read(path)))).toEqual(['b\n', 'b\n']);
  });

  it('refuses what it cannot do, with the line of the patch', async () => {
    const rig = await toolRig();
    const faults = [
      ['no patch at all'],
      ['@@ -1 +1 @@', '-a', '+b'],
      [...FILE, 'no hunk'],
      [...FILE, '@@ -1,2 +1,2 @@', ' a'],
      [...FILE, '@@ one @@', '-a'],
      [...FILE, '@@ -1 +1 @@', '*a'],
      [...FILE, '@@ -1 +1 @@', ' a'],
      ['diff --git a/x b/x', 'GIT binary patch', 'literal 1'],
      ['diff --git a/x b/x', 'new file mode 120000', '--- /dev/null', '+++ b/x', '@@ -0,0 +1 @@', '+/etc/passwd'],
      ['diff --git a/x b/x', '--- a/x', '@@ -1 +1 @@'],
      ['--- "a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b'],
    ];
    const messages: string[] = [];
    for (const lines of faults) messages.push(await failing(rig, ...lines));
    expect(messages).toEqual([
      'Line 1 of the patch: there is nothing to apply; a patch names each file by "--- old" and "+++ new" and changes it by hunks.',
      'Line 1 of the patch: a hunk stands here without the lines "--- old" and "+++ new" that name its file.',
      'Line 3 of the patch: behind "+++ new" comes a hunk, which begins with "@@ -".',
      'Line 5 of the patch: the hunk of line 3 ends here, but its header promises 1 old and 1 new lines more.',
      'Line 3 of the patch: the header of a hunk looks like "@@ -1,4 +1,5 @@".',
      'Line 4 of the patch: a line of a hunk begins with a space, + or -; this one begins otherwise, or the hunk has fewer lines than its header says.',
      'Line 3 of the patch: this hunk changes nothing.',
      'Line 2 of the patch: binary files cannot be patched as text.',
      'Line 2 of the patch: only ordinary files can be patched, no links and no repositories within.',
      'Line 3 of the patch: behind "--- old" comes "+++ new".',
      'Line 1 of the patch: a path in quotation marks is not closed or holds an unknown escape.',
    ]);
  });

  it('refuses to make what is there, to change what is not, and to delete more than it shows', verifies('KEL-FTOOL-05'), async () => {
    const rig = await toolRig();
    await rig.write('x', 'a\nb\n');
    expect(await failing(rig, '--- /dev/null', '+++ b/x', '@@ -0,0 +1 @@', '+a')).toBe('The patch does not fit x: x is there already.');
    expect(await failing(rig, '--- a/y', '+++ b/y', '@@ -1 +1 @@', '-a', '+b')).toBe('The patch does not fit y: y is not there.');
    await rig.write('y2', '');
    expect(await failing(rig, 'diff --git a/x b/y2', 'rename from x', 'rename to y2')).toBe('The patch does not fit y2: y2 is there already.');
    expect(await failing(rig, '--- a/x', '+++ /dev/null', '@@ -1,2 +1 @@', ' a', '-b')).toBe('The patch does not fit x: it deletes the file, but the file holds more than the patch takes away.');
  });
});

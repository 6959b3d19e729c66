import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { editFileTool } from './edit-file.ts';
import { encodeText } from './text-encoding.ts';

const AGAIN = 'Copy the text exactly as it is in the file, without line numbers, and try again.';

describe('edit_file', () => {
  it('replaces the one place where the text occurs', verifies('KEL-FTOOL-02'), async () => {
    const rig = await toolRig();
    await rig.write('x', 'one\ntwo\nthree\n');
    const output = await rig.call(editFileTool, { path: 'x', old_text: 'two', new_text: '$& 2' });
    expect(await rig.read('x')).toBe('one\n$& 2\nthree\n');
    expect(output).toEqual({ path: 'x', replacements: 1, lines: [2], total_bytes: 15 });
    expect(editFileTool.show(output)).toBe('Replaced 1 place in x (line 2).');
  });

  it('refuses a text that occurs more than once, unless all are meant', verifies('KEL-FTOOL-02'), async () => {
    const rig = await toolRig();
    await rig.write('x', 'a\nb\na\n');
    expect(await rig.failure(editFileTool, { path: 'x', old_text: 'a', new_text: 'c' })).toEqual({
      code: 'tool.failed',
      message: 'The text to replace occurs 2 times in x (lines 1, 3).',
      nextStep: 'Add lines around it so that only one place is meant, or set replace_all.',
    });
    expect(await rig.read('x')).toBe('a\nb\na\n');
    expect(await rig.call(editFileTool, { path: 'x', old_text: 'a', new_text: 'c', replace_all: true })).toMatchObject({ replacements: 2, lines: [1, 3] });
    expect(await rig.read('x')).toBe('c\nb\nc\n');
  });

  it('keeps line ends, byte order marks and encodings as they are', verifies('KEL-FTOOL-02'), async () => {
    const rig = await toolRig();
    for (const encoding of ['utf-8-bom', 'utf-16le', 'utf-16be', 'latin1'] as const) {
      const text = (middle: string): Uint8Array => encodeText(`Ä\r\n${middle}\r\nend\r\n`, encoding) ?? new Uint8Array();
      await rig.write('x', text('b'));
      await rig.call(editFileTool, { path: 'x', old_text: 'Ä\nb', new_text: 'Ä\nc\nd' });
      expect((await rig.hands.files.read('x')).bytes).toEqual(Buffer.from(text('c\r\nd')));
    }
    await rig.write('x', 'a\r\nb\nc');
    await rig.call(editFileTool, { path: 'x', old_text: 'b\nc', new_text: 'b\nd' });
    expect(await rig.read('x')).toBe('a\r\nb\nd');
  });

  it('refuses a character that the encoding of the file does not have', verifies('KEL-FTOOL-02'), async () => {
    const rig = await toolRig();
    await rig.write('x', Buffer.from('Ä = 1', 'latin1'));
    expect((await rig.failure(editFileTool, { path: 'x', old_text: '1', new_text: '€' })).message).toBe('x is written in latin1, which does not have every character of the new text.');
    expect((await rig.hands.files.read('x')).bytes).toEqual(Buffer.from('Ä = 1', 'latin1'));
  });

  it('shows the nearest lines and says what differs when nothing matches', verifies('KEL-FTOOL-03'), async () => {
    const rig = await toolRig();
    await rig.write('x', 'if (a) {\n\treturn "yes";\n}\nconst total = sum(values);  \nend();\n');
    const differences: [string, string, string][] = [
      ['sum(values);\nend()', 'spaces at the ends of lines', '4\tconst total = sum(values);  \n5\tend();'],
      ['if (a) {\n  return "yes";\n}', 'indentation', '1\tif (a) {\n2\t\treturn "yes";\n3\t}'],
      ['const total=sum( values )', 'white space', '4\tconst total = sum(values);  '],
      ['return “yes”', 'quotation marks or dashes', '2\t\treturn "yes";'],
      ['Return "yes"', 'capitals', '2\t\treturn "yes";'],
      ['RETURN ‘yes’;', 'white space, marks or capitals', '2\t\treturn "yes";'],
      ['}\nconst total = sum(numbers);', 'the words', '3\t}\n4\tconst total = sum(values);  '],
    ];
    for (const [old_text, difference, shown] of differences) {
      expect(await rig.failure(editFileTool, { path: 'x', old_text, new_text: '' })).toEqual({
        code: 'tool.failed',
        message: `The text to replace does not occur in x. The nearest is this; it differs in ${difference}:\n${shown}`,
        nextStep: AGAIN,
      });
    }
    expect((await rig.failure(editFileTool, { path: 'x', old_text: 'what\nstood\nif (a) {{ before', new_text: '' })).message).toContain('the words:\n1\tif (a) {\n2');
    expect((await rig.failure(editFileTool, { path: 'x', old_text: 'zzzz qqqq', new_text: '' })).message).toBe('The text to replace does not occur in x, nor anything like it.');
  });

  it('refuses what is no text, and an edit that changes nothing', async () => {
    const rig = await toolRig();
    await rig.write('x', Uint8Array.from([1, 0, 2]));
    expect((await rig.failure(editFileTool, { path: 'x', old_text: 'a', new_text: 'b' })).message).toBe('x is no text.');
    expect(editFileTool.input?.safeParse({ path: 'x', old_text: 'a', new_text: 'a' }).success).toBe(false);
  });
});

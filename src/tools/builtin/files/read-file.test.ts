import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { READ_CHUNK_BYTES, READ_TEXT_CHARS_MAX } from './limits.ts';
import { readFileTool } from './read-file.ts';
import { encodeText } from './text-encoding.ts';

const whole = { first_line: 1, next_offset_line: null, is_line_cut: false, line_numbers: false };

describe('read_file', () => {
  it('gives a text with its encoding and how long it is', async () => {
    const rig = await toolRig();
    await rig.write('src/a.ts', 'one\ntwo\n');
    const output = await rig.call(readFileTool, { path: 'src/a.ts' });
    expect(output).toEqual({ ...whole, path: 'src/a.ts', encoding: 'utf-8', text: 'one\ntwo\n', line_count: 2, total_lines: 2, total_bytes: 8 });
    expect(readFileTool.show(output)).toBe('one\ntwo\n');
  });

  it('reads every encoding that people use, and leaves the mark out of the text', verifies('KEL-FTOOL-01'), async () => {
    const rig = await toolRig();
    for (const encoding of ['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'latin1'] as const) {
      await rig.write('x', encodeText('grün\nÄ', encoding) ?? '');
      expect(await rig.call(readFileTool, { path: 'x' })).toMatchObject({ encoding, text: 'grün\nÄ', total_lines: 2 });
    }
  });

  it('says of a binary file that it is one, and shows nothing of it', verifies('KEL-FTOOL-01'), async () => {
    const rig = await toolRig();
    for (const bytes of [[0x89, 0x50, 0x4e, 0x47, 0, 1], [0xff, 0x41, 0x01, 0x02]]) {
      await rig.write('x.bin', Uint8Array.from(bytes));
      const output = await rig.call(readFileTool, { path: 'x.bin' });
      expect(output).toEqual({ ...whole, path: 'x.bin', encoding: null, text: '', line_count: 0, total_lines: null, total_bytes: bytes.length });
      expect(readFileTool.show(output)).toBe(`x.bin is no text: ${bytes.length} bytes of something else.`);
    }
  });

  it('gives the lines asked for and says where to go on', verifies('KEL-FTOOL-01'), async () => {
    const rig = await toolRig();
    await rig.write('x', '1\n2\n3\n4\n5');
    const middle = await rig.call(readFileTool, { path: 'x', offset_line: 2, limit_lines: 2, line_numbers: true });
    expect(middle).toMatchObject({ text: '2\n3\n', first_line: 2, line_count: 2, total_lines: 5, next_offset_line: 4 });
    expect(readFileTool.show(middle)).toBe('2\t2\n3\t3\n[There is more; go on with offset_line 4.]');
    const last = await rig.call(readFileTool, { path: 'x', offset_line: 4, limit_lines: 2 });
    expect(last).toMatchObject({ text: '4\n5', line_count: 2, next_offset_line: null });
    expect(await rig.failure(readFileTool, { path: 'x', offset_line: 9 })).toEqual({
      code: 'tool.failed',
      message: 'x has 5 lines; there is no line 9 to read.',
      nextStep: 'Read from an earlier line.',
    });
  });

  it('finds a line of a large file without holding the file, whatever the pieces cut', verifies('KEL-FTOOL-01'), async () => {
    const rig = await toolRig();
    // Three bytes to a character, so that pieces end within one.
    const line = `${'€'.repeat(100)}\n`;
    const lines = Math.ceil((2.5 * READ_CHUNK_BYTES) / Buffer.byteLength(line));
    await rig.write('large', line.repeat(lines));
    expect(await rig.call(readFileTool, { path: 'large', offset_line: lines - 1, limit_lines: 1 })).toMatchObject({ text: line, total_lines: lines, next_offset_line: lines });
    expect(await rig.call(readFileTool, { path: 'large', limit_lines: 2 })).toMatchObject({ text: line.repeat(2), total_lines: null, next_offset_line: 3 });
  });

  it('never gives more than its bound: whole lines, and part of one that is too long alone', verifies('KEL-FTOOL-01'), async () => {
    const rig = await toolRig();
    const half = `${'x'.repeat(READ_TEXT_CHARS_MAX / 2)}\n`;
    await rig.write('x', half.repeat(3));
    expect(await rig.call(readFileTool, { path: 'x' })).toMatchObject({ text: half, line_count: 1, next_offset_line: 2, is_line_cut: false });
    await rig.write('x', `${'y'.repeat(READ_TEXT_CHARS_MAX + 5)}\nnext\n`);
    const cut = await rig.call(readFileTool, { path: 'x' });
    expect(cut).toMatchObject({ text: 'y'.repeat(READ_TEXT_CHARS_MAX), line_count: 1, next_offset_line: 2, is_line_cut: true });
    expect(readFileTool.show(cut).slice(READ_TEXT_CHARS_MAX)).toBe('\n[Line 1 is longer than what is shown of it. There is more; go on with offset_line 2.]');
  });

  it('says that an empty file is empty', async () => {
    const rig = await toolRig();
    await rig.write('x', '');
    const output = await rig.call(readFileTool, { path: 'x' });
    expect(output).toEqual({ ...whole, path: 'x', encoding: 'utf-8', text: '', line_count: 0, total_lines: 0, total_bytes: 0 });
    expect(readFileTool.show(output)).toBe('x is empty.');
  });

  it('fails with the code of the path for what is not there or is a folder', async () => {
    const rig = await toolRig();
    await rig.write('folder/x', '');
    expect((await rig.failure(readFileTool, { path: 'none' })).code).toBe('path.missing');
    expect((await rig.failure(readFileTool, { path: 'folder' })).code).toBe('path.wrong_kind');
  });
});

import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { processTerminal } from './terminal.ts';

/** Streams that stand where the process's own would; only what the terminal uses is there. */
function streams(fields: { isTTY?: boolean; columns?: number } = {}) {
  const stdin = Object.assign(new PassThrough(), fields);
  const stdout = Object.assign(new PassThrough(), fields);
  const stderr = Object.assign(new PassThrough(), fields);
  const ends: (string | undefined)[] = [];
  const open = (noColour = false, columnsWished?: string) =>
    processTerminal({
      stdin: stdin as unknown as NodeJS.ReadStream,
      stdout: stdout as unknown as NodeJS.WriteStream,
      stderr: stderr as unknown as NodeJS.WriteStream,
      noColour,
      columnsWished,
      onOutputEnd: (fault) => ends.push(fault?.message),
    });
  return { stdin, stdout, stderr, open, ends };
}

const fault = (message: string, code: string): Error => Object.assign(new TypeError(message), { code });

describe('processTerminal', () => {
  it('writes to the two outputs', verifies('KEL-CLI-07'), async () => {
    const { stdout, stderr, open } = streams();
    const terminal = open();
    await terminal.writeOut('one');
    await terminal.writeError('two');
    expect([stdout.read()?.toString(), stderr.read()?.toString()]).toEqual(['one', 'two']);
  });

  it('reads lines whatever ends them', verifies('KEL-CLI-07'), async () => {
    const { stdin, open } = streams();
    stdin.end('a\r\nb\nc');
    const lines: string[] = [];
    for await (const line of open().readLines(new AbortController().signal)) lines.push(line);
    expect(lines).toEqual(['a', 'b', 'c']);
  });

  it('stops reading when it is told to, though the input is still open', verifies('KEL-CLI-07'), async () => {
    const { stdin, open } = streams();
    const interruption = new AbortController();
    stdin.write('a\n');
    const lines: string[] = [];
    for await (const line of open().readLines(interruption.signal)) {
      lines.push(line);
      interruption.abort();
    }
    expect(lines).toEqual(['a']);
  });

  it('tells when the reader has gone, and writes no more', verifies('KEL-CLI-07'), async () => {
    const { stdout, open, ends } = streams();
    const terminal = open();
    stdout.destroy(fault('gone', 'EPIPE'));
    await terminal.writeOut('one');
    await new Promise((resolve) => void setImmediate(resolve));
    expect({ destroyed: stdout.destroyed, ends }).toEqual({ destroyed: true, ends: [undefined] });
  });

  it('tells of any other fault of the output', verifies('KEL-CLI-07'), () => {
    const { stdout, stderr, open, ends } = streams();
    open();
    stdout.emit('error', fault('disk full', 'ENOSPC'));
    stderr.emit('error', fault('nobody listens', 'EPIPE'));
    expect(ends).toEqual(['disk full']);
  });

  it('knows a person from a pipe', verifies('KEL-CLI-07'), () => {
    const shown = (fields: { isTTY?: boolean; columns?: number }, noColour = false) => {
      const { isInteractive, columns, colour } = streams(fields).open(noColour);
      return { isInteractive, columns, colour };
    };
    expect(shown({})).toEqual({ isInteractive: false, columns: 80, colour: false });
    expect(shown({ columns: 0 })).toEqual({ isInteractive: false, columns: 80, colour: false });
    expect(shown({ isTTY: true, columns: 100 })).toEqual({ isInteractive: true, columns: 100, colour: true });
    expect(shown({ isTTY: true, columns: 300 }, true)).toEqual({ isInteractive: true, columns: 110, colour: false });
  });

  it('is as wide as the environment says where nothing is a window', verifies('KEL-SURF-09'), () => {
    expect(['60', '5', '200', 'wide', ''].map((wished) => streams().open(false, wished).columns)).toEqual([60, 20, 110, 80, 80]);
    expect(streams({ columns: 100 }).open(false, '60').columns).toBe(100);
  });

  it('waits until the text is taken', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keelson-terminal-'));
    try {
      const file = join(folder, 'out.txt');
      const stdout = createWriteStream(file) as unknown as NodeJS.WriteStream;
      const stdin = new PassThrough() as unknown as NodeJS.ReadStream;
      await processTerminal({ stdin, stdout, stderr: stdout, noColour: true, onOutputEnd: () => {} }).writeOut('kept');
      expect(readFileSync(file, 'utf8')).toBe('kept');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

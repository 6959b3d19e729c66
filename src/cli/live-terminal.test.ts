import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { liveTerminal } from './live-terminal.ts';
import type { Terminal } from './surface.ts';

/** A line's end, or an order to go up or to clear what follows. */
const STEPS = new RegExp(`(\n|${'\u001b'}\\[\\d*[FJ])`, 'u');

/** A screen that understands what is written to it: lines, going up, and clearing to the end. */
function screenOf(columns = 40) {
  const lines = [''];
  let row = 0;
  const write = async (text: string): Promise<void> => {
    for (const part of text.split(STEPS)) {
      if (part === '\n') {
        row += 1;
        lines[row] ??= '';
      } else if (part.endsWith('F') && part.startsWith('\u001b')) row -= Number(part.slice(2, -1));
      else if (part === '\u001b[J') lines.splice(row, lines.length, '');
      else lines[row] = `${lines[row] ?? ''}${part}`;
    }
  };
  const typed: string[] = [];
  const terminal: Terminal = {
    writeOut: write,
    writeError: write,
    async *readLines() {
      for (const line of typed) {
        // The terminal itself shows what is typed, and where it ends.
        await write(`${line}\n`);
        yield line;
      }
    },
    isInteractive: true,
    columns,
    colour: false,
  };
  return { terminal, typed, shown: () => lines.join('\n') };
}

describe('lines that change in place', () => {
  it('stay under everything that is written', verifies('KEL-RUNUI-10'), async () => {
    const screen = screenOf();
    const live = liveTerminal(screen.terminal);
    await live.show(['one', 'two']);
    await live.terminal.writeError('told\n');
    await live.show(['three']);
    await live.terminal.writeOut('result\n');
    expect(screen.shown()).toBe('told\nresult\nthree\n');
    await live.end();
    expect(screen.shown()).toBe('told\nresult\n');
  });

  it('are not drawn while a question is open, and come back when it is answered', verifies('KEL-RUNUI-10'), async () => {
    const screen = screenOf();
    const live = liveTerminal(screen.terminal);
    await live.show(['busy']);
    await live.terminal.writeError('Shall I? ');
    await live.show(['busier']);
    expect(screen.shown()).toBe('Shall I? ');
    screen.typed.push('yes');
    for await (const line of live.terminal.readLines(new AbortController().signal)) expect(line).toBe('yes');
    await live.show(['done']);
    expect(screen.shown()).toBe('Shall I? yes\ndone\n');
  });

  it('leave above them what somebody types', verifies('KEL-RUNUI-10'), async () => {
    const screen = screenOf();
    const live = liveTerminal(screen.terminal);
    await live.show(['busy']);
    screen.typed.push('hurry', 'please');
    for await (const _line of live.terminal.readLines(new AbortController().signal));
    expect(screen.shown()).toBe('> hurry\n> please\nbusy\n');
  });

  it('never take two rows', verifies('KEL-RUNUI-10'), async () => {
    const screen = screenOf(10);
    const live = liveTerminal(screen.terminal);
    await live.show(['123456789', '1234567890', '']);
    expect(screen.shown()).toBe('123456789\n12345678…\n\n');
    await live.terminal.writeError('');
    expect(screen.shown()).toBe('123456789\n12345678…\n\n');
  });
});

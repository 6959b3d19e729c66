import { describe, expect, it } from 'vitest';
import { EXIT } from './exit-codes.ts';
import { showFailure, type Terminal } from './surface.ts';

describe('a failure', () => {
  it('is shown in characters that print, whoever it quotes', async () => {
    const shown: string[] = [];
    const terminal: Terminal = { writeOut: async () => {}, writeError: async (text) => void shown.push(text), async *readLines() {}, isInteractive: true, columns: 80, colour: false };
    const error = { code: 'tool.approval_denied', message: 'No: \u001B[2Jwiped\nsecond line', next_step: 'Ask \u202Eagain', data: {} };
    expect(await showFailure({ terminal, signal: new AbortController().signal } as Parameters<typeof showFailure>[0], error, false)).toBe(EXIT.failed);
    expect(shown).toEqual(['keelson: No: \\u{1b}[2Jwiped\nsecond line\n         Ask \\u{202e}again\n         [tool.approval_denied]\n']);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { OVERLONG_LINE, splitLines } from './lines.ts';

async function linesOf(chunks: readonly (string | Uint8Array)[], maxChars?: number): Promise<string[]> {
  async function* input(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
  }
  const lines: string[] = [];
  for await (const line of splitLines(input(), maxChars)) lines.push(line);
  return lines;
}

describe('splitLines', () => {
  it('splits at line feeds, with or without a carriage return, and keeps empty lines', verifies('KEL-CLI-08'), async () => {
    expect(await linesOf(['a\r\nb\n\nc'])).toEqual(['a', 'b', '', 'c']);
    expect(await linesOf(['a\n'])).toEqual(['a']);
    expect(await linesOf([])).toEqual([]);
  });

  it('leaves other line separators in the text', verifies('KEL-CLI-08'), async () => {
    expect(await linesOf(['a\u2028b\u2029c\u0085d\re\n'])).toEqual(['a\u2028b\u2029c\u0085d\re']);
  });

  it('drops a byte order mark at the very start, and nowhere else', verifies('KEL-CLI-08'), async () => {
    expect(await linesOf(['\ufeffa\n\ufeffb'])).toEqual(['a', '\ufeffb']);
  });

  it('puts characters together that were cut between chunks', verifies('KEL-CLI-08'), async () => {
    const bytes = new TextEncoder().encode('grüße 👋\nend');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (at) => {
        expect(await linesOf([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(['grüße 👋', 'end']);
      }),
    );
  });

  it('shows half a character at the very end instead of dropping it', verifies('KEL-CLI-08'), async () => {
    expect(await linesOf([Uint8Array.of(0x61, 0xc3)])).toEqual(['a\ufffd']);
  });

  it('passes over a line that is too long and goes on with the next', verifies('KEL-CLI-08'), async () => {
    expect(await linesOf(['abc', 'def', 'g\nh\nabcdef\nabcdefg\n'], 6)).toEqual([OVERLONG_LINE, 'h', 'abcdef', OVERLONG_LINE]);
  });
});

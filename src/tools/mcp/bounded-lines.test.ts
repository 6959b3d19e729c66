import { array, assert, asyncProperty, nat, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { boundedLines, type BoundedLine } from './bounded-lines.ts';

async function* inChunks(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const size of sizes) {
    yield bytes.subarray(from, from + size);
    from += size;
  }
  yield bytes.subarray(from);
}

async function read(text: string, bytesMax: number, sizes: readonly number[] = []): Promise<BoundedLine[]> {
  const lines: BoundedLine[] = [];
  for await (const one of boundedLines(inChunks(Buffer.from(text), sizes), bytesMax)) lines.push(one);
  return lines;
}
const line = (text: string): BoundedLine => ({ kind: 'line', text });

describe('lines of a program', () => {
  it('come whole, without their ends, and what has no end is not a line', verifies('KEL-MCP-02'), async () => {
    expect(await read('one\r\n\ntwo\nthree', 100)).toEqual([line('one'), line(''), line('two')]);
  });

  it('are bounded exactly, in one chunk or in many', verifies('KEL-MCP-02'), async () => {
    expect(await read('1234\n12345\n1\n', 4)).toEqual([line('1234'), { kind: 'too_long' }]);
    expect(await read('12345678', 4, [3, 3])).toEqual([{ kind: 'too_long' }]);
    expect(await read('1234\n5', 4, [2])).toEqual([line('1234')]);
    expect(await read('12345\n', 4, [3])).toEqual([{ kind: 'too_long' }]);
  });

  it('are the same however they are cut', verifies('KEL-MCP-02'), async () => {
    await assert(
      asyncProperty(array(string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ''))), array(nat({ max: 9 })), async (texts, sizes) => {
        expect(await read(texts.map((text) => `${text}\n`).join(''), 1_000, sizes)).toEqual(texts.map(line));
      }),
      { numRuns: 50 },
    );
  });
});

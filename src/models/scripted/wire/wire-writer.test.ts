import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentsValue, CHUNKS_MAX, chunksOf, plus, totalOf } from './wire-writer.ts';

describe('chunks of a text', () => {
  it('have the size asked for and never cut a character', () => {
    expect(chunksOf('abcdefg', 3)).toEqual(['abc', 'def', 'g']);
    expect(chunksOf('a🌊b', 1)).toEqual(['a', '🌊', 'b']);
    expect(chunksOf('a🌊b', 2)).toEqual(['a🌊', 'b']);
    expect(chunksOf('', 3)).toEqual([]);
  });

  it('are larger where there would be too many', () => {
    expect(chunksOf('x'.repeat(CHUNKS_MAX), 1)).toHaveLength(CHUNKS_MAX);
    expect(chunksOf('x'.repeat(3 * CHUNKS_MAX), 2)).toEqual(Array.from({ length: CHUNKS_MAX }, () => 'xxx'));
  });

  it('make up the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), (text, size) => {
        const chunks = chunksOf(text, size);
        expect(chunks.join('')).toBe(text);
        expect(chunks.every((chunk) => chunk !== '' && chunk.isWellFormed())).toBe(true);
      }),
    );
  });
});

describe('figures that may be anything', () => {
  it('are added only when they are numbers', () => {
    expect([plus(1, 2), plus(1, '2'), plus(undefined, 2)]).toEqual([3, undefined, undefined]);
    expect([totalOf({ input_tokens: 1, output_tokens: 2 }), totalOf({ total_tokens: -1, input_tokens: 1 }), totalOf({})]).toEqual([3, -1, undefined]);
  });
});

describe('arguments where a format wants a value', () => {
  it('stay text when they are no JSON', () => {
    expect([argumentsValue('{"a":1}'), argumentsValue('{"a":')]).toEqual([{ a: 1 }, '{"a":']);
  });
});

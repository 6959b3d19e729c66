import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { excerptOf, headTail } from './bound-output.ts';

const note = (leftOut: number): string => `[${leftOut} left out]`;

describe('an output that is too long', () => {
  it('is shown as its beginning and end, and the note between them counts what is missing', verifies('KEL-RUNNER-09', 'ART-R3-05'), () => {
    const text = Array.from({ length: 1_000 }, (_, at) => `${at}`).join(',');
    const shown = headTail(text, 100, note);
    const [, head, leftOut, tail] = /^(.*)\[(\d+) left out\](.*)$/.exec(shown) ?? [];
    expect([text.startsWith(head ?? '?'), text.endsWith(tail ?? '?'), (head?.length ?? 0) + (tail?.length ?? 0) + Number(leftOut)]).toEqual([true, true, text.length]);
    expect(shown.length).toBeLessThanOrEqual(100);
    expect(shown.length).toBeGreaterThan(95);
  });

  it('never exceeds its bound and never splits a character', verifies('KEL-RUNNER-09'), () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '😀', 'é', '\n'), maxLength: 400 }), fc.integer({ min: 40, max: 120 }), (text, charsMax) => {
        const shown = headTail(text, charsMax, note);
        expect(shown.length).toBeLessThanOrEqual(charsMax);
        expect(shown.isWellFormed()).toBe(true);
        if (text.length <= charsMax) expect(shown).toBe(text);
      }),
    );
  });

  it('is told in evidence by its first 200 characters', verifies('ART-R3-06'), () => {
    expect(excerptOf('x'.repeat(201))).toBe('x'.repeat(200));
    expect(excerptOf(`${'x'.repeat(199)}😀`)).toBe('x'.repeat(199));
    expect(excerptOf('short')).toBe('short');
  });
});

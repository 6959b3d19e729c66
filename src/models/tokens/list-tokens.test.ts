import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { estimateTokens } from './estimate.ts';
import { estimateListTokens } from './list-tokens.ts';
import { countOn, NOTHING_COUNTED, roughCount, roughTotal } from './rough-count.ts';

/** Texts whose pieces join in every way: words cut in two, marks against marks, other scripts, halves of characters. */
const pieces = fc.array(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('Keel', 'son', '12', '345', '{"', '"}', '\n', '  ', 'é', '今', '\ud83d', '\ude00', 'camelCase')), { maxLength: 12 });

describe('a count that goes on', () => {
  it('is to the bit the count of the whole text, wherever it is cut', verifies('KEL-FAST-21'), () => {
    fc.assert(fc.property(pieces, (texts) => roughTotal(texts.reduce(countOn, NOTHING_COUNTED)) === roughCount(texts.join(''))));
    // Against the whole text in one run, which is counted without any cut.
    expect([roughCount(''), roughCount('internationalisation'), roughTotal(countOn(countOn(NOTHING_COUNTED, 'internationalis'), 'ation'))]).toEqual([0, 4, 4]);
  });
});

describe('the tokens of a list', () => {
  const asWritten = (parts: readonly object[]): number => estimateTokens(JSON.stringify(parts), 'other');

  it('are those of its JSON, however it grew, was cut short or was put together anew', verifies('KEL-FAST-21'), () => {
    fc.assert(
      fc.property(fc.array(fc.record({ role: fc.constantFrom('user', 'tool'), text: fc.string() }), { maxLength: 8 }), fc.array(fc.nat(7), { maxLength: 12 }), (parts, looks) => {
        for (const at of looks) {
          const grown = parts.slice(0, at);
          const turned = parts.slice(at).concat(grown);
          if (estimateListTokens(grown, 'other') !== asWritten(grown) || estimateListTokens(turned, 'other') !== asWritten(turned)) return false;
        }
        return true;
      }),
    );
  });

  it('cost what was added to it, not what was there', verifies('KEL-FAST-21'), () => {
    let written = 0;
    const part = (text: string): object => ({ text, toJSON: () => ((written += 1), { text }) });
    const parts: object[] = [];
    for (let turn = 1; turn <= 20; turn += 1) {
      parts.push(part(`turn ${turn}`));
      estimateListTokens([...parts], 'other');
      estimateListTokens(parts, 'other');
    }
    expect(written).toBe(20);
  });
});

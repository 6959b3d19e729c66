import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { mask, withoutMaskNumbers } from './mask.ts';

const SENSITIVE = readFileSync(new URL('../../../test/fixtures/pii-extended.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => (JSON.parse(line) as { input: string }).input);

/** Texts that run into each other where they were cut, as no single detector expects them. */
const mixedText = fc
  .array(fc.oneof(fc.tuple(fc.constantFrom(...SENSITIVE), fc.nat(30)).map(([text, from]) => text.slice(from)), fc.constantFrom('1111 ', '0044 ', '20 ', '+41 ', '::1', '415-555-0132', 'a@b.co', '192.168.1.', '-', '\n', '[', '[EMAIL_1]'), fc.string()), { maxLength: 12 })
  .map((pieces) => pieces.join(''));

describe('a masked text', () => {
  it('is masked the same when it is masked again, whatever stands in it', verifies('KEL-CASSETTE-02'), () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        expect(mask(mask(text))).toBe(mask(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('does not keep what only shows once its neighbour is masked', verifies('KEL-CASSETTE-02'), () => {
    expect(mask('call +41 44 668 18 00 1111 1111 1112')).toBe('call [PHONE_1] [PHONE_2]');
  });

  it.each([
    ['from [EMAIL_1] to [EMAIL_12].', 'from [EMAIL] to [EMAIL].'],
    ['[US_SSN_3][[PHONE_1]]', '[US_SSN][[PHONE]]'],
    ['row[i_1] [EMAIL_x] [EMAIL_] [EMAIL] [EMAILS_1] EMAIL_1] [EMAIL_1', 'row[i_1] [EMAIL_x] [EMAIL_] [EMAIL] [EMAILS_1] EMAIL_1] [EMAIL_1'],
  ])('%s is compared as %s', verifies('KEL-CASSETTE-01'), (masked, compared) => {
    expect(withoutMaskNumbers(masked)).toBe(compared);
  });
});

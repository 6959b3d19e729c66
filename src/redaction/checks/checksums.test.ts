import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { passesEan13, passesLuhn, passesMod11And10, passesVerhoeff, remainder, weightedSum } from './checksums.ts';

/** The body with each of the ten possible check digits; exactly one of them may pass. */
function passing(body: string, passes: (digits: string) => boolean): string[] {
  return [...'0123456789'].map((check) => body + check).filter((digits) => passes(digits));
}

function digits(length: number): fc.Arbitrary<string> {
  return fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((values) => values.join(''));
}

describe('check digits', () => {
  it('agree with published numbers', verifies('KEL-REDACTION-08'), () => {
    expect([...'0123456789'].flatMap((digit) => passing(digit, passesLuhn))).toEqual(['00', '18', '26', '34', '42', '59', '67', '75', '83', '91']);
    expect(passing('411111111111111', passesLuhn)).toEqual(['4111111111111111']);
    expect(passing('37828224631000', passesLuhn)).toEqual(['378282246310005']);
    expect(passing('7992739871', passesLuhn)).toEqual(['79927398713']);
    expect(passing('23412341234', passesVerhoeff)).toEqual(['234123412346']);
    expect(passing('14285714285714285714285714285', passesVerhoeff)).toHaveLength(1);
    expect(passing('12345', passesVerhoeff)).toEqual(['123451']);
    expect(passing('3657426180', passesMod11And10)).toEqual(['36574261809']);
    expect(passing('3339200596', passesMod11And10)).toEqual(['33392005961']);
    expect(passing('756921707698', passesEan13)).toEqual(['7569217076985']);
    expect(passing('400638133393', passesEan13)).toEqual(['4006381333931']);
  });

  it.each([
    ['Luhn', passesLuhn, 15],
    ['Verhoeff', passesVerhoeff, 11],
    ['ISO 7064 MOD 11,10', passesMod11And10, 10],
    ['EAN-13', passesEan13, 12],
  ])('%s admits one check digit for any body, and no single wrong digit', verifies('KEL-REDACTION-08'), (_, passes, length) => {
    fc.assert(
      fc.property(digits(length), fc.nat(length - 1), fc.integer({ min: 1, max: 9 }), (body, place, shift) => {
        const [right = '', ...more] = passing(body, passes);
        expect([right.length, more]).toEqual([length + 1, []]);
        const wrong = right.slice(0, place) + ((Number(right[place]) + shift) % 10) + right.slice(place + 1);
        expect(passes(wrong)).toBe(false);
      }),
    );
  });

  it('Verhoeff also catches neighbours that changed places', verifies('KEL-REDACTION-08'), () => {
    fc.assert(
      fc.property(digits(11), fc.nat(9), (body, place) => {
        const [right = ''] = passing(body, passesVerhoeff);
        const swapped = right.slice(0, place) + right.charAt(place + 1) + right.charAt(place) + right.slice(place + 2);
        expect(passesVerhoeff(swapped)).toBe(swapped === right);
      }),
    );
  });

  it('remainder agrees with whole-number arithmetic', verifies('KEL-REDACTION-08'), () => {
    fc.assert(
      fc.property(digits(30), fc.integer({ min: 2, max: 97 }), (text, modulus) => {
        expect(remainder(text, modulus)).toBe(Number(BigInt(text) % BigInt(modulus)));
      }),
    );
  });

  it('weightedSum counts as many places as there are weights', verifies('KEL-REDACTION-08'), () => {
    expect(weightedSum('1234', [2, 3, 5])).toBe(23);
    expect(weightedSum('90', [1, -1])).toBe(9);
  });
});

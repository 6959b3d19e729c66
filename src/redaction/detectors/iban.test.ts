import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { checkText } from '../redact.ts';

/** A German IBAN for an account: the check digits are 98 less the remainder of the account with D, E and 00 behind. */
function germanIban(account: number): string {
  const body = String(account).padStart(18, '0');
  const check = 98n - (BigInt(`${body}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${body}`;
}

function found(text: string): string[] {
  return checkText(text).spans.map((span) => `${span.type} ${text.slice(span.start, span.end)}`);
}

describe('IBANs', () => {
  const numbers = Array.from({ length: 400 }, (_, account) => germanIban(account + 1));

  it('of every check digit from 02 to 98 are found', verifies('KEL-REDACTION-12'), () => {
    expect(new Set(numbers.map((number) => number.slice(2, 4))).size).toBe(97);
    expect(numbers.flatMap(found)).toEqual(numbers.map((number) => `IBAN ${number}`));
  });

  it('are not found when one character is wrong', verifies('KEL-REDACTION-12'), () => {
    const wrong = numbers.map((number) => number.slice(0, 10) + ((Number(number[10]) + 1) % 10) + number.slice(11));
    expect(wrong.flatMap(found)).toEqual([]);
  });

  it.each(['DE00000000000000000066', 'DE01000000000000000048', 'DE99000000000000000030'])(
    'are not found with check digits that are never given (%s)',
    verifies('KEL-REDACTION-12'),
    (number) => {
      expect(found(number)).toEqual([]);
    },
  );

  it('count letters as ten and upward, in either case', verifies('KEL-REDACTION-12'), () => {
    expect(found('gb82west12345698765432')).toEqual(['IBAN gb82west12345698765432']);
    expect(found('GB82WEZT12345698765432')).toEqual([]);
  });
});

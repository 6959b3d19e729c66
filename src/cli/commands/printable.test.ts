import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { printable, printableLines } from './printable.ts';

describe('a text that somebody else wrote', () => {
  it('shows what would act on the terminal or hide in it by its number', verifies('KEL-TCLI-07'), () => {
    expect(printable('a\u001B[2Jb\u202Ec\u200Bd\ne\uE000')).toBe('a\\u{1b}[2Jb\\u{202e}c\\u{200b}d\\u{a}e\\u{e000}');
    expect(printable('naïve 東京 🙂')).toBe('naïve 東京 🙂');
  });

  it('keeps its lines and tabs where lines are meant', verifies('KEL-TCLI-07'), () => {
    expect(printableLines('a\tb\r\nc\u001B]0;title\u0007\n')).toBe('a\tb\\u{d}\nc\\u{1b}]0;title\\u{7}\n');
  });

  it('never sends a control character on, whatever it holds', verifies('KEL-TCLI-07'), () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[\p{Cc}\p{Cf}]/u.test(printable(text))));
  });
});

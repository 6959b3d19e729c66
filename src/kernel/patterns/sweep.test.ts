import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { hasCode } from '../errors.ts';
import { compilePattern } from '../patterns.ts';
import { Alphabet } from './alphabet.ts';
import { parsePattern } from './parse.ts';
import { compilePrograms } from './program.ts';
import { Sweep } from './sweep.ts';

/** Counts how often a character is looked at; nothing else in a sweep depends on the length of the text. */
class CountingAlphabet extends Alphabet {
  looks = 0;

  override classOf(codePoint: number): number {
    this.looks += 1;
    return super.classOf(codePoint);
  }
}

describe('Sweep', () => {
  it.each([
    ['^(a|a?)+$', 'a'],
    ['(x+x+)+y', 'x'],
    ['(?:.*,){5}.*', ','],
  ])('looks once at each character of %s', verifies('KEL-KERNEL-13'), (source, pump) => {
    const programs = compilePrograms(parsePattern(source, { ignoreCase: false, multiline: false, dotAll: false, unicode: false }).root, []);
    const counts = [1_000, 2_000].map((length) => {
      const alphabet = new CountingAlphabet(source, programs.sets);
      new Sweep(programs.main, alphabet).run(pump.repeat(length), new Uint16Array(length + 1), true);
      return alphabet.looks;
    });
    expect(counts).toEqual([1_000, 2_000]);
  });

  it('refuses with a code what would need a table beyond the limit', verifies('KEL-KERNEL-16'), () => {
    // Every place of a random text has its own set of instructions here, each of 150 words.
    let state = 1;
    const text = Array.from({ length: 10_000 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state % 2 === 0 ? 'a' : 'b';
    }).join('');
    let code: unknown;
    try {
      compilePattern('(?=.{4900}a)').find(`${text}a`);
    } catch (error) {
      if (hasCode(error, 'pattern.too_costly')) code = error.toBody();
    }
    expect(code).toEqual({
      code: 'pattern.too_costly',
      message: 'The pattern has to tell too many places of this text apart.',
      next_step: 'Lower its counted repeats, or search the text in pieces.',
      data: { limit: 1_048_576 },
    });
  });
});

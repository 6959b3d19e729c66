import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { unsupported } from './claim-support.ts';
import { unquotedHalf } from './unquoted-halves.ts';

const TEXT = 'Batteries travel by road only. Each driver carries a fire blanket.\nThe old furnace heats the north hall. Two pilots wait at the quay.';
const QUESTION = 'Find out how batteries travel and what each driver carries';
const half = (claim: string, quotes: readonly string[] = ['Batteries travel by road only.']): string | undefined => unquotedHalf(claim, TEXT, quotes, QUESTION);

describe('a claim of two halves with a quotation for one', () => {
  it.each([
    ['Batteries travel by road only, and each driver carries a gas mask.', 'gas mask'],
    ['Batteries travel by road; the old furnace heats several swimming pools.', 'several swimm pool'],
  ])('is not borne out by it: %s', verifies('KEL-LIE-47'), (claim, untold) => {
    expect(half(claim)).toBe(untold);
    expect(unsupported({ claim, texts: [TEXT], quotes: ['Batteries travel by road only.'], context: QUESTION })).toBe(`what is quoted for it does not say ${JSON.stringify(untold)}`);
  });

  it.each<readonly [string, string, readonly string[] | undefined]>([
    ['both halves are quoted', 'Batteries travel by road only, and each driver carries a gas mask.', ['Batteries travel by road only. Each driver carries a fire blanket.']],
    ['the other half stands in the source', 'Batteries travel by road only, and each driver carries a fire blanket.', undefined],
    ['the other half is a remark of its own', 'Batteries travel by road only, and that makes planning somewhat harder.', undefined],
    ['it has one half', 'Each driver carries a gas mask.', undefined],
    ['it is in another language', 'Batterien fahren nur auf der Straße, und jeder Fahrer hat eine Decke dabei.', undefined],
    ['the other half is short', 'Batteries travel by road only, and drivers care.', undefined],
  ])('is let pass when %s', verifies('KEL-LIE-47'), (_, claim, quotes) => {
    expect(half(claim, quotes)).toBeUndefined();
  });
});

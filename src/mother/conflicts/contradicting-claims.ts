import type { CitedClaim } from '../../contracts/index.ts';
import { isNegation } from '../../evaluation/index.ts';

/** Fewer words than these say too little to be about the same thing. */
const SHARED_WORDS_MIN = 2;

interface ReadClaim {
  readonly words: readonly string[];
  readonly numbers: readonly string[];
  readonly isNegated: boolean;
}

/**
 * Two claims that cannot both hold, as far as words show it without judging: they say the same of the same thing and
 * differ in exactly one number, or in a negation. What differs in more is about something else, such as another year.
 */
export function contradict(one: string, other: string): boolean {
  const [shorter, longer] = [readClaim(one), readClaim(other)].toSorted((left, right) => left.words.length - right.words.length);
  if (shorter === undefined || longer === undefined || shorter.words.length < SHARED_WORDS_MIN) return false;
  const said = new Set(longer.words);
  if (!shorter.words.every((word) => said.has(word))) return false;
  if (shorter.isNegated !== longer.isNegated) return sameNumbers(shorter, longer) && shorter.words.length === longer.words.length;
  return shorter.numbers.length === longer.numbers.length && shorter.numbers.filter((number, at) => number !== longer.numbers[at]).length === 1;
}

/** The first two claims, one of each list, that contradict each other. */
export function contradictionBetween(one: readonly CitedClaim[], other: readonly CitedClaim[]): readonly [CitedClaim, CitedClaim] | undefined {
  for (const left of one) {
    const right = other.find(({ claim }) => contradict(left.claim, claim));
    if (right !== undefined) return [left, right];
  }
  return undefined;
}

function sameNumbers(one: ReadClaim, other: ReadClaim): boolean {
  return one.numbers.length === other.numbers.length && one.numbers.every((number, at) => number === other.numbers[at]);
}

const SEGMENTS = new Intl.Segmenter('und', { granularity: 'word' });

function readClaim(claim: string): ReadClaim {
  const words: string[] = [];
  const numbers: string[] = [];
  let isNegated = false;
  for (const { segment, isWordLike } of SEGMENTS.segment(claim.normalize('NFKC').toLowerCase())) {
    if (isWordLike !== true) continue;
    if (hasDigit(segment)) numbers.push(segment);
    else if (isNegation(segment)) isNegated = !isNegated;
    else words.push(segment);
  }
  return { words, numbers, isNegated };
}

function hasDigit(word: string): boolean {
  return [...word].some((character) => character >= '0' && character <= '9');
}

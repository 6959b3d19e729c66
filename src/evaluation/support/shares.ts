import { quantitiesIn } from './quantities.ts';
import { stemOf, wordsIn } from './words.ts';

/** A share of something, as a claim gives it. */
interface Share {
  readonly value: number;
  readonly isOver: boolean;
  readonly isUnder: boolean;
  /** Of what it is a share. */
  readonly noun: string;
  readonly shown: string;
}

const PARTS: Readonly<Record<string, number>> = { half: 2, third: 3, quarter: 4, fourth: 4, fifth: 5, sixth: 6, tenth: 10 };
const OVER: ReadonlySet<string> = new Set(['more', 'over', 'above', 'least', 'exceeding']);
const UNDER: ReadonlySet<string> = new Set(['less', 'under', 'below', 'fewer', 'nearly', 'almost']);
/** Between a share and of what it is one. */
const BETWEEN: ReadonlySet<string> = new Set(['of', 'all', 'the', 'our', 'its', 'their', 'those', 'whole', 'these']);
/** How far off a share may be that is told in round words. */
const ROUND = 0.05;
const OPEN = 0.25;
const WORDS_BEFORE = 4;

/**
 * A share that its source bears out of another whole than the claim names: 62 of the 80 who answered are no three quarters of 400
 * members. Only where the source gives the whole of that name, and some other whole makes the share come out.
 */
export function shareOfOther(claim: string, quotes: readonly string[], text: string): string | undefined {
  const told = quantitiesIn(text);
  for (const share of sharesIn(claim)) {
    const wholes = told.filter(({ of, isPercent }) => of === share.noun && !isPercent).flatMap(({ values }) => values);
    const counts = quotes.flatMap(quantitiesIn).filter(({ isPercent, label, isSpelt }) => !isPercent && label === '' && !isSpelt).flatMap(({ values }) => values).filter((count) => count > 0 && !wholes.includes(count));
    const others = told.flatMap(({ values }) => values).filter((other) => !wholes.includes(other));
    const fit = counts.flatMap((count) => others.filter((other) => other > count && fits(share, count / other)).map((other) => ({ count, other })))[0];
    if (fit === undefined || wholes.length === 0 || counts.some((count) => wholes.some((whole) => fits(share, count / whole)))) continue;
    if (!text.toLowerCase().includes(share.shown)) return `its source gives ${fit.count} of ${fit.other} there, and not of ${wholes[0]}`;
  }
  return undefined;
}

function fits({ value, isOver, isUnder }: Share, found: number): boolean {
  if (isOver) return found >= value && found <= value + OPEN;
  return isUnder ? found <= value && found >= value - OPEN : Math.abs(found - value) <= ROUND;
}

/** `More than three quarters of all members`, `77 % of the members`, `half of our members`. */
function sharesIn(claim: string): Share[] {
  const words = wordsIn(claim);
  const lower = words.map(({ raw }) => raw.toLowerCase());
  return words.flatMap(({ stem }, at): Share[] => {
    const before = lower.slice(Math.max(0, at - WORDS_BEFORE), at);
    const number = quantitiesIn(before.at(-1) ?? '')[0]?.values[0];
    const isPercent = lower[at] === 'percent' || (lower[at] === 'cent' && before.at(-1) === 'per') || words[at + 1]?.before === '%';
    const percent = isPercent ? quantitiesIn(lower.slice(Math.max(0, at - 2), at + 1).join(' ')).find(({ isSpelt }) => !isSpelt)?.values[0] : undefined;
    const parts = PARTS[stem] ?? PARTS[lower[at] ?? ''];
    const value = percent === undefined ? (parts === undefined ? undefined : (number ?? 1) / parts) : percent / 100;
    let next = at + 1;
    while (BETWEEN.has(lower[next] ?? '') || /^\d/u.test(lower[next] ?? '')) next += 1;
    if (value === undefined || value >= 1 || !lower.slice(at + 1, next).includes('of') || lower[next] === undefined) return [];
    return [{ value, isOver: before.some((word) => OVER.has(word)), isUnder: before.some((word) => UNDER.has(word)), noun: stemOf(lower[next] ?? ''), shown: lower.slice(at, next + 1).join(' ') }];
  });
}

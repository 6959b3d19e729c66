import type { CitedClaim } from '../../contracts/index.ts';
import { statedWith, valueSaid, type Contradiction } from '../../library/index.ts';
import { contradictionBetween } from './contradicting-claims.ts';
import type { ReviewedWork } from './round-review.ts';

type Readings = readonly [CitedClaim, CitedClaim];

/** Two claims of two works that cannot both hold: in their own words, or because they rest on sources that disagree. */
export function opposedClaims(one: ReviewedWork, other: ReviewedWork): Readings | undefined {
  return contradictionBetween(one.claims, other.claims) ?? firstOf([...one.disagreements, ...other.disagreements], (about) => restingOnOther(about, one.claims, other.claims));
}

/**
 * Two ways to read what one work was given: its own claims contradict each other, or it rests on one of several sources that
 * disagree and tells nobody of the others. Who names both values, or where the other one stands, has hidden nothing.
 */
export function twoReadings(work: ReviewedWork): Readings | undefined {
  return contradictionBetween(work.claims, work.claims) ?? firstOf(work.disagreements, (about) => untold(about, work));
}

function restingOnOther(about: Contradiction, claims: readonly CitedClaim[], others: readonly CitedClaim[]): Readings | undefined {
  return firstOf(claims, (claim) => {
    const value = sideOf(claim, about);
    const against = others.find((other) => value !== undefined && ![undefined, value].includes(sideOf(other, about)));
    return against === undefined ? undefined : [claim, against];
  });
}

function untold(about: Contradiction, { claims, output, openQuestions }: ReviewedWork): Readings | undefined {
  const said = [output, ...openQuestions, ...claims.flatMap(({ claim, citations }) => [claim, ...citations.map(({ quote }) => quote)])];
  return firstOf(claims, (claim) => {
    const value = sideOf(claim, about);
    const other = about.values.find((one) => value !== undefined && one.value !== value);
    if (other === undefined || said.some((text) => names(text, other.value) || text.includes(other.path))) return undefined;
    const sentence = statedWith(about, other.value);
    return [claim, { claim: sentence, citations: [{ source: other.path, quote: sentence }] }];
  });
}

/** The value that the quotations of a claim give; undefined when they give none, or show that there are several. */
function sideOf({ citations }: CitedClaim, about: Contradiction): string | undefined {
  const values = new Set(citations.flatMap(({ quote }) => valueSaid(about, quote) ?? []));
  return values.size === 1 ? [...values][0] : undefined;
}

/** Whether a number stands in a text by itself, and not as part of a longer one. */
function names(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (!isDigit(text.charAt(at - 1)) && !isDigit(text.charAt(at + value.length))) return true;
  }
  return false;
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function firstOf<One, Found>(all: readonly One[], find: (one: One) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

import { quantitiesIn, type Quantity } from './quantities.ts';
import { stemOf, wordsIn } from './words.ts';

/** Said before a number that is not meant to be exact. */
const ABOUT = new Set(['about', 'around', 'roughly', 'nearly', 'almost', 'approximately', 'circa', 'some', 'over', 'under', 'than', 'least', 'most', 'to', 'above', 'below', 'exceeding']);
const ABOUT_SHARE = 0.15;

/** Words with which a number may be worked out from others, or counted. */
const WORKED_OUT = new Set('total altogether together sum combined all difference longer shorter later earlier more fewer less higher lower rise rose fall fell grow grew drop increase decrease gain lose lost apart between twice half double times average mean per percent remaining left'.split(' ').map(stemOf));
const COUNTED = new Set('list name mention describe count contain include cite'.split(' ').map(stemOf));
/** With these, a small number may be counted; it is wrong where the text has another one for the same thing. */
const HAVING = new Set(['there', 'has', 'have', 'hold'].map(stemOf));
const COUNTED_MAX = 20;
/** Numbers from which another is worked out; of more, some pair fits everything. */
const PARTS_MAX = 12;

const MINUTES_A_DAY = 1_440;
const MS_A_MINUTE = 60_000;

const BEFORE_TIMES = new Set(['at', 'from', 'until', 'till', 'by', 'to', 'before', 'after', 'between', 'and', 'since']);

/** A number of a claim that its text does not give, as it stands in the claim; undefined when there is none. */
export function untoldNumber(claim: string, text: string, quotes: readonly string[]): string | undefined {
  const given = quantitiesIn(text);
  const stems = new Set(wordsIn(claim).map(({ stem }) => stem));
  const claimed = quantitiesIn(claim);
  const isTold = (one: Quantity): boolean => given.some((other) => areSame(one, other)) || isWorkedOut(one, given, stems);
  const untold = claimed.find((one) => (one.label !== '' ? isLabelledOtherwise(one, given) : one.isSpelt || (isSmall(one) && hasAny(stems, HAVING)) ? isSaidOtherwise(one, given) : !isTold(one)));
  return untold?.raw ?? quotedOtherwise(claimed, quotes.flatMap(quantitiesIn), stems);
}

/** What is counted stands nowhere as a number: it is wrong only where the text has another one for the same thing. */
function isSaidOtherwise(one: Quantity, given: readonly Quantity[]): boolean {
  const same = given.filter(({ of }) => of === one.of && of !== '');
  return !given.some((other) => areSame(one, other)) && same.length > 0;
}

/** A number in a name is known to many by another name; it is wrong where the text has the same name with another number. */
function isLabelledOtherwise(one: Quantity, given: readonly Quantity[]): boolean {
  const same = given.filter(({ label, after }) => one.label === (label || stemOf(after.at(-1) ?? '')));
  return same.length > 0 && !given.some((other) => areSame(one, other));
}

/** A number that does not stand in the words that are quoted for it, which give another one of its kind that the claim leaves out. */
function quotedOtherwise(claimed: readonly Quantity[], quoted: readonly Quantity[], stems: ReadonlySet<string>): string | undefined {
  const leftOut = quoted.filter((other) => !claimed.some((one) => areSame(one, other)));
  const written = claimed.filter(({ isSpelt, label }) => !isSpelt && label === '');
  return written.find((one) => leftOut.some((other) => kindOf(other) === kindOf(one)) && !quoted.some((other) => areSame(one, other)) && !isWorkedOut(one, quoted, stems))?.raw;
}

function kindOf(one: Quantity): string {
  if (isClock(one)) return 'clock';
  return one.isPercent ? 'percent' : (one.measured?.of ?? `of ${one.of}`);
}

function areSame(claimed: Quantity, given: Quantity): boolean {
  if (given.raw === claimed.raw || (isVersion(given) && given.raw.startsWith(`${claimed.raw}.`))) return true;
  if (isVersion(claimed)) return false;
  if (isClock(claimed) ? mayBeClock(given) : isClock(given)) return claimed.minutes.some((time) => given.minutes.includes(time));
  const tolerance = claimed.isPercent === given.isPercent && claimed.after.some((word) => ABOUT.has(word)) ? ABOUT_SHARE : 0;
  const fits = (one: number, other: number): boolean => isRounded(one, other, claimed.decimals) || Math.abs(one - other) <= tolerance * Math.abs(other);
  if (claimed.measured !== undefined && given.measured !== undefined && claimed.measured.of === given.measured.of) return fits(claimed.measured.amount, given.measured.amount) || (claimed.of === given.of && claimed.values.some((one) => given.values.some((other) => fits(one, other))));
  return claimed.values.some((one) => given.values.some((other) => fits(one, other) || (claimed.isPercent && isRounded(one, other * 100, claimed.decimals)) || (given.isPercent && isRounded(one, other / 100, claimed.decimals))));
}

function isVersion({ values, minutes }: Quantity): boolean {
  return values.length === 0 && minutes.length === 0;
}

function isSmall({ values: [value], isPercent, measured }: Quantity): boolean {
  return value !== undefined && Number.isInteger(value) && value <= COUNTED_MAX && !isPercent && measured === undefined;
}

function hasAny(stems: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  return [...words].some((word) => stems.has(word));
}

function isClock({ raw, of }: Quantity): boolean {
  return raw.includes(':') || ['noon', 'midnight'].includes(raw.toLowerCase()) || ['am', 'pm', 'a.m', 'p.m', "o'clock", 'o’clock'].includes(of);
}

function mayBeClock(one: Quantity): boolean {
  return isClock(one) || BEFORE_TIMES.has(one.after.at(-1) ?? '');
}

/** People give fewer digits than their sources; a number is right when it is what was given, to the digits it shows. */
function isRounded(said: number, given: number, decimals: number): boolean {
  return said === given || Math.abs(said - given) <= 1e-9 * Math.abs(given) || (!Number.isInteger(given) && Number(given.toFixed(Math.min(decimals, 20))) === said);
}

/** How long it is from one time of day to another. */
function lastsBetween(milliseconds: number, times: readonly number[]): boolean {
  return times.some((from) => times.some((to) => from !== to && ((to - from + MINUTES_A_DAY) % MINUTES_A_DAY) * MS_A_MINUTE === milliseconds));
}

function isWorkedOut(one: Quantity, given: readonly Quantity[], stems: ReadonlySet<string>): boolean {
  const [value] = one.values;
  if (value === undefined) return false;
  if (isSmall(one) && hasAny(stems, COUNTED)) return true;
  if (one.measured?.of === 'time' && lastsBetween(one.measured.amount, given.flatMap((other) => (isClock(other) ? other.minutes : [])))) return true;
  if (!hasAny(stems, WORKED_OUT) && !one.isPercent) return false;
  const parts = [...new Set(given.flatMap(({ values }) => values))].slice(0, PARTS_MAX);
  const fits = (result: number): boolean => Number.isFinite(result) && isRounded(value, result, one.decimals);
  if (fits(parts.reduce((sum, part) => sum + part, 0))) return true;
  return parts.some((left, at) => parts.some((right, other) => at !== other && [left + right, left - right, left * right, left / right, (left + right) / 2, (100 * left) / right, (100 * Math.abs(left - right)) / right].some(fits)));
}

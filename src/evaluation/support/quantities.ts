import { hasDigit, isDigit, stemOf, wordsIn, type SaidWord } from './words.ts';

/** A number of a text, in every way in which it can be read. */
export interface Quantity {
  readonly raw: string;
  readonly values: readonly number[];
  /** A time of day, in minutes. */
  readonly minutes: readonly number[];
  /** In the smallest unit of its kind, where a unit stands behind it. */
  readonly measured: { readonly of: string; readonly amount: number } | undefined;
  readonly decimals: number;
  readonly isPercent: boolean;
  /** The words before it, the nearest last. */
  readonly after: readonly string[];
  /** The word behind it. */
  readonly of: string;
  /** Written in words, such as "three". */
  readonly isSpelt: boolean;
  /** What it numbers, where it is part of a name: the type of "Type 1". Empty where it counts something. */
  readonly label: string;
}

const SPELT: ReadonlyMap<string, number> = new Map([
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(' ').map((word, at) => [word, at] as const),
  ...'thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, at) => [word, (at + 3) * 10] as const),
  ...'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ').map((word, at) => [word, at + 1] as const),
  ...Object.entries({ once: 1, twice: 2, both: 2, pair: 2, couple: 2, double: 2, half: 0.5, quarter: 0.25, dozen: 12, hundred: 100, thousand: 1_000, million: 1e6, noon: 12, midnight: 0 }),
]);
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MAGNITUDES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1e3, k: 1e3, million: 1e6, mn: 1e6, billion: 1e9, bn: 1e9, dozen: 12 };
const [SECOND, MINUTE, HOUR, DAY] = [1e3, 6e4, 36e5, 864e5];
const UNITS: Readonly<Record<string, readonly [string, number]>> = {
  ms: ['time', 1], millisecond: ['time', 1], s: ['time', SECOND], sec: ['time', SECOND], second: ['time', SECOND], min: ['time', MINUTE], minute: ['time', MINUTE], h: ['time', HOUR], hour: ['time', HOUR], day: ['time', DAY], week: ['time', 7 * DAY],
  mm: ['length', 1], cm: ['length', 10], m: ['length', 1e3], metre: ['length', 1e3], meter: ['length', 1e3], km: ['length', 1e6], kilometre: ['length', 1e6], kilometer: ['length', 1e6],
  inch: ['length', 25.4], inches: ['length', 25.4], ft: ['length', 304.8], foot: ['length', 304.8], feet: ['length', 304.8], yard: ['length', 914.4], mile: ['length', 1_609_344],
  g: ['mass', 1], gram: ['mass', 1], kg: ['mass', 1e3], kilogram: ['mass', 1e3], t: ['mass', 1e6], tonne: ['mass', 1e6], ton: ['mass', 1e6], lb: ['mass', 453.592_37], oz: ['mass', 28.349_523],
  b: ['bytes', 1], byte: ['bytes', 1], kb: ['bytes', 1e3], mb: ['bytes', 1e6], gb: ['bytes', 1e9],
};
const MINUTES_IN_HALF_A_DAY = 720;
const WORDS_BEFORE = 3;
/** Stands before a number that a hyphen binds to a name, such as the 2 of "SHP-2". */
const IN_NAME = '-';
const NO_LABELS = new Set([...MONTHS, 'in', 'on', 'at', 'by', 'from', 'since', 'until', 'the', 'about', 'around', 'of', 'for', 'with', 'to', 'and', 'or', 'only', 'after', 'before', 'between', 'over', 'under', 'nearly', 'some', 'all', 'both', 'together', 'then']);

export function quantitiesIn(text: string): Quantity[] {
  const words = wordsIn(text).flatMap(split);
  return words.flatMap((_, at) => readAt(words, at) ?? []);
}

/** Ranges, dates and "twenty-one" are several numbers; "5km" is a number and its unit. */
function split(word: SaidWord): SaidWord[] {
  const small = word.raw.toLowerCase();
  if (!isDigit(small[0])) return small.includes('-') && small.split('-').some((part) => SPELT.has(part) || hasDigit(part)) ? small.split('-').map((raw, at) => ({ raw, stem: stemOf(raw), before: at === 0 ? word.before : IN_NAME })) : [word];
  return word.raw.split('-').flatMap((part) => part.split('/')).flatMap((raw) => {
    let end = raw.length;
    while (end > 0 && !isDigit(raw[end - 1])) end -= 1;
    return end === 0 || end === raw.length ? [{ ...word, raw }] : [{ ...word, raw: raw.slice(0, end) }, { ...word, raw: raw.slice(end), before: '' }];
  });
}

function readAt(words: readonly SaidWord[], at: number): Quantity | undefined {
  const { raw } = words[at] ?? { raw: '' };
  const small = raw.toLowerCase();
  const next = (words[at + 1]?.raw ?? '').toLowerCase();
  const unit = unitOf(next);
  const spelt = SPELT.get(small) ?? (MONTHS.includes(small) ? MONTHS.indexOf(small) + 1 : undefined);
  const isOne = (small === 'a' || small === 'an') && unit !== undefined;
  // The million of "1.2 million" has been read with its number.
  const isCounted = MAGNITUDES[small] !== undefined && isNumber(words[at - 1]);
  if (isCounted || (!isDigit(raw[0]) && spelt === undefined && !isOne)) return undefined;
  const plain = isDigit(raw[0]) ? readingsOf(raw) : [spelt ?? 1];
  const magnitude = MAGNITUDES[next] ?? 1;
  const [value] = plain;
  return {
    raw: plain.length === 0 ? raw : isDigit(raw[0]) && magnitude !== 1 ? `${raw} ${next}` : raw,
    values: plain.map((one) => one * magnitude),
    minutes: minutesOf(small, next, value),
    measured: unit === undefined || value === undefined ? undefined : { of: unit[0], amount: value * unit[1] },
    decimals: (raw.split('.')[1] ?? '').length,
    isPercent: words[at + 1]?.before === '%' || next === 'percent' || next === 'per',
    after: words.slice(Math.max(0, at - WORDS_BEFORE), at).map((word) => word.raw.toLowerCase()),
    of: words[at + 1]?.stem ?? '',
    isSpelt: !isDigit(raw[0]),
    label: words[at]?.before === IN_NAME ? words[at - 1]?.stem ?? '' : labelOf(words[at - 1], words[at]),
  };
}

function labelOf(previous: SaidWord | undefined, number: SaidWord | undefined): string {
  const isCapital = previous !== undefined && /^\p{Lu}/u.test(previous.raw) && number?.before === '';
  return isCapital && !NO_LABELS.has(previous.raw.toLowerCase()) && !isDigit(previous.raw[0]) ? previous.stem : '';
}

function isNumber(word: SaidWord | undefined): boolean {
  return word !== undefined && (isDigit(word.raw[0]) || SPELT.has(word.raw.toLowerCase()));
}

export function isUnit(word: string): boolean {
  return unitOf(word.toLowerCase()) !== undefined;
}

/** What a unit measures, and how much of the smallest unit of that kind it is. Takes a word in small letters. */
export function unitOf(word: string): readonly [string, number] | undefined {
  return UNITS[word] ?? (word.endsWith('s') ? UNITS[word.slice(0, -1)] : undefined);
}

/** "1,200" is one number everywhere, "1.200" in some places; what has more points is a version and only equal to itself. */
function readingsOf(raw: string): number[] {
  if (raw.includes(':') || raw.split('.').length > 2) return [];
  const groups = raw.split(',');
  const isGrouped = groups.length > 1 && groups.slice(1).every((group) => group.split('.')[0]?.length === 3);
  const first = Number(isGrouped ? raw.replaceAll(',', '') : raw.replace(',', '.'));
  const [whole = '', part = ''] = raw.split('.');
  const other = part.length === 3 && !raw.includes(',') && whole !== '0' ? [Number(`${whole}${part}`)] : [];
  return [first, ...other].filter((value) => Number.isFinite(value));
}

function minutesOf(small: string, next: string, value: number | undefined): number[] {
  if (small === 'noon') return [MINUTES_IN_HALF_A_DAY];
  if (small === 'midnight') return [0, 2 * MINUTES_IN_HALF_A_DAY];
  const [hour, minute] = small.includes(':') ? small.split(':').map(Number) : [value, 0];
  if (hour === undefined || minute === undefined || !Number.isInteger(hour) || hour > 24 || minute > 59) return [];
  const half = next.replaceAll('.', '');
  const time = (hour % 24) * 60 + minute;
  if (half === 'pm') return [hour === 12 ? time : time + MINUTES_IN_HALF_A_DAY];
  if (half === 'am') return [hour === 12 ? minute : time];
  // Without more, six may be in the morning or in the evening; 06:00 is not.
  return small.includes(':') && (small.startsWith('0') || hour > 12) ? [time] : [time, time + MINUTES_IN_HALF_A_DAY];
}

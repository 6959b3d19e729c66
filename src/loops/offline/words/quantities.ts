import type { Slot, Token } from '../../../tools/index.ts';

const UNITS_OF_BYTES: Readonly<Record<string, number>> = { b: 1, byte: 1, bytes: 1, k: 1e3, kb: 1e3, kilobyte: 1e3, kilobytes: 1e3, kib: 1_024, m: 1e6, mb: 1e6, megabyte: 1e6, megabytes: 1e6, meg: 1e6, megs: 1e6, mib: 1_024 ** 2, g: 1e9, gb: 1e9, gigabyte: 1e9, gigabytes: 1e9, gig: 1e9, gigs: 1e9, gib: 1_024 ** 3 };
const UNITS_OF_TIME: Readonly<Record<string, number>> = { minute: 60, min: 60, hour: 3_600, h: 3_600, day: 86_400, d: 86_400, week: 604_800, w: 604_800, month: 2_592_000, year: 31_536_000 };
const SMALL: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12, twenty: 20, thirty: 30 };
const FIGURE = /^[0-9]{1,9}(?:\.[0-9]{1,3})?$/;

/** A number at the beginning of a word, with what stands behind it: `10mb`, `7d`, `3`. */
function figureIn(word: string): { readonly value: number; readonly unit: string } | undefined {
  if (Object.hasOwn(SMALL, word)) return { value: SMALL[word] ?? 0, unit: '' };
  let end = 0;
  while (end < word.length && '0123456789.'.includes(word.charAt(end))) end += 1;
  const figure = word.slice(0, end);
  return FIGURE.test(figure) ? { value: Number(figure), unit: word.slice(end) } : undefined;
}

/** A figure with its unit, in one word or two. Without a unit it is none: "3" of what nobody knows. */
function measured(units: Readonly<Record<string, number>>, unitOf: (word: string) => string): Slot {
  return ({ tokens }, at) => {
    const figure = figureIn(wordAt(tokens, at));
    if (figure === undefined || figure.value <= 0) return [];
    const inTwo = figure.unit === '';
    const unit = unitOf(inTwo ? wordAt(tokens, at + 1) : figure.unit);
    const size = Object.hasOwn(units, unit) ? units[unit] : undefined;
    return size === undefined ? [] : [{ end: at + (inTwo ? 2 : 1), value: Math.round(figure.value * size) }];
  };
}

/** `10 MB`, `1.5gb`: in bytes. */
export const bytesSlot: Slot = measured(UNITS_OF_BYTES, (word) => word);

/** `7 days`, `24h`, `two weeks`; `week` alone is one: in seconds. */
export const spanSlot: Slot = (words, at) => {
  const alone = singular(wordAt(words.tokens, at));
  const isWhole = alone.length > 2 && wordAt(words.tokens, at) === alone && Object.hasOwn(UNITS_OF_TIME, alone);
  return isWhole ? [{ end: at + 1, value: UNITS_OF_TIME[alone] ?? 0 }] : inUnitsOfTime(words, at);
};

const inUnitsOfTime = measured(UNITS_OF_TIME, singular);

/** Words for a day, as the time that has passed since it began at most: nobody knows here when somebody's day begins. */
const SECONDS_SINCE: Readonly<Record<string, number>> = { today: 86_400, yesterday: 172_800 };

export const daySlot: Slot = ({ tokens }, at) => {
  const seconds = SECONDS_SINCE[wordAt(tokens, at)];
  return seconds === undefined ? [] : [{ end: at + 1, value: seconds }];
};

const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const WEEKDAYS = new Set(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
const GIT_UNITS = new Set(['minute', 'hour', 'day', 'week', 'month', 'year']);

/** A time as git reads it: a date, a day of the week, `yesterday`, `2 weeks ago`, `last week`. */
export const sinceSlot: Slot = ({ tokens }, at) => {
  const word = wordAt(tokens, at);
  if (DATE.test(word)) return [{ end: at + 1, value: word }];
  if (word === 'today') return [{ end: at + 1, value: 'midnight' }];
  if (word === 'yesterday') return [{ end: at + 1, value: 'yesterday.midnight' }];
  if (WEEKDAYS.has(word)) return [{ end: at + 1, value: `last ${word}` }];
  const next = singular(wordAt(tokens, at + 1));
  if ((word === 'last' || word === 'this' || word === 'past') && (GIT_UNITS.has(next) || WEEKDAYS.has(next))) return [{ end: at + 2, value: WEEKDAYS.has(next) ? `last ${next}` : `1 ${next} ago` }];
  const figure = figureIn(word);
  if (figure === undefined || figure.unit !== '' || !GIT_UNITS.has(next)) return GIT_UNITS.has(singular(word)) && word === singular(word) ? [{ end: at + 1, value: `1 ${word} ago` }] : [];
  return [{ end: wordAt(tokens, at + 2) === 'ago' ? at + 3 : at + 2, value: `${figure.value} ${next}s ago` }];
};

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.isQuoted === false ? (tokens[at]?.word ?? '') : '';
}

function singular(word: string): string {
  const one = word.endsWith('hrs') || word.endsWith('hr') ? 'hour' : word;
  return one.length > 2 && one.endsWith('s') ? one.slice(0, -1) : one;
}

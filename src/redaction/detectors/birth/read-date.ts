import { isRealDate, isRealShortDate } from '../../checks/calendar.ts';
import { charKind, CharKind, isSpace, isWordUnit } from '../../scan/characters.ts';
import { monthNumber } from './month-names.ts';

/** Nobody alive was born earlier, and a later year is a misprint. */
const YEAR_MIN = 1875;
const YEAR_MAX = 2099;

interface Token {
  readonly text: string;
  readonly end: number;
}

function readWhile(text: string, start: number, kind: number): Token {
  let end = start;
  while (end < text.length && charKind(text.charCodeAt(end)) === kind) end += 1;
  return { text: text.slice(start, end), end };
}

function isDay(year: string, month: number, day: number): boolean {
  if (year.length === 2) return isRealShortDate(Number(year), month, day);
  return year.length === 4 && Number(year) >= YEAR_MIN && Number(year) <= YEAR_MAX && isRealDate(Number(year), month, day);
}

/** A date stands alone, or before the time of day in ISO 8601. */
function endsWell(text: string, end: number): boolean {
  const unit = text.charCodeAt(end);
  if (unit === 0x54) return charKind(text.charCodeAt(end + 1)) === CharKind.DIGIT;
  return !isWordUnit(unit) && !('-/.'.includes(text.charAt(end) || ' ') && charKind(text.charCodeAt(end + 1)) === CharKind.DIGIT);
}

function skip(text: string, start: number, marks: string): number {
  let at = start;
  while (at < text.length && (isSpace(text.charCodeAt(at)) || marks.includes(text.charAt(at)))) at += 1;
  return at;
}

/** Skips `de` and `of` between the parts of a date in words. */
function skipParticle(text: string, start: number): number {
  const at = skip(text, start, ',.');
  const word = readWhile(text, at, CharKind.LETTER);
  return ['of', 'de', 'del'].includes(word.text.toLowerCase()) ? skip(text, word.end, '') : at;
}

function afterOrdinal(text: string, start: number): number {
  const suffix = readWhile(text, start, CharKind.LETTER);
  return ['st', 'nd', 'rd', 'th', 'er', 'e', 'º'].includes(suffix.text.toLowerCase()) ? suffix.end : start;
}

/** `1984-02-29`, `29.02.1984`, `02/29/84`: three numbers with the same separator; day and month in either order. */
function numericEnd(text: string, first: Token): number {
  const separator = text.charAt(first.end);
  if (separator === '' || !'-/. '.includes(separator)) return -1;
  const second = readWhile(text, first.end + 1, CharKind.DIGIT);
  if (second.text === '' || second.text.length > 2 || text.charAt(second.end) !== separator) return -1;
  const third = readWhile(text, second.end + 1, CharKind.DIGIT);
  const middle = Number(second.text);
  const isIso = first.text.length === 4 && third.text.length <= 2 && isDay(first.text, middle, Number(third.text));
  const isDayFirst = first.text.length <= 2 && (isDay(third.text, middle, Number(first.text)) || isDay(third.text, Number(first.text), middle));
  return isIso || isDayFirst ? third.end : -1;
}

/** `29 February 1984`, `29th of Feb, 1984`, `12-Feb-84`, `3 de mayo de 1985`. */
function dayFirstEnd(text: string, day: Token): number {
  const monthStart = skipParticle(text, skip(text, afterOrdinal(text, day.end), '-/.'));
  const month = readWhile(text, monthStart, CharKind.LETTER);
  const number = monthNumber(month.text.toLowerCase());
  if (number === undefined) return -1;
  const year = readWhile(text, skipParticle(text, skip(text, month.end, '-/.,')), CharKind.DIGIT);
  return isDay(year.text, number, Number(day.text)) ? year.end : -1;
}

/** `February 29, 1984`. */
function monthFirstEnd(text: string, start: number): number {
  const month = readWhile(text, start, CharKind.LETTER);
  const number = monthNumber(month.text.toLowerCase());
  if (number === undefined) return -1;
  const day = readWhile(text, skip(text, month.end, '.'), CharKind.DIGIT);
  const year = readWhile(text, skip(text, afterOrdinal(text, day.end), ','), CharKind.DIGIT);
  return isDay(year.text, number, Number(day.text)) ? year.end : -1;
}

function compactEnd({ text, end }: Token): number {
  return text.length === 8 && isDay(text.slice(0, 4), Number(text.slice(4, 6)), Number(text.slice(6))) ? end : -1;
}

/** The end of a full date that starts here, or -1. A year alone, or a month and year, is no date of birth. */
export function dateEnd(text: string, start: number): number {
  const number = readWhile(text, start, CharKind.DIGIT);
  let end = -1;
  if (number.text === '') end = monthFirstEnd(text, start);
  else if (number.text.length === 8) end = compactEnd(number);
  else end = Math.max(numericEnd(text, number), dayFirstEnd(text, number));
  return end >= 0 && endsWell(text, end) ? end : -1;
}

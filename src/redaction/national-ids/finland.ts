import { isRealShortDate, twoDigits } from '../checks/calendar.ts';
import { ANY_DIGIT, type Extent, type WordDetector } from '../detector.ts';
import { isWordUnit } from '../scan/characters.ts';
import { hasContext } from '../scan/context.ts';

const CHECK_CHARS = '0123456789ABCDEFHJKLMNPRSTUVWXY';
/** The sign between date and sequence tells the century; letters were added when a day ran out of numbers. */
const CENTURY_SIGNS = '+-ABCDEFUVWXY';
const LENGTH = 11;
const WORDS = ['hetu', 'henkilötunnus', 'personbeteckning'];

function find(text: string, start: number): Extent | undefined {
  const end = start + LENGTH;
  const code = text.slice(start, end).toUpperCase();
  const digits = code.slice(0, 6) + code.slice(7, 10);
  if (code.length < LENGTH || !CENTURY_SIGNS.includes(code.charAt(6)) || [...digits].some((char) => char < '0' || char > '9')) return undefined;
  if (!isRealShortDate(twoDigits(code, 4), twoDigits(code, 2), twoDigits(code, 0)) || isWordUnit(text.charCodeAt(end))) return undefined;
  if (CHECK_CHARS.charAt(Number(digits) % CHECK_CHARS.length) !== code.charAt(10)) return undefined;
  // Ending in a digit it looks like any number with a dash, so its name must stand beside it.
  return code.charAt(10) > '9' || hasContext(text, start, end, WORDS) ? { start, end } : undefined;
}

export const hetuDetector: WordDetector = { type: 'FI_HETU', severity: 'high', on: 'word', initials: ANY_DIGIT, find };

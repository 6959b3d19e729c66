import { isRealShortDate, twoDigits } from '../checks/calendar.ts';
import { passesLuhn, passesMod11And10, remainder, weightedSum } from '../checks/checksums.ts';
import type { NumericId } from './numeric-id.ts';

function lastDigit(digits: string): number {
  return Number(digits.at(-1));
}

/** Coordination numbers add sixty to the day. The century of the long form does not enter the check. */
function isPersonnummer(digits: string): boolean {
  const short = digits.slice(-10);
  const day = twoDigits(short, 4);
  return isRealShortDate(twoDigits(short, 0), twoDigits(short, 2), day > 60 ? day - 60 : day) && passesLuhn(short);
}

/** Temporary residents have forty added to the day. */
function isFodselsnummer(digits: string): boolean {
  const day = twoDigits(digits, 0);
  if (!isRealShortDate(twoDigits(digits, 4), twoDigits(digits, 2), day > 40 ? day - 40 : day)) return false;
  const isFirstRight = weightedSum(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0;
  return isFirstRight && weightedSum(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

/** Numbers issued since 2007 no longer keep the check digit, so only the date can be checked. */
function isCpr(digits: string): boolean {
  return isRealShortDate(twoDigits(digits, 4), twoDigits(digits, 2), twoDigits(digits, 0));
}

/** The century is added to the month in steps of twenty. */
function isPesel(digits: string): boolean {
  const month = twoDigits(digits, 2) % 20;
  const isDated = isRealShortDate(twoDigits(digits, 0), month, twoDigits(digits, 4));
  return isDated && weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

/** Women have fifty added to the month; twenty more when a day ran out of serial numbers. */
function isRodneCislo(digits: string): boolean {
  const month = (twoDigits(digits, 2) % 50) % 20;
  return isRealShortDate(twoDigits(digits, 0), month, twoDigits(digits, 4)) && remainder(digits, 11) === 0;
}

function isCnp(digits: string): boolean {
  const rest = weightedSum(digits, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  const isDated = isRealShortDate(twoDigits(digits, 1), twoDigits(digits, 3), twoDigits(digits, 5));
  return isDated && digits.charAt(0) !== '0' && (rest === 10 ? 1 : rest) === lastDigit(digits);
}

/** The century is added to the month in steps of twenty. */
function isEgn(digits: string): boolean {
  const isDated = isRealShortDate(twoDigits(digits, 0), twoDigits(digits, 2) % 20, twoDigits(digits, 4));
  return isDated && (weightedSum(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === lastDigit(digits);
}

/** A first row of weights that leaves ten is followed by a second row. Lithuania uses the same number. */
function isIsikukood(digits: string): boolean {
  const first = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const second = weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11;
  const check = first < 10 ? first : second % 10;
  const isDated = isRealShortDate(twoDigits(digits, 1), twoDigits(digits, 3), twoDigits(digits, 5));
  return isDated && '12345678'.includes(digits.charAt(0)) && check === lastDigit(digits);
}

/** Odd places count seven times less the even ones; the last digit is the sum of all before it. */
function isKimlik(digits: string): boolean {
  const tenth = weightedSum(digits, [7, -1, 7, -1, 7, -1, 7, -1, 7]) % 10;
  const eleventh = weightedSum(digits, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10;
  return digits.charAt(0) !== '0' && (tenth + 10) % 10 === Number(digits.charAt(9)) && eleventh === lastDigit(digits);
}

export const NORTHERN_AND_EASTERN_EUROPEAN_IDS: readonly NumericId[] = [
  { type: 'SE_PERSONNUMMER', digitCounts: [10, 12], isValid: isPersonnummer, words: ['personnummer', 'personnr', 'samordningsnummer', 'pnr'] },
  { type: 'NO_FODSELSNUMMER', digitCounts: [11], isValid: isFodselsnummer, words: ['fødselsnummer', 'fodselsnummer', 'fnr', 'personnummer', 'd-nummer'] },
  { type: 'DK_CPR', digitCounts: [10], isValid: isCpr, words: ['cpr', 'cpr-nr', 'cpr-nummer', 'cpr nr', 'cpr-nr.'] },
  { type: 'PL_PESEL', digitCounts: [11], isValid: isPesel, words: ['pesel'] },
  { type: 'CZ_RODNE_CISLO', digitCounts: [10], isValid: isRodneCislo, words: ['rodné číslo', 'rodne cislo', 'rodné', 'rodne', 'r.č.', 'rč'] },
  { type: 'RO_CNP', digitCounts: [13], isValid: isCnp, words: ['cnp', 'cod numeric personal'] },
  { type: 'BG_EGN', digitCounts: [10], isValid: isEgn, words: ['egn', 'егн'] },
  { type: 'HR_OIB', digitCounts: [11], isValid: passesMod11And10, words: ['oib'] },
  { type: 'EE_ISIKUKOOD', digitCounts: [11], isValid: isIsikukood, words: ['isikukood', 'asmens kodas', 'personal code'] },
  { type: 'TR_KIMLIK', digitCounts: [11], isValid: isKimlik, words: ['kimlik', 'tckn', 'tc kimlik', 't.c.'] },
];

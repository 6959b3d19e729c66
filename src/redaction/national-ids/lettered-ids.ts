import { isRealShortDate, twoDigits } from '../checks/calendar.ts';
import { weightedSum } from '../checks/checksums.ts';
import type { LetteredId } from './lettered-id.ts';
import { isResidentIdentity } from './overseas.ts';

/** What each character counts at the odd places of a codice fiscale, digits first and then the alphabet. */
const FISCAL_ODD_DIGITS = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21] as const;
const FISCAL_ODD_LETTERS = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23] as const;

function letterIndex(char: string): number {
  return char.charCodeAt(0) - 0x41;
}

function fiscalValue(char: string, isOddPlace: boolean): number {
  const isDigit = char <= '9';
  if (!isOddPlace) return isDigit ? Number(char) : letterIndex(char);
  return (isDigit ? FISCAL_ODD_DIGITS[Number(char)] : FISCAL_ODD_LETTERS[letterIndex(char)]) ?? 0;
}

/** Places are counted from one, so even indexes are odd places. */
function isCodiceFiscale(upper: string): boolean {
  let sum = 0;
  for (let index = 0; index < 15; index += 1) sum += fiscalValue(upper.charAt(index), index % 2 === 0);
  return sum % 26 === letterIndex(upper.charAt(15));
}

/** A second letter, if any, counts nine times. */
function isPps(upper: string): boolean {
  const second = upper.length === 9 ? letterIndex(upper.charAt(8)) + 1 : 0;
  return 'WABCDEFGHIJKLMNOPQRSTUV'.charAt((weightedSum(upper, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23) === upper.charAt(7);
}

/** The fourth letter names the kind of holder; P is a person. */
function isPan(upper: string): boolean {
  return 'ABCFGHJLPT'.includes(upper.charAt(3));
}

const CURP_ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

function isCurp(upper: string): boolean {
  let sum = 0;
  for (let index = 0; index < 17; index += 1) sum += CURP_ALPHABET.indexOf(upper.charAt(index)) * (18 - index);
  const isDated = isRealShortDate(twoDigits(upper, 4), twoDigits(upper, 6), twoDigits(upper, 8));
  return isDated && 'HMX'.includes(upper.charAt(10)) && (10 - (sum % 10)) % 10 === Number(upper.charAt(17));
}

/** Citizens (S, T) and foreigners (F, G) have letters of their own; those registered since 2000 add four. */
function isNric(upper: string): boolean {
  const initial = upper.charAt(0);
  const offset = initial === 'T' || initial === 'G' ? 4 : 0;
  const letters = initial === 'S' || initial === 'T' ? 'JZIHGFEDCBA' : initial === 'F' || initial === 'G' ? 'XWUTRQPNMLK' : '';
  return letters.charAt((weightedSum(upper.slice(1), [2, 7, 6, 5, 4, 3, 2]) + offset) % 11) === upper.charAt(8);
}

function isLetter(char: string): boolean {
  return char >= 'A' && char <= 'Z';
}

/** Five letters of the surname, short ones padded with nines. */
function isSurname(padded: string): boolean {
  let length = 1;
  while (isLetter(padded.charAt(length))) length += 1;
  return padded.slice(length) === '9'.repeat(padded.length - length);
}

/** Surname, decade, month (plus fifty for women), day, year, two initials or nines, a sequence and two letters. */
function isDrivingLicence(upper: string): boolean {
  const year = Number(upper.charAt(5) + upper.charAt(10));
  const hasInitials = isLetter(upper.charAt(11)) && (isLetter(upper.charAt(12)) || upper.charAt(12) === '9');
  const isDated = isRealShortDate(year, twoDigits(upper, 6) % 50, twoDigits(upper, 8));
  return isDated && isSurname(upper.slice(0, 5)) && hasInitials && isLetter(upper.charAt(14)) && isLetter(upper.charAt(15));
}

export const LETTERED_IDS: readonly LetteredId[] = [
  { type: 'IT_CODICE_FISCALE', lengths: [16], form: 'AAAAAA**A**A***A', isValid: isCodiceFiscale },
  { type: 'UK_DRIVING_LICENCE', lengths: [16], form: 'A****999999*****', isValid: isDrivingLicence },
  { type: 'IE_PPS', lengths: [8, 9], form: '9999999A', isValid: isPps, words: ['pps', 'ppsn', 'pps number'] },
  { type: 'IN_PAN', lengths: [10], form: 'AAAAA9999A', isValid: isPan, words: ['pan', 'permanent account', 'income tax'] },
  { type: 'MX_CURP', lengths: [18], form: 'AAAA999999AAAAAA*9', isValid: isCurp },
  { type: 'SG_NRIC', lengths: [9], form: 'A9999999A', isValid: isNric },
  { type: 'CN_RIC', lengths: [18], form: '99999999999999999A', isValid: isResidentIdentity },
];

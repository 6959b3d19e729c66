import { isRealDate, isRealShortDate, twoDigits } from '../checks/calendar.ts';
import { passesLuhn, passesVerhoeff, weightedSum } from '../checks/checksums.ts';
import { Gap } from '../scan/digit-run.ts';
import type { NumericId } from './numeric-id.ts';

function lastDigit(digits: string): number {
  return Number(digits.at(-1));
}

function isRepeated(digits: string): boolean {
  return digits === digits.charAt(0).repeat(digits.length);
}

/** Brazil: a remainder below two gives zero. */
function brazilianCheck(digits: string, weights: readonly number[]): number {
  const rest = weightedSum(digits, weights) % 11;
  return rest < 2 ? 0 : 11 - rest;
}

function isCpf(digits: string): boolean {
  const isFirstRight = brazilianCheck(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) === Number(digits.charAt(9));
  return !isRepeated(digits) && isFirstRight && brazilianCheck(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) === lastDigit(digits);
}

function isCnpj(digits: string): boolean {
  const isFirstRight = brazilianCheck(digits, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) === Number(digits.charAt(12));
  return !isRepeated(digits) && isFirstRight && brazilianCheck(digits, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) === lastDigit(digits);
}

function isMedicare(digits: string): boolean {
  return '23456'.includes(digits.charAt(0)) && weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === Number(digits.charAt(8));
}

/** Date of birth, sequence, citizenship (0 or 1), a digit without meaning, and Luhn's. */
function isSouthAfrican(digits: string): boolean {
  const isDated = isRealShortDate(twoDigits(digits, 0), twoDigits(digits, 2), twoDigits(digits, 4));
  return isDated && '01'.includes(digits.charAt(10)) && passesLuhn(digits);
}

/** Region, full date of birth, sequence, check by ISO 7064 MOD 11-2. `X` stands for ten. */
export function isResidentIdentity(text: string): boolean {
  const isDated = isRealDate(Number(text.slice(6, 10)), twoDigits(text, 10), twoDigits(text, 12)) && ['18', '19', '20'].includes(text.slice(6, 8));
  const rest = weightedSum(text, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11;
  return isDated && text.charAt(0) !== '0' && '10X98765432'.charAt(rest) === text.charAt(17).toUpperCase();
}

/** Date of birth, century and sex, place, sequence, check. */
function isRrn(digits: string): boolean {
  const check = (11 - (weightedSum(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10;
  return isRealShortDate(twoDigits(digits, 0), twoDigits(digits, 2), twoDigits(digits, 4)) && check === lastDigit(digits);
}

function isMyNumber(digits: string): boolean {
  const rest = weightedSum(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest <= 1 ? 0 : 11 - rest) === lastDigit(digits) && !isRepeated(digits);
}

function isThai(digits: string): boolean {
  const check = (11 - (weightedSum(digits, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10;
  return digits.charAt(0) !== '0' && check === lastDigit(digits);
}

export const OVERSEAS_IDS: readonly NumericId[] = [
  {
    type: 'BR_CPF',
    digitCounts: [11],
    isValid: isCpf,
    words: ['cpf'],
    distinctive: { shape: [3, 3, 3, 2], gaps: [Gap.DOT, Gap.DOT, Gap.DASH] },
  },
  {
    type: 'BR_CNPJ',
    digitCounts: [14],
    isValid: isCnpj,
    words: ['cnpj'],
    distinctive: { shape: [2, 3, 3, 4, 2], gaps: [Gap.DOT, Gap.DOT, Gap.SLASH, Gap.DASH] },
  },
  { type: 'CA_SIN', digitCounts: [9], isValid: (digits) => passesLuhn(digits) && !isRepeated(digits), words: ['sin', 'social insurance', 'nas'] },
  {
    type: 'AU_TFN',
    digitCounts: [9],
    isValid: (digits) => weightedSum(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0 && !isRepeated(digits),
    words: ['tfn', 'tax file'],
  },
  { type: 'AU_MEDICARE', digitCounts: [10, 11], isValid: isMedicare, words: ['medicare'] },
  {
    type: 'IN_AADHAAR',
    digitCounts: [12],
    isValid: (digits) => digits.charAt(0) > '1' && passesVerhoeff(digits),
    words: ['aadhaar', 'aadhar', 'adhaar', 'uidai'],
  },
  {
    type: 'ZA_ID',
    digitCounts: [13],
    isValid: isSouthAfrican,
    words: ['id number', 'identity number', 'id no', 'sa id', 'rsa id', 'south african', 'south africa'],
  },
  {
    type: 'IL_ID',
    digitCounts: [9],
    isValid: (digits) => passesLuhn(digits) && !isRepeated(digits),
    words: ['teudat zehut', 'israeli id', 'mispar zehut', 'ת.ז'],
  },
  {
    type: 'CN_RIC',
    digitCounts: [18],
    isValid: isResidentIdentity,
    words: ['id'],
    distinctive: { shape: [18], gaps: [] },
  },
  {
    type: 'KR_RRN',
    digitCounts: [13],
    isValid: isRrn,
    words: ['rrn', 'resident registration'],
    distinctive: { shape: [6, 7], gaps: [Gap.DASH] },
  },
  {
    type: 'JP_MY_NUMBER',
    digitCounts: [12],
    isValid: isMyNumber,
    words: ['my number', 'mynumber', 'individual number', 'マイナンバー', '個人番号'],
  },
  { type: 'TH_ID', digitCounts: [13], isValid: isThai, words: ['thai id', 'thai national', 'citizen id', 'thai', 'thailand'] },
];

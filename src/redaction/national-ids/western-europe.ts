import { isRealShortDate, twoDigits } from '../checks/calendar.ts';
import { passesEan13, passesLuhn, passesMod11And10, remainder, weightedSum } from '../checks/checksums.ts';
import { Gap } from '../scan/digit-run.ts';
import type { NumericId } from './numeric-id.ts';

function lastDigit(digits: string): number {
  return Number(digits.at(-1));
}

/** The check digit makes the sum a multiple of eleven; a number that would need ten is not issued. */
function isNhsNumber(digits: string): boolean {
  const check = (11 - (weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return check === lastDigit(digits) && digits !== '0000000000';
}

/** The check digit comes first. */
function isUtr(digits: string): boolean {
  const rest = weightedSum(digits.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11;
  return '21987654321'.charAt(rest) === digits.charAt(0) && digits !== '0000000000';
}

function isBsn(digits: string): boolean {
  return weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 && digits !== '000000000';
}

/** People born from 2000 on compute the check with a 2 in front. */
function isNationalRegisterNumber(digits: string): boolean {
  const body = digits.slice(0, 9);
  const check = Number(digits.slice(9));
  return check === 97 - remainder(body, 97) || check === 97 - remainder(`2${body}`, 97);
}

/** Sex, then year and month of birth, place, serial; months above 12 are used when the real one is unknown. */
function isNir(digits: string): boolean {
  return '123478'.includes(digits.charAt(0)) && Number(digits.slice(13)) === 97 - remainder(digits.slice(0, 13), 97);
}

function isNif(digits: string): boolean {
  const check = 11 - (weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check > 9 ? 0 : check) === lastDigit(digits) && !'04'.includes(digits.charAt(0));
}

function isAmka(digits: string): boolean {
  return isRealShortDate(twoDigits(digits, 4), twoDigits(digits, 2), twoDigits(digits, 0)) && passesLuhn(digits);
}

export const WESTERN_EUROPEAN_IDS: readonly NumericId[] = [
  { type: 'UK_NHS', digitCounts: [10], isValid: isNhsNumber, words: ['nhs', 'national health', 'patient'] },
  { type: 'UK_UTR', digitCounts: [10], isValid: isUtr, words: ['utr', 'unique taxpayer', 'self assessment'] },
  { type: 'NL_BSN', digitCounts: [9], isValid: isBsn, words: ['bsn', 'burgerservicenummer', 'sofinummer'] },
  {
    type: 'BE_NRN',
    digitCounts: [11],
    isValid: isNationalRegisterNumber,
    words: ['rijksregister', 'rijksregisternummer', 'nrn', 'insz', 'niss', 'registre national', 'numéro national', 'national register'],
    distinctive: { shape: [2, 2, 2, 3, 2], gaps: [Gap.DOT, Gap.DOT, Gap.DASH, Gap.DOT] },
  },
  {
    type: 'FR_NIR',
    digitCounts: [15],
    isValid: isNir,
    words: ['nir', 'insee', 'sécurité sociale', 'securite sociale', 'sécu', 'secu', 'social security'],
    distinctive: { shape: [1, 2, 2, 2, 3, 3, 2], gaps: [Gap.SPACE, Gap.SPACE, Gap.SPACE, Gap.SPACE, Gap.SPACE, Gap.SPACE] },
  },
  {
    type: 'DE_STEUER_ID',
    digitCounts: [11],
    isValid: (digits) => digits.charAt(0) !== '0' && passesMod11And10(digits),
    words: ['steuer-id', 'steuer id', 'steueridentifikationsnummer', 'steuer-identifikationsnummer', 'steuer-idnr', 'idnr', 'steuernummer', 'tax id', 'tin'],
  },
  { type: 'PT_NIF', digitCounts: [9], isValid: isNif, words: ['nif', 'contribuinte'] },
  {
    type: 'CH_AHV',
    digitCounts: [13],
    isValid: (digits) => digits.startsWith('756') && passesEan13(digits),
    words: ['ahv', 'avs', 'ahvn13', 'sozialversicherungsnummer', 'social security'],
    distinctive: { shape: [3, 4, 4, 2], gaps: [Gap.DOT, Gap.DOT, Gap.DOT] },
  },
  { type: 'GR_AMKA', digitCounts: [11], isValid: isAmka, words: ['amka', 'αμκα'] },
];

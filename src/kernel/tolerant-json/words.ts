/** Words: numbers and literals as JSON, JavaScript and Python spell them. */
import { isDigit } from './characters.ts';
import type { JsonRepairKind } from './repairs.ts';

export interface WordValue {
  readonly value: null | boolean | number;
  /** What had to be repaired, if anything. */
  readonly repair?: JsonRepairKind;
}

const LITERALS: ReadonlyMap<string, WordValue> = new Map([
  ['true', { value: true }],
  ['false', { value: false }],
  ['null', { value: null }],
  ['True', { value: true, repair: 'literal_spelling' }],
  ['False', { value: false, repair: 'literal_spelling' }],
  ['None', { value: null, repair: 'literal_spelling' }],
  ['undefined', { value: null, repair: 'literal_spelling' }],
  // No JSON number can stand for these; null says "no number", and the repair says that there was something.
  ['NaN', { value: null, repair: 'non_finite_number' }],
  ['Infinity', { value: null, repair: 'non_finite_number' }],
  ['-Infinity', { value: null, repair: 'non_finite_number' }],
  ['+Infinity', { value: null, repair: 'non_finite_number' }],
]);

/** The value of a whole word, or undefined when it has none. */
export function decodeWord(word: string): WordValue | undefined {
  return LITERALS.get(word) ?? decodeNumber(word);
}

function decodeNumber(word: string): WordValue | undefined {
  const spelling = isJsonNumber(word) ? word : normalNumber(word);
  if (spelling === undefined) return undefined;
  const value = Number(spelling);
  if (!Number.isFinite(value)) return { value: null, repair: 'non_finite_number' };
  return spelling === word ? { value } : { value, repair: 'number_spelling' };
}

/** The value of a word at which the text was cut: the literal it begins, or the number so far. */
export function decodeCutWord(word: string): WordValue | undefined {
  for (const [literal, value] of LITERALS) if (literal.startsWith(word)) return value;
  let number = word;
  while (number !== '' && 'eE+-.'.includes(number.charAt(number.length - 1))) number = number.slice(0, -1);
  return decodeWord(number);
}

/** A cut number of which only the sign or the point has come. */
export function isBareSign(word: string): boolean {
  return word === '-' || word === '+' || word === '.';
}

/** `+1`, `.5`, `5.` and `007` in the spelling of JSON; undefined for what is no number in any of these ways. */
function normalNumber(word: string): string | undefined {
  const sign = word.startsWith('-') ? '-' : '';
  let digits = word.startsWith('-') || word.startsWith('+') ? word.slice(1) : word;
  while (digits.startsWith('0') && isDigit(digits.charAt(1))) digits = digits.slice(1);
  if (digits.startsWith('.')) digits = `0${digits}`;
  if (digits.endsWith('.')) digits = digits.slice(0, -1);
  return isJsonNumber(sign + digits) ? sign + digits : undefined;
}

function isJsonNumber(word: string): boolean {
  let index = word.startsWith('-') ? 1 : 0;
  const digits = (): number => {
    const start = index;
    while (isDigit(word.charAt(index))) index += 1;
    return index - start;
  };
  const leadingZero = word.charAt(index) === '0';
  const whole = digits();
  if (whole === 0 || (leadingZero && whole > 1)) return false;
  if (word.charAt(index) === '.') {
    index += 1;
    if (digits() === 0) return false;
  }
  if (word.charAt(index) === 'e' || word.charAt(index) === 'E') {
    index += 1;
    if (word.charAt(index) === '+' || word.charAt(index) === '-') index += 1;
    if (digits() === 0) return false;
  }
  return index === word.length;
}

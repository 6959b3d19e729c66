/** Which mark stands before the decimals: `1,074.85` or `1.074,85`. */
export type NumberStyle = 'point' | 'comma';

/** What may stand between thousands beside the other mark: blanks of three widths and the Swiss apostrophe. */
const GROUP_MARKS = [' ', '\u00a0', '\u202f', "'"];
const DIGITS = /^\d+$/;
/** A leading zero is a name or a telephone number, not a number. */
const WHOLE = /^(?:0|[1-9]\d*)$/;
const EXPONENT = /[eE]([+-]?\d{1,3})$/;

/** The number that a text is when read in one style; undefined when it is none, or would lose digits. */
export function numberIn(text: string, style: NumberStyle): number | undefined {
  const trimmed = text.trim().replace('\u2212', '-');
  const isNegative = trimmed.startsWith('-');
  const exponent = EXPONENT.exec(trimmed);
  const body = trimmed.slice(isNegative ? 1 : 0, exponent === null ? undefined : exponent.index);
  const [whole = '', part, ...more] = body.split(style === 'point' ? '.' : ',');
  if (more.length > 0 || (part !== undefined && !DIGITS.test(part))) return undefined;
  const digits = wholeDigits(whole, [style === 'point' ? ',' : '.', ...GROUP_MARKS]);
  if (digits === undefined) return undefined;
  const value = Number(`${isNegative ? '-' : ''}${digits}${part === undefined ? '' : `.${part}`}${exponent?.[0] ?? ''}`);
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : undefined;
}

/** The digits without the marks between thousands. One kind of mark, and three digits behind each. */
function wholeDigits(whole: string, marks: readonly string[]): string | undefined {
  const mark = marks.find((one) => whole.includes(one));
  if (mark === undefined) return WHOLE.test(whole) ? whole : undefined;
  const [first = '', ...groups] = whole.split(mark);
  const isGrouped = first.length <= 3 && first !== '0' && WHOLE.test(first) && groups.every((group) => group.length === 3 && DIGITS.test(group));
  return isGrouped ? `${first}${groups.join('')}` : undefined;
}

/** How a text can be read as a number, in either style. */
export function readingsOf(text: string): { readonly point: number | undefined; readonly comma: number | undefined } {
  return { point: numberIn(text, 'point'), comma: numberIn(text, 'comma') };
}

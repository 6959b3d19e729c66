/** A sign of an expression: a number, an operator of the language that evaluates it, a bracket or a function. */
export interface ExpressionSign {
  readonly kind: 'number' | 'operator' | 'open' | 'close' | 'comma' | 'function';
  readonly text: string;
}

/** Ways to say an operator, the longer ones first. `^` is a power to people and something else to the evaluator. */
const SAID: readonly (readonly [said: string, sign: ExpressionSign])[] = [
  ...operators('**', 'to the power of', 'raised to the power of', 'raised to', '**', '^'),
  ...operators('*', 'multiplied by', 'times', '×', '·', 'x', '*'),
  ...operators('/', 'divided by', 'over', '÷', '/'),
  ...operators('/ 100 *', 'percent of', 'per cent of', '% of'),
  ...operators('%', 'modulo', 'mod', '%'),
  ...operators('+', 'plus', '+'),
  ...operators('-', 'minus', '−', '–', '-'),
  ...operators('** 2', 'squared', '²'),
  ...operators('** 3', 'cubed', '³'),
  ...functions('sqrt', 'the square root of', 'square root of', 'sqrt of', 'math.sqrt', 'sqrt'),
  ...['abs', 'floor', 'ceil', 'round', 'min', 'max', 'log2', 'log10', 'sin', 'cos', 'tan', 'cbrt', 'pow', 'hypot'].flatMap((name) => functions(name, `math.${name}`, name)),
  ['(', { kind: 'open', text: '(' }],
  [')', { kind: 'close', text: ')' }],
  [',', { kind: 'comma', text: ',' }],
];

function operators(text: string, ...said: string[]): (readonly [string, ExpressionSign])[] {
  return said.map((one) => [one, { kind: 'operator', text }] as const);
}

function functions(name: string, ...said: string[]): (readonly [string, ExpressionSign])[] {
  return said.map((one) => [one, { kind: 'function', text: `Math.${name}` }] as const);
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}_]/u;
const DIGIT = /[0-9]/;

/** The signs of an expression in figures or words; null when anything else is in it. */
export function expressionSigns(text: string): readonly ExpressionSign[] | null {
  const lower = text.toLowerCase();
  const hasFunction = lower.includes('(') && lower.includes(',');
  const signs: ExpressionSign[] = [];
  let at = 0;
  while (at < lower.length) {
    if (lower.charAt(at).trim() === '') at += 1;
    else {
      const length = numberLength(lower, at, !hasFunction);
      const sign = length > 0 ? numberSign(lower.slice(at, at + length)) : undefined;
      const said = length > 0 ? undefined : SAID.find(([one]) => saysAt(lower, at, one));
      if (sign === null || (sign === undefined && said === undefined)) return null;
      if (said !== undefined && isPercentAlone(lower, at, said[0])) return null;
      signs.push(sign ?? said?.[1] ?? NOTHING);
      at += length > 0 ? length : (said?.[0].length ?? 1);
    }
  }
  return signs;
}

const NOTHING: ExpressionSign = { kind: 'operator', text: '' };

/** A word ends where no letter follows: `x` is no sign in `xs`. */
function saysAt(text: string, at: number, said: string): boolean {
  if (!text.startsWith(said, at)) return false;
  const isWord = LETTER_OR_DIGIT.test(said.charAt(said.length - 1)) && said !== '²' && said !== '³';
  return !isWord || !LETTER_OR_DIGIT.test(text.charAt(at + said.length));
}

/** In `50% + 3` the sign belongs to the number, and what it is a share of is not said. */
function isPercentAlone(text: string, at: number, said: string): boolean {
  return said === '%' && DIGIT.test(text.charAt(at - 1)) && !DIGIT.test(text.charAt(at + 1));
}

function numberLength(text: string, start: number, takesCommas: boolean): number {
  const isWithin = (at: number): boolean => (text.charAt(at) === '.' || (takesCommas && at > start && text.charAt(at) === ',')) && DIGIT.test(text.charAt(at + 1));
  let end = start;
  while (DIGIT.test(text.charAt(end)) || isWithin(end)) end += 1;
  return end - start;
}

/** Null for figures that are no number: a version, a date with zeros in front, commas in the wrong place. */
function numberSign(written: string): ExpressionSign | null {
  const [whole = '', fraction, ...more] = written.split('.');
  const groups = whole.split(',');
  const isGrouped = groups.every((group, at) => (at === 0 ? group.length <= 3 : group.length === 3));
  if (more.length > 0 || (groups.length > 1 && !isGrouped) || fraction?.includes(',') === true) return null;
  const digits = groups.join('');
  if (digits.length > 1 && digits.startsWith('0')) return null;
  return { kind: 'number', text: fraction === undefined ? digits : `${digits === '' ? '0' : digits}.${fraction}` };
}

/** Whole-number arithmetic of `$((…))`, as far as its values are known. */

const BINDING: Readonly<Record<string, number>> = {
  '||': 1, '&&': 2, '|': 3, '^': 4, '&': 5, '==': 6, '!=': 6, '<': 7, '>': 7, '<=': 7, '>=': 7, '<<': 8, '>>': 8, '+': 9, '-': 9,
  '*': 10, '/': 10, '%': 10, '**': 11,
};
const TOKEN = /\s*(?:([0-9]+#[0-9A-Za-z]+|0[xX][0-9A-Fa-f]+|[0-9]+)|([A-Za-z_][A-Za-z0-9_]*)|(\*\*|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%()<>&|^!~]))/y;
const DEPTH_MAX = 30;

/** The value, or undefined for what this does not compute: assignments, conditionals, unknown names. */
export function calculate(expression: string, lookup: (name: string) => string | undefined): number | undefined {
  const tokens: string[] = [];
  if (expression.length > 256) return undefined;
  TOKEN.lastIndex = 0;
  const trimmed = expression.trimEnd();
  while (TOKEN.lastIndex < trimmed.length) {
    const match = TOKEN.exec(trimmed);
    if (match === null) return undefined;
    tokens.push(match[0].trim());
  }
  if (tokens.length === 0) return 0;
  let at = 0;
  const value = (least: number, depth: number): number | undefined => {
    if (depth > DEPTH_MAX) return undefined;
    let left = operand(depth);
    for (;;) {
      const operator = tokens[at] ?? '';
      const binding = BINDING[operator];
      if (left === undefined || binding === undefined || binding < least) return left;
      at += 1;
      const right = value(binding + 1, depth + 1);
      left = right === undefined ? undefined : combine(operator, left, right);
    }
  };
  const operand = (depth: number): number | undefined => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token === '(') {
      const inner = value(1, depth + 1);
      if (tokens[at] !== ')') return undefined;
      at += 1;
      return inner;
    }
    if (['-', '+', '!', '~'].includes(token) && depth < DEPTH_MAX) {
      const inner = operand(depth + 1);
      if (inner === undefined) return undefined;
      return token === '-' ? -inner : token === '+' ? inner : token === '!' ? Number(inner === 0) : ~inner;
    }
    if (/^[A-Za-z_]/.test(token)) return numberOf(lookup(token) ?? '');
    return token === '' ? undefined : numberOf(token);
  };
  const result = value(1, 0);
  return at === tokens.length ? result : undefined;
}

function numberOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  const based = /^([0-9]+)#([0-9A-Za-z]+)$/.exec(trimmed);
  const value = based ? Number.parseInt(based[2] ?? '', Number(based[1])) : /^0[0-7]+$/.test(trimmed) ? Number.parseInt(trimmed, 8) : Number(trimmed);
  return Number.isSafeInteger(value) ? value : undefined;
}

function combine(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case '+': return left + right;
    case '-': return left - right;
    case '*': return left * right;
    case '/': return right === 0 ? undefined : Math.trunc(left / right);
    case '%': return right === 0 ? undefined : left % right;
    case '**': return right < 0 || right > 62 ? undefined : left ** right;
    case '<<': return left << right;
    case '>>': return left >> right;
    case '&': return left & right;
    case '|': return left | right;
    case '^': return left ^ right;
    case '==': return Number(left === right);
    case '!=': return Number(left !== right);
    case '<': return Number(left < right);
    case '>': return Number(left > right);
    case '<=': return Number(left <= right);
    case '>=': return Number(left >= right);
    case '&&': return Number(left !== 0 && right !== 0);
    default: return Number(left !== 0 || right !== 0);
  }
}

/** A piece of a script: a word with its quotes taken off and the scripts that run inside it, or a sign between commands. */
export type ShellPiece = ShellWord | { readonly sign: ShellSign };
export interface ShellWord {
  readonly text: string;
  /** Scripts in `$( )` or backquotes. */
  readonly inner: readonly string[];
  /** Whether any of it was quoted: a quoted `if` begins nothing. */
  readonly isQuoted: boolean;
}
export type ShellSign = (typeof SIGNS)[number];

const SIGNS = ['&&', '||', '|&', ';;', '|', ';', '&', '(', ')', '\n'] as const;
/** Longer scripts are programs, and nobody reads them at a glance. */
const SCRIPT_CHARS_MAX = 20_000;

/** The words and signs of a script; undefined where a quote or a bracket stays open, or where it is too long. */
export function shellPieces(script: string): ShellPiece[] | undefined {
  if (script.length > SCRIPT_CHARS_MAX) return undefined;
  const pieces: ShellPiece[] = [];
  for (let at = 0; at < script.length; ) {
    const char = script.charAt(at);
    if (char === ' ' || char === '\t') at += 1;
    else if (char === '#') at = endOf(script, '\n', at);
    else if (script.startsWith('\\\n', at)) at += 2;
    else if (isRedirection(script, at)) {
      const target = readWord(script, afterRedirection(script, at));
      if (target === undefined || script.startsWith('<<', at)) return undefined;
      at = target.next;
    } else {
      const sign = SIGNS.find((one) => script.startsWith(one, at));
      const word = sign === undefined ? readWord(script, at) : undefined;
      if (sign === undefined && word === undefined) return undefined;
      if (sign !== undefined) pieces.push({ sign });
      else if (word !== undefined && !(isNumber(word.text) && isRedirection(script, word.next))) pieces.push({ text: word.text, inner: word.inner, isQuoted: word.isQuoted });
      at = sign === undefined ? (word?.next ?? script.length) : at + sign.length;
    }
  }
  return pieces;
}

function readWord(script: string, from: number): (ShellWord & { readonly next: number }) | undefined {
  const inner: string[] = [];
  let [text, quote, isQuoted, at] = ['', '', false, from];
  for (; at < script.length; at += 1) {
    const char = script.charAt(at);
    if (quote !== "'" && (char === '`' || script.startsWith('$(', at))) {
      const start = char === '`' ? at + 1 : at + 2;
      const end = char === '`' ? script.indexOf('`', start) : closing(script, start);
      if (end === -1) return undefined;
      const isReckoned = script.startsWith('$((', at);
      if (!isReckoned) inner.push(script.slice(start, end));
      // What runs inside is told apart from what is said outside.
      text += isReckoned ? script.slice(at, end + 1) : '$()';
      at = end;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"') text += script.charAt((at += 1));
      else text += char;
    } else if (char === '"' || char === "'") [quote, isQuoted] = [char, true];
    else if (char === '\\') [text, isQuoted] = [text + script.charAt((at += 1)), true];
    else if (' \t<>'.includes(char) || SIGNS.some((sign) => script.startsWith(sign, at))) break;
    else text += char;
  }
  return quote === '' ? { text, inner, isQuoted, next: at } : undefined;
}

/** The bracket that ends a substitution; those inside quotes count for nothing. */
function closing(script: string, from: number): number {
  let [depth, quote] = [1, ''];
  for (let at = from; at < script.length; at += 1) {
    const char = script.charAt(at);
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth += 1;
    else if (char === ')' && (depth -= 1) === 0) return at;
  }
  return -1;
}

function isRedirection(script: string, at: number): boolean {
  return script.charAt(at) === '>' || script.charAt(at) === '<' || script.startsWith('&>', at);
}

function afterRedirection(script: string, from: number): number {
  let at = from;
  while ('<>&| \t'.includes(script.charAt(at)) && at < script.length) at += 1;
  return at;
}

function isNumber(text: string): boolean {
  return text !== '' && [...text].every((char) => char >= '0' && char <= '9');
}

function endOf(script: string, mark: string, from: number): number {
  const end = script.indexOf(mark, from);
  return end === -1 ? script.length : end;
}

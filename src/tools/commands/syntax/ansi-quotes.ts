/** The escapes of `$'…'`, of `echo -e` and of printf's format, which differ only in small ways. */

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\u0007', b: '\b', e: '\u001b', E: '\u001b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', "'": "'", '"': '"', '?': '?',
};

export interface DecodedEscape {
  /** Code units; those made by `\x` and octal numbers are bytes and may form UTF-8 together. */
  readonly bytes?: number;
  readonly text?: string;
  readonly length: number;
}

/** Reads the escape that begins at the backslash at `at`. */
export function readEscape(text: string, at: number, style: 'quotes' | 'echo'): DecodedEscape {
  const kind = text[at + 1] ?? '';
  if (style === 'echo' && kind === '0') return octal(text, at + 2, 3, at);
  if (kind >= '0' && kind <= '7' && kind !== '') return octal(text, at + 1, 3, at);
  if (kind === 'x') {
    const digits = digitsAt(text, at + 2, 2, isHex);
    return digits === '' ? { text: '\\x', length: 2 } : { bytes: Number.parseInt(digits, 16), length: 2 + digits.length };
  }
  if (kind === 'u' || kind === 'U') {
    const digits = digitsAt(text, at + 2, kind === 'u' ? 4 : 8, isHex);
    if (digits === '') return { text: `\\${kind}`, length: 2 };
    const point = Number.parseInt(digits, 16);
    return { text: point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd', length: 2 + digits.length };
  }
  if (kind === 'c' && style === 'quotes') {
    return { text: String.fromCharCode((text.charCodeAt(at + 2) || 0) & 0x1f), length: 3 };
  }
  const simple = SIMPLE[kind];
  return simple === undefined ? { text: `\\${kind}`, length: kind === '' ? 1 : 2 } : { text: simple, length: 2 };
}

/** Decodes a whole text with such escapes. `\c` of echo and a NUL end it, as they do in the shell. */
export function decodeEscapes(text: string, style: 'quotes' | 'echo'): string {
  let decoded = '';
  let bytes: number[] = [];
  const flush = (): void => {
    if (bytes.length > 0) decoded += new TextDecoder().decode(Uint8Array.from(bytes));
    bytes = [];
  };
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    if (character !== '\\') {
      flush();
      decoded += character;
      at += 1;
      continue;
    }
    if (style === 'echo' && text[at + 1] === 'c') break;
    const escape = readEscape(text, at, style);
    if (escape.bytes === 0 && style === 'quotes') break;
    if (escape.bytes !== undefined) bytes.push(escape.bytes & 0xff);
    else {
      flush();
      decoded += escape.text ?? '';
    }
    at += escape.length;
  }
  flush();
  return decoded;
}

function octal(text: string, from: number, digitsMax: number, start: number): DecodedEscape {
  const digits = digitsAt(text, from, digitsMax, (character) => character >= '0' && character <= '7');
  return { bytes: digits === '' ? 0 : Number.parseInt(digits, 8), length: from - start + digits.length };
}

function digitsAt(text: string, from: number, digitsMax: number, isDigit: (character: string) => boolean): string {
  let to = from;
  while (to < text.length && to - from < digitsMax && isDigit(text.charAt(to))) to += 1;
  return text.slice(from, to);
}

function isHex(character: string): boolean {
  return /^[0-9A-Fa-f]$/.test(character);
}

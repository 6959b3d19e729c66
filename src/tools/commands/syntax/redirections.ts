/** Redirections and the here-documents that follow the line on which they were announced. */
import { type Cursor, EMPTY_WORD, fault, isBlank, isDigit, isNameStart, looksAt, next, type PendingHereDocument, peek, take } from './cursor.ts';
import { readName } from './parameters.ts';
import type { Redirection, Word, WordPart } from './tree.ts';
import { readWord } from './words.ts';

/** Longest first. `<(` and `>(` are not here: they begin words. */
const OPERATORS = ['<<<', '<<-', '<<', '<&', '<>', '<', '>>', '>|', '>&', '>', '&>>', '&>'] as const;

export function readRedirection(cursor: Cursor): Redirection | undefined {
  const first = peek(cursor);
  if (first !== '<' && first !== '>' && first !== '&' && first !== '{' && !isDigit(first)) return undefined;
  const from = cursor.at;
  const descriptor = readDescriptor(cursor);
  const operator = readOperator(cursor, descriptor);
  if (operator === undefined) {
    cursor.at = from;
    return undefined;
  }
  skipBlanks(cursor);
  const target = readWord(cursor);
  if (target === undefined) return fault(cursor, `nothing follows "${operator}"`);
  const redirection: PendingHereDocument['redirection'] = { ...(descriptor !== undefined && { descriptor }), operator, target };
  if (operator === '<<' || operator === '<<-') {
    redirection.target = EMPTY_WORD;
    const { text, quoted } = delimiterOf(target);
    cursor.pending.push({ delimiter: text, quoted, stripTabs: operator === '<<-', redirection });
  }
  return redirection;
}

function readOperator(cursor: Cursor, descriptor: string | undefined): Redirection['operator'] | undefined {
  const character = peek(cursor);
  if (character !== '<' && character !== '>' && character !== '&') return undefined;
  if (looksAt(cursor, '<(') || looksAt(cursor, '>(')) return undefined;
  if (character === '&' && descriptor !== undefined) return undefined;
  return OPERATORS.find((candidate) => take(cursor, candidate));
}

function readDescriptor(cursor: Cursor): string | undefined {
  const from = cursor.at;
  let text = '';
  if (peek(cursor) === '{') {
    next(cursor);
    text = isNameStart(peek(cursor)) ? `{${readName(cursor)}` : '';
    if (text !== '' && take(cursor, '}')) text += '}';
    else text = '';
  } else while (isDigit(peek(cursor))) text += next(cursor);
  const after = peek(cursor);
  if (text !== '' && (after === '<' || after === '>')) return text;
  cursor.at = from;
  return undefined;
}

/** Quoting any part of the delimiter makes the document literal. */
function delimiterOf(word: Word): { text: string; quoted: boolean } {
  let quoted = false;
  const textOf = (part: WordPart): string => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'quoted') {
      quoted = true;
      return part.text;
    }
    if (part.kind === 'double') {
      quoted = true;
      return part.parts.map(textOf).join('');
    }
    return part.kind === 'parameter' ? `$${part.name}` : '';
  };
  return { text: word.parts.map(textOf).join(''), quoted };
}

/** Takes a newline and the bodies of the here-documents that were announced before it. */
export function takeNewline(cursor: Cursor): boolean {
  if (peek(cursor) !== '\n') return false;
  cursor.at += 1;
  const pending = cursor.pending;
  cursor.pending = [];
  for (const document of pending) readBody(cursor, document);
  return true;
}

function readBody(cursor: Cursor, document: PendingHereDocument): void {
  let body = '';
  for (;;) {
    // A document that the text ends in is taken as it stands, as the shell does with a warning.
    if (cursor.at >= cursor.text.length) break;
    const found = cursor.text.indexOf('\n', cursor.at);
    const end = found === -1 ? cursor.text.length : found;
    let line = cursor.text.slice(cursor.at, end);
    if (document.stripTabs) while (line.startsWith('\t')) line = line.slice(1);
    cursor.at = Math.min(end + 1, cursor.text.length);
    if (line === document.delimiter) break;
    body += `${line}\n`;
  }
  document.redirection.target = document.quoted
    ? { parts: body === '' ? [] : [{ kind: 'quoted', text: body }] }
    : { parts: [{ kind: 'double', parts: readDocumentParts(cursor, body) }] };
}

function readDocumentParts(cursor: Cursor, body: string): readonly WordPart[] {
  const inner: Cursor = { ...cursor, text: body, at: 0, pending: [] };
  return cursor.grammar.parts(inner, { ends: () => false, inDouble: true, inDocument: true });
}

/** Skips blanks and a comment; newlines stay. */
export function skipBlanks(cursor: Cursor): void {
  let character = peek(cursor);
  while (isBlank(character)) {
    cursor.at += 1;
    character = peek(cursor);
  }
  if (character !== '#') return;
  const before = cursor.text[cursor.at - 1];
  if (before === undefined || ' \t\n;&|()<>'.includes(before)) {
    const end = cursor.text.indexOf('\n', cursor.at);
    cursor.at = end === -1 ? cursor.text.length : end;
  }
}

export function skipLines(cursor: Cursor): void {
  do skipBlanks(cursor);
  while (takeNewline(cursor));
}

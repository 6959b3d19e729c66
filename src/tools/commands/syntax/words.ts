/** Words: quotes, and where each kind of expansion begins. */
import { decodeEscapes } from './ansi-quotes.ts';
import { countNode, type Cursor, expectText, fault, isWordEnd, looksAt, nameRunEnd, nested, next, type PartsMode, peek, take } from './cursor.ts';
import { readArithmetic, readParameter } from './parameters.ts';
import type { Word, WordPart } from './tree.ts';

/** Reads the word under the cursor, or nothing when none begins here. */
export function readWord(cursor: Cursor): Word | undefined {
  const parts = cursor.grammar.parts(cursor, { ends: isWordEnd, inDouble: false });
  return parts.length === 0 ? undefined : { parts };
}

export function readParts(cursor: Cursor, mode: PartsMode): WordPart[] {
  const parts: WordPart[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
  };
  for (;;) {
    const character = peek(cursor);
    if (character === '') break;
    const special = readSpecial(cursor, character, mode);
    if (special !== undefined) {
      countNode(cursor);
      if (typeof special === 'string') {
        text += special;
        continue;
      }
      flush();
      parts.push(special);
      continue;
    }
    if (mode.ends(character, cursor)) break;
    // No word ends at a letter or a digit, so a run of them is taken at once.
    const end = nameRunEnd(cursor.text, cursor.at + 1);
    text += cursor.text.slice(cursor.at, end);
    cursor.at = end;
  }
  flush();
  return parts;
}

/** A quote or an expansion that begins here; a text where it turns out to be only that; nothing for a plain character. */
function readSpecial(cursor: Cursor, character: string, mode: PartsMode): WordPart | string | undefined {
  switch (character) {
    case '\\':
      return readBackslash(cursor, mode);
    case "'":
      return mode.inDouble ? undefined : { kind: 'quoted', text: readSingle(cursor) };
    case '"':
      if (mode.inDocument === true || mode.ends('"', cursor)) return undefined;
      cursor.at += 1;
      return readDouble(cursor);
    case '`':
      return readBackquotes(cursor, mode);
    case '$':
      return readDollar(cursor, mode);
    case '<':
    case '>':
      return mode.inDouble || !looksAt(cursor, `${character}(`) ? undefined : readProcess(cursor, character);
    case '?':
    case '*':
    case '+':
    case '@':
    case '!':
      return mode.inDouble || !cursor.extendedGlobs || !looksAt(cursor, `${character}(`) ? undefined : readExtendedGlob(cursor);
    default:
      return undefined;
  }
}

function readBackslash(cursor: Cursor, mode: PartsMode): WordPart | string {
  cursor.at += 1;
  const escaped = cursor.text[cursor.at] ?? '';
  if (mode.inDouble) {
    if (escaped === '' || !'$`"\\}'.includes(escaped)) return '\\';
    // `}` may be escaped only where it would end something.
    if (escaped === '}' && !mode.ends('}', cursor)) return '\\';
    if (escaped === '"' && !mode.ends('"', cursor) && !mode.ends('}', cursor)) return '\\';
    cursor.at += 1;
    return escaped;
  }
  cursor.at += escaped.length;
  return escaped === '' ? '\\' : { kind: 'quoted', text: escaped };
}

function readSingle(cursor: Cursor): string {
  const end = cursor.text.indexOf("'", cursor.at + 1);
  if (end === -1) fault(cursor, 'a single quote is not closed');
  const text = cursor.text.slice(cursor.at + 1, end);
  cursor.at = end + 1;
  return text;
}

function readDouble(cursor: Cursor): WordPart {
  const parts = nested(cursor, () => cursor.grammar.parts(cursor, { ends: (character) => character === '"', inDouble: true }));
  expectText(cursor, '"');
  return { kind: 'double', parts };
}

function readBackquotes(cursor: Cursor, mode: PartsMode): WordPart {
  let body = '';
  let at = cursor.at + 1;
  for (;;) {
    const character = cursor.text[at];
    if (character === undefined) fault(cursor, 'a backquote is not closed');
    if (character === '`') break;
    const escaped = cursor.text[at + 1] ?? '';
    const drops = character === '\\' && escaped !== '' && (mode.inDouble ? '$`\\"' : '$`\\').includes(escaped);
    body += drops ? escaped : character;
    at += drops ? 2 : 1;
  }
  cursor.at = at + 1;
  return { kind: 'command', script: cursor.grammar.inner(cursor, body) };
}

function readDollar(cursor: Cursor, mode: PartsMode): WordPart | string {
  cursor.at += 1;
  const character = peek(cursor);
  if (character === "'" && !mode.inDouble) return { kind: 'quoted', text: readAnsiQuotes(cursor) };
  if (character === '"' && !mode.inDouble) {
    cursor.at += 1;
    return readDouble(cursor);
  }
  if (character === '(') {
    if (looksAt(cursor, '((')) {
      const arithmetic = nested(cursor, () => readArithmetic(cursor));
      if (arithmetic !== undefined) return { kind: 'arithmetic', expression: arithmetic };
    }
    next(cursor);
    const script = nested(cursor, () => cursor.grammar.script(cursor, [')'], { mayBeEmpty: true }));
    expectText(cursor, ')');
    return { kind: 'command', script };
  }
  if (character === '[') {
    cursor.at += 1;
    const parts = nested(cursor, () => cursor.grammar.parts(cursor, { ends: (end) => end === ']', inDouble: true }));
    expectText(cursor, ']');
    return { kind: 'arithmetic', expression: { parts } };
  }
  return nested(cursor, () => readParameter(cursor, mode)) ?? '$';
}

function readAnsiQuotes(cursor: Cursor): string {
  let at = cursor.at + 1;
  while (at < cursor.text.length && cursor.text[at] !== "'") at += cursor.text[at] === '\\' ? 2 : 1;
  if (at >= cursor.text.length) fault(cursor, "a $' quote is not closed");
  const text = decodeEscapes(cursor.text.slice(cursor.at + 1, at), 'quotes');
  cursor.at = at + 1;
  return text;
}

function readProcess(cursor: Cursor, direction: '<' | '>'): WordPart {
  take(cursor, `${direction}(`);
  const script = nested(cursor, () => cursor.grammar.script(cursor, [')'], { mayBeEmpty: true }));
  expectText(cursor, ')');
  return { kind: 'process', direction, script };
}

/** An extended glob is kept as the text that it is: what it matches is not followed. */
function readExtendedGlob(cursor: Cursor): string {
  const from = cursor.at;
  let open = 0;
  for (cursor.at += 1; cursor.at < cursor.text.length; cursor.at += 1) {
    const character = cursor.text[cursor.at];
    if (character === '\n') break;
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    if (open === 0) {
      cursor.at += 1;
      return cursor.text.slice(from, cursor.at);
    }
  }
  return fault(cursor, 'an extended pattern is not closed');
}

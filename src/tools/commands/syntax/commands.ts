/** Lists, pipelines and simple commands. */
import { readCompound, RESERVED_WORDS, reservedWordAt, takeReserved } from './compounds.ts';
import { countNode, type Cursor, EMPTY_WORD, fault, isCut, isNameStart, isWordEnd, looksAt, nested, next, peek, take } from './cursor.ts';
import { readName, readSubscript } from './parameters.ts';
import { readRedirection, skipBlanks, skipLines, takeNewline } from './redirections.ts';
import type { AndOr, Assignment, Command, Pipeline, Redirection, Script, ScriptItem, Word } from './tree.ts';
import { readWord } from './words.ts';

/** Builtins whose arguments may be array assignments. */
const DECLARING = new Set(['declare', 'typeset', 'local', 'export', 'readonly', 'alias', 'eval']);

export function readScript(cursor: Cursor, ends: readonly string[], options: { mayBeEmpty: boolean }): Script {
  const items: ScriptItem[] = [];
  for (;;) {
    skipLines(cursor);
    if (peek(cursor) === '' || standsAt(cursor, ends) || isCut(cursor)) break;
    const andOr = readAndOr(cursor);
    skipBlanks(cursor);
    const background = !looksAt(cursor, '&&') && take(cursor, '&');
    items.push({ andOr, background });
    if (background) continue;
    if (!looksAt(cursor, ';;') && !looksAt(cursor, ';&') && take(cursor, ';')) continue;
    if (takeNewline(cursor)) continue;
    if (peek(cursor) !== '' && !standsAt(cursor, ends) && !isCut(cursor)) fault(cursor, `"${peek(cursor)}" stands where a command should end`);
  }
  if (items.length === 0 && !options.mayBeEmpty) fault(cursor, 'a command is missing');
  return { items };
}

function standsAt(cursor: Cursor, ends: readonly string[]): boolean {
  if (ends.length === 0) return false;
  const reserved = reservedWordAt(cursor);
  return ends.some((end) => (/^[a-z}]/.test(end) ? end === reserved : looksAt(cursor, end)));
}

function readAndOr(cursor: Cursor): AndOr {
  const first = readPipeline(cursor);
  const rest: { operator: '&&' | '||'; pipeline: Pipeline }[] = [];
  for (;;) {
    skipBlanks(cursor);
    if (isCut(cursor)) return { first, rest };
    const operator = take(cursor, '&&') ? '&&' : take(cursor, '||') ? '||' : undefined;
    if (operator === undefined) return { first, rest };
    skipLines(cursor);
    rest.push({ operator, pipeline: readPipeline(cursor) });
  }
}

function readPipeline(cursor: Cursor): Pipeline {
  let negated = false;
  let timed = false;
  for (;;) {
    skipBlanks(cursor);
    if (takeReserved(cursor, '!')) negated = !negated;
    else if (takeReserved(cursor, 'time')) {
      timed = true;
      skipBlanks(cursor);
      for (const flag of ['-p', '--']) if (looksAt(cursor, flag) && isWordEnd(cursor.text[cursor.at + 2] ?? '')) take(cursor, flag);
    } else break;
  }
  const commands: Command[] = [];
  const withErrors: boolean[] = [];
  const atEnd = peek(cursor) === '' || '\n;)&'.includes(peek(cursor));
  if ((timed || negated) && atEnd) return { negated, timed, commands, withErrors };
  for (;;) {
    commands.push(nested(cursor, () => readCommand(cursor)));
    skipBlanks(cursor);
    if (isCut(cursor) || looksAt(cursor, '||') || !take(cursor, '|')) return { negated, timed, commands, withErrors };
    withErrors.push(take(cursor, '&'));
    skipLines(cursor);
  }
}

function readCommand(cursor: Cursor): Command {
  countNode(cursor);
  cursor.budget.commands += 1;
  skipBlanks(cursor);
  if (takeReserved(cursor, 'coproc')) return readCoproc(cursor);
  return readCompound(cursor) ?? readSimple(cursor);
}

function readCoproc(cursor: Cursor): Command {
  skipBlanks(cursor);
  const from = cursor.at;
  const body = readCompound(cursor);
  if (body !== undefined) return { kind: 'coproc', body, redirections: [] };
  if (isNameStart(peek(cursor))) {
    const name = readName(cursor);
    skipBlanks(cursor);
    const named = readCompound(cursor);
    if (named !== undefined) return { kind: 'coproc', name, body: named, redirections: [] };
  }
  cursor.at = from;
  return { kind: 'coproc', body: readSimple(cursor), redirections: [] };
}

function readSimple(cursor: Cursor): Command {
  const assignments: Assignment[] = [];
  const words: (Word | Assignment)[] = [];
  const redirections: Redirection[] = [];
  let declares = false;
  const reserved = reservedWordAt(cursor);
  if (reserved !== undefined && RESERVED_WORDS.has(reserved)) fault(cursor, `"${reserved}" stands where a command should begin`);
  for (;;) {
    skipBlanks(cursor);
    const redirection = readRedirection(cursor);
    if (redirection !== undefined) {
      redirections.push(redirection);
      continue;
    }
    if (words.length === 0 || declares) {
      const assignment = readAssignment(cursor, { onlyArrays: words.length > 0 });
      if (assignment !== undefined) {
        if (words.length === 0) assignments.push(assignment);
        else words.push(assignment);
        continue;
      }
    }
    const word = readWord(cursor);
    if (word === undefined) break;
    countNode(cursor);
    words.push(word);
    if (words.length === 1) declares = DECLARING.has(plainText(word) ?? '');
    if (words.length === 1 && assignments.length === 0 && redirections.length === 0) {
      const definition = readFunctionTail(cursor, word);
      if (definition !== undefined) return definition;
    }
  }
  if (assignments.length + words.length + redirections.length === 0) {
    fault(cursor, peek(cursor) === '' ? 'a command is missing at the end' : `"${peek(cursor)}" stands where a command should begin`);
  }
  return { kind: 'simple', assignments, words, redirections };
}

/** `name ( )` and the body, after the name was read. */
function readFunctionTail(cursor: Cursor, word: Word): Command | undefined {
  const from = cursor.at;
  skipBlanks(cursor);
  if (!take(cursor, '(')) {
    cursor.at = from;
    return undefined;
  }
  skipBlanks(cursor);
  const name = plainText(word);
  if (name === undefined || !take(cursor, ')')) return fault(cursor, '"(" stands where no subshell may begin');
  skipLines(cursor);
  const body = readCompound(cursor);
  if (body === undefined) return fault(cursor, `the function "${name}" has no body`);
  return { kind: 'function', name, body, redirections: [] };
}

/** The text of a word that is nothing but unquoted text. */
function plainText(word: Word | Assignment | undefined): string | undefined {
  if (word === undefined || !('parts' in word)) return undefined;
  const [only, ...others] = word.parts;
  return only?.kind === 'text' && others.length === 0 ? only.text : undefined;
}

function readAssignment(cursor: Cursor, { onlyArrays }: { onlyArrays: boolean }): Assignment | undefined {
  const from = cursor.at;
  if (!isNameStart(peek(cursor))) return undefined;
  const name = readName(cursor);
  const subscript = peek(cursor) === '[' ? tryReading(cursor, () => readSubscript(cursor)) : undefined;
  const append = looksAt(cursor, '+=');
  if (!take(cursor, append ? '+=' : '=')) {
    cursor.at = from;
    return undefined;
  }
  const base = { name, ...(subscript && { subscript }), append };
  if (peek(cursor) === '(') return { ...base, value: EMPTY_WORD, elements: readElements(cursor) };
  if (onlyArrays) {
    cursor.at = from;
    return undefined;
  }
  return { ...base, value: readWord(cursor) ?? EMPTY_WORD };
}

function tryReading<Result>(cursor: Cursor, read: () => Result): Result | undefined {
  // `a[` may be the beginning of a glob; only `a[…]=` is an assignment.
  const end = cursor.text.indexOf(']', cursor.at);
  return end === -1 ? undefined : read();
}

function readElements(cursor: Cursor): NonNullable<Assignment['elements']> {
  next(cursor);
  const elements: { subscript?: Word; value: Word }[] = [];
  for (;;) {
    skipLines(cursor);
    if (take(cursor, ')')) return elements;
    const from = cursor.at;
    if (peek(cursor) === '[') {
      const subscript = tryReading(cursor, () => readSubscript(cursor));
      if (subscript !== undefined && (take(cursor, '=') || take(cursor, '+='))) {
        elements.push({ subscript, value: readWord(cursor) ?? EMPTY_WORD });
        continue;
      }
      cursor.at = from;
    }
    const value = readWord(cursor);
    if (value === undefined) return fault(cursor, 'an array is not closed');
    countNode(cursor);
    elements.push({ value });
  }
}

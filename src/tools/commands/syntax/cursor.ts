/** Where the parser stands in a text, and how much it may still read. */
import { NESTING_MAX, NODES_MAX } from '../limits.ts';
import type { Redirection, Script, Word, WordPart } from './tree.ts';

/** Why a text is not a script we understand. Thrown inside the parser only; `parseShell` turns it into a result. */
export class SyntaxFault extends Error {
  readonly at: number;

  constructor(reason: string, at: number) {
    super(reason);
    this.at = at;
  }
}

export interface PendingHereDocument {
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly stripTabs: boolean;
  readonly redirection: { -readonly [Key in keyof Redirection]: Redirection[Key] };
}

export interface PartsMode {
  /** Whether the word ends before this character. */
  readonly ends: (character: string, cursor: Cursor) => boolean;
  /** Inside double quotes or a here-document single quotes are text. */
  readonly inDouble: boolean;
  /** In a here-document double quotes are text as well. */
  readonly inDocument?: boolean;
}

/** The productions that call each other across files. */
export interface Grammar {
  /** Reads commands up to one of `ends`, which is left unread. */
  readonly script: (cursor: Cursor, ends: readonly string[], options: { mayBeEmpty: boolean }) => Script;
  readonly parts: (cursor: Cursor, mode: PartsMode) => WordPart[];
  /** Reads another text, such as that between backquotes, one level deeper. */
  readonly inner: (cursor: Cursor, text: string) => Script;
}

export interface Cursor {
  readonly text: string;
  at: number;
  depth: number;
  readonly budget: { nodes: number; commands: number; readonly commandsMax: number };
  pending: PendingHereDocument[];
  readonly grammar: Grammar;
  /** Whether `@(…)` and its like are patterns, as after `shopt -s extglob`. */
  readonly extendedGlobs: boolean;
}

/** The character under the cursor once `\` + newline pairs are skipped; '' at the end. */
export function peek(cursor: Cursor): string {
  while (cursor.text[cursor.at] === '\\' && cursor.text[cursor.at + 1] === '\n') cursor.at += 2;
  return cursor.text[cursor.at] ?? '';
}

export function next(cursor: Cursor): string {
  const character = peek(cursor);
  cursor.at += character.length;
  return character;
}

/** Takes exactly this text if it stands here, continuation lines skipped. */
export function take(cursor: Cursor, wanted: string): boolean {
  const from = cursor.at;
  for (let index = 0; index < wanted.length; index += 1) {
    if (peek(cursor) !== wanted[index]) {
      cursor.at = from;
      return false;
    }
    cursor.at += 1;
  }
  return true;
}

export function looksAt(cursor: Cursor, wanted: string): boolean {
  const from = cursor.at;
  const found = take(cursor, wanted);
  cursor.at = from;
  return found;
}

export function fault(cursor: Cursor, reason: string): never {
  throw new SyntaxFault(reason, cursor.at);
}

export function expectText(cursor: Cursor, wanted: string): void {
  if (!take(cursor, wanted)) fault(cursor, `"${wanted}" is missing`);
}

export function countNode(cursor: Cursor): void {
  cursor.budget.nodes += 1;
  if (cursor.budget.nodes > NODES_MAX) fault(cursor, `it has more than ${NODES_MAX} parts`);
}

/** Whether no further command of the outermost list is read. */
export function isCut(cursor: Cursor): boolean {
  return cursor.depth === 0 && cursor.budget.commands > cursor.budget.commandsMax;
}

/** Reads one level deeper. */
export function nested<Result>(cursor: Cursor, read: () => Result): Result {
  cursor.depth += 1;
  if (cursor.depth > NESTING_MAX) fault(cursor, `it is nested deeper than ${NESTING_MAX} levels`);
  const result = read();
  cursor.depth -= 1;
  return result;
}

export function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}

/** Characters that end an unquoted word. */
export function isWordEnd(character: string): boolean {
  return character === '' || ' \t\n;&|<>()'.includes(character);
}

export function isNameStart(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character === '_';
}

export function isNamePart(character: string): boolean {
  return isNameStart(character) || isDigit(character);
}

export function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** Where the run of letters, digits and underscores ends that begins here; nothing in it means anything to a shell. */
export function nameRunEnd(text: string, from: number): number {
  let end = from;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (!((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95)) break;
  }
  return end;
}

export const EMPTY_WORD: Word = { parts: [] };

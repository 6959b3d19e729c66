import type { Slot } from '../grammar/part.ts';
import type { Token } from '../request/tokens.ts';
import { isOneThing, textOf } from './free-text.ts';

/** The words with which a query that only reads begins. */
const BEGINNINGS = new Set(['select', 'with', 'explain', 'values']);

function isQuery(text: string): boolean {
  const first = text.trim().split(/\s/, 1)[0] ?? '';
  // Nothing comes after the end of a query: a second statement is a second wish.
  const end = text.indexOf(';');
  return BEGINNINGS.has(first.toLowerCase()) && text.trim().length > first.length && (end < 0 || text.slice(end + 1).trim() === '');
}

/** A query in quotes. */
const quotedSql: Slot = ({ tokens }, at) => {
  const token = tokens[at];
  return token?.isQuoted === true && isQuery(token.text) ? [{ end: at + 1, value: token.text }] : [];
};

/** People say "select" too: unquoted, a query names its table and has no word that only people use. */
function isPlainQuery(tokens: readonly Token[]): boolean {
  return tokens.some(({ word }) => word === 'from') && !DANGLING.has(tokens.at(-1)?.word ?? '') && isOneThing(tokens) && !tokens.some(({ word }) => SPOKEN_ONLY.has(word));
}

const SPOKEN_ONLY = new Set(['the', 'a', 'an', 'my', 'our', 'me', 'best', 'please', 'whichever', 'that', 'this']);

/** No query ends with one of these. */
const DANGLING = new Set(['from', 'where', 'and', 'or', 'not', 'by', 'on', 'in', 'join', 'limit', 'having', ',', '=']);

/** Quoted, or unquoted and then everything from its first word to each place where it could end. */
const sql: Slot = (words, at) => {
  const token = words.tokens[at];
  if (token === undefined) return [];
  if (token.isQuoted) return quotedSql(words, at);
  if (!BEGINNINGS.has(token.word)) return [];
  const ends = words.tokens.map((_token, last) => last).filter((last) => last > at && isPlainQuery(words.tokens.slice(at, last + 1)));
  return ends.map((last) => ({ end: last + 1, value: textOf(words, at, last + 1) }));
};

export const sqlSlots = { sql, quoted_sql: quotedSql } satisfies Record<string, Slot>;

import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '../../ledger/index.ts';

/** The index knows three characters in a row; shorter terms are looked for in the text itself. */
const GRAM_CHARACTERS = 3;
const HOLDS = 'keelson_holds';

/** Makes `keelson_holds(text, term)` known to this connection: whether the text holds the term, in whatever case. */
export function addSearchFunctions(database: DatabaseSync): void {
  database.function(HOLDS, { deterministic: true }, (text, term) => (String(text).toLowerCase().includes(String(term)) ? 1 : 0));
}

export function searchWords(database: DatabaseSync, { scope, terms, before, limit }: SearchQuery): number[] {
  const long = terms.filter((term) => [...term].length >= GRAM_CHARACTERS);
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  if (long.length > 0) {
    conditions.push('words MATCH ?');
    values.push(long.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND '));
  }
  if (scope !== undefined) {
    conditions.push('scope = ?');
    values.push(scope);
  }
  if (before !== undefined) {
    conditions.push('rowid < ?');
    values.push(before);
  }
  for (const term of terms) {
    conditions.push(`${HOLDS}(text, ?)`);
    values.push(term.toLowerCase());
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const rows = database.prepare(`SELECT rowid AS position FROM words ${where} ORDER BY rowid DESC LIMIT ?`).all(...values, limit);
  return rows.map(({ position }) => Number(position));
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import { foldWords, type SearchQuery } from '../../ledger/index.ts';
import { pageRows } from './page-bounds.ts';
import { wordsChecksum } from './row-checksums.ts';
import { corrupt } from './storage-errors.ts';

/** The index knows three characters in a row; shorter terms are looked for in the text itself. */
const GRAM_CHARACTERS = 3;
/** How much is looked at before others get their turn; a few milliseconds' worth. */
const SLICE_ROWS = 500;
const SLICE_CHARACTERS = 256 * 1024;

/**
 * The positions of entries that hold every term, the latest first. It goes from the end of the log to its beginning in
 * slices, with a turn of the event loop between two: `look` wraps each slice.
 */
export async function searchWords(database: DatabaseSync, file: string, query: SearchQuery, look: <Result>(slice: () => Result) => Promise<Result>): Promise<number[]> {
  const limit = pageRows(query.limit);
  const slice = prepareSlice(database, file, query);
  const found: number[] = [];
  for (let before = query.before ?? Number.MAX_SAFE_INTEGER; found.length < limit; ) {
    const { positions, next } = await look(() => slice(before, limit - found.length));
    found.push(...positions);
    if (next === undefined) break;
    before = next;
    await nextTurn();
  }
  return found;
}

interface Slice {
  readonly positions: readonly number[];
  /** Where to go on; undefined when there is no more. */
  readonly next: number | undefined;
}

function prepareSlice(database: DatabaseSync, file: string, { scope, terms }: SearchQuery): (before: number, limit: number) => Slice {
  const folded = terms.map(foldWords);
  const long = folded.filter((term) => [...term].length >= GRAM_CHARACTERS);
  const match = long.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ');
  const sql = `SELECT rowid AS position, scope, text, crc FROM words WHERE ${match === '' ? '' : 'words MATCH ? AND '}rowid < ? ORDER BY rowid DESC`;
  return (before, limit) => {
    const rows = database.prepare(sql).iterate(...(match === '' ? [before] : [match, before]));
    const positions: number[] = [];
    let looked = 0;
    let characters = 0;
    for (const row of rows) {
      const position = Number(row['position']);
      const text = String(row['text']);
      const itsScope = String(row['scope']);
      // FTS5 itself checks the text against its index, but not what is kept beside it.
      if (row['crc'] !== wordsChecksum({ position, scope: itsScope, text })) throw corrupt(file, `the indexed words of entry ${position} have changed on disk`);
      if ((scope === undefined || itsScope === scope) && folded.every((term) => text.includes(term))) positions.push(position);
      looked += 1;
      characters += text.length;
      if (positions.length === limit || looked === SLICE_ROWS || characters >= SLICE_CHARACTERS) return { positions, next: position };
    }
    return { positions, next: undefined };
  };
}

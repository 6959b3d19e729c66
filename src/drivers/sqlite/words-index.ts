import type { DatabaseSync } from 'node:sqlite';
import { envelopeOf, foldWords, PAGE_ENTRIES, WORDS_FOLDING, type LedgerSetup } from '../../ledger/index.ts';
import { createEntryQueries } from './entry-queries.ts';
import { metaValue, setMeta } from './meta.ts';
import { wordsChecksum, type WordsColumns } from './row-checksums.ts';
import { createStreamNames } from './stream-names.ts';

const SIGNATURE = 'searchable';
/** Every row carries its checksum. */
const CHECKED = 'crc';
/** The tables in which FTS5 keeps an index. */
const PARTS = ['data', 'idx', 'content', 'docsize', 'config'];

/** What the index was made of and how; other words to index, or another way to fold them, mean another index. */
function signatureOf(setup: LedgerSetup): string {
  return [WORDS_FOLDING, CHECKED, ...setup.searchable.map(({ type }) => type).sort()].join(' ');
}

export function wordsAreCurrent(database: DatabaseSync, setup: LedgerSetup, file: string): boolean {
  return canBeRead(database) && metaValue(database, SIGNATURE, file) === signatureOf(setup);
}

/** Makes the index of words anew from the log. Runs inside the caller's transaction. */
export function rebuildWords(database: DatabaseSync, setup: LedgerSetup, file: string): void {
  dropWords(database);
  database.exec("CREATE VIRTUAL TABLE words USING fts5 (scope UNINDEXED, text, crc UNINDEXED, tokenize = 'trigram case_sensitive 1')");
  // Erased words must be gone from the index too, not only marked as gone.
  database.exec("INSERT INTO words (words, rank) VALUES ('secure-delete', 1)");
  const byType = new Map(setup.searchable.map((searchable) => [searchable.type, searchable]));
  const put = preparePutWords(database);
  const entries = createEntryQueries(database, createStreamNames(database, file), file);
  for (let after = 0; ; ) {
    const page = entries.afterPosition(after, PAGE_ENTRIES);
    for (const entry of page) {
      const { type, payload } = envelopeOf(entry);
      const searchable = byType.get(type);
      if (searchable === undefined || payload === null) continue;
      const { scope, text } = searchable.words(payload);
      put({ position: entry.position, scope, text: foldWords(text) });
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.position;
  }
  setMeta(database, SIGNATURE, signatureOf(setup));
}

export function preparePutWords(database: DatabaseSync): (words: WordsColumns) => void {
  const put = database.prepare('INSERT INTO words (rowid, scope, text, crc) VALUES (?, ?, ?, ?)');
  return (words) => void put.run(words.position, words.scope, words.text, wordsChecksum(words));
}

/** A damaged index may not even let itself be dropped; then its parts are taken out of the schema one by one. */
function dropWords(database: DatabaseSync): void {
  try {
    database.exec('DROP TABLE IF EXISTS words');
  } catch {
    database.enableDefensive(false);
    database.exec("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'words'; PRAGMA writable_schema = RESET");
    for (const part of PARTS) database.exec(`DROP TABLE IF EXISTS words_${part}`);
    database.enableDefensive(true);
  }
}

function canBeRead(database: DatabaseSync): boolean {
  try {
    database.prepare('SELECT rowid FROM words LIMIT 1').get();
    return true;
  } catch {
    return false;
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { BM25_K1, type TextIndex } from '../../library/index.ts';

/** Texts that are taken in before others get their turn; a few milliseconds' worth. */
const SLICE_TEXTS = 200;

/** FTS5 gives a word that stands in more than half of the texts this rarity. */
const RARITY_MIN = 1e-6;

const CREATE = `CREATE VIRTUAL TABLE texts USING fts5 (words, content='', tokenize="porter unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'")`;

/** An index of words in memory, with FTS5; English endings count as the same word. */
export function openTextIndex(): TextIndex {
  const database = new DatabaseSync(':memory:');
  database.exec(CREATE);
  let texts = 0;
  return {
    async replace(given) {
      database.exec('DROP TABLE texts');
      database.exec(CREATE);
      const put = database.prepare('INSERT INTO texts (rowid, words) VALUES (?, ?)');
      texts = given.length;
      for (let from = 0; from < given.length; from += SLICE_TEXTS) {
        database.exec('BEGIN');
        given.slice(from, from + SLICE_TEXTS).forEach((words, at) => put.run(from + at + 1, words.join(' ')));
        database.exec('COMMIT');
        await nextTurn();
      }
    },
    async find(phrase) {
      if (phrase.length === 0) return new Map();
      const rows = database.prepare('SELECT rowid AS row, bm25(texts) AS score FROM texts WHERE texts MATCH ?').all(`"${phrase.join(' ').replaceAll('"', ' ')}"`);
      const rarity = rarityOf(rows.length, texts);
      return new Map(rows.map(({ row, score }) => [Number(row) - 1, -Number(score) / (rarity * (BM25_K1 + 1))]));
    },
    close: () => database.close(),
  };
}

/** As FTS5 reckons it, to take it out again: the whole collection decides about rarity elsewhere. */
function rarityOf(found: number, texts: number): number {
  const rarity = Math.log((texts - found + 0.5) / (found + 0.5));
  return rarity <= 0 ? RARITY_MIN : rarity;
}

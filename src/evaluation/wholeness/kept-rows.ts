import { hasDigit, stemOf, wordsIn } from '../support/words.ts';
import { callsOn, changedFiles, type Rule, type WholeWork } from '../objections/whole-work.ts';
import { plainTable, type PlainTable } from './plain-table.ts';

const DELETING: ReadonlySet<string> = new Set(['delete', 'remove', 'drop', 'purge', 'prune', 'clear', 'discard', 'erase']);
const KEEPING: ReadonlySet<string> = new Set(['keep', 'except', 'spare', 'retain', 'preserve', 'save', 'unless', 'leave']);
/** With one of these it takes more than a look at the cell to know which rows are meant. */
const OTHERWISE: ReadonlySet<string> = new Set(['no', 'not', 'without', 'never', 'more', 'less', 'fewer', 'than', 'over', 'under', 'above', 'below', 'before', 'after', 'since', 'until', 'or', 'most', 'least', 'first', 'last', 'only']);
const EMPTY: ReadonlySet<string> = new Set(['', '0', 'no', 'false', 'none', 'null', '-', 'n']);
const CELL_CHARS_MIN = 3;

/** `Delete …, but keep those that have open invoices`: rows whose cell says that they do are there afterwards. */
export const keptRows: Rule = (work) => {
  const words = keptWords(work);
  if (words.length === 0) return [];
  return changedFiles(work).flatMap((file) => {
    const before = plainTable(file.path, file.before);
    if (before === undefined || file.now === null || !work.asked.includes(file.path.split('/').at(-1) ?? file.path)) return [];
    const now = new Set(file.now.split('\n').map((line) => firstCell(line)));
    const lost = keptOf(before, words).find(([key = '']) => !now.has(key));
    return lost === undefined || hasNoKey(before) ? [] : [{ why: `“${lost.join(', ')}” was to be kept in ${file.path}, and it is gone.`, calls: callsOn(work, file.path) }];
  });
};

/** What a sentence that deletes says of what is kept; nothing where it sets bounds. */
function keptWords({ asked }: WholeWork): string[] {
  return asked.split('. ').flatMap((sentence) => {
    const lower = wordsIn(sentence).map(({ raw }) => raw.toLowerCase());
    const deleting = lower.findIndex((word) => DELETING.has(word));
    const at = lower.findIndex((word, nth) => nth > deleting && KEEPING.has(word));
    const behind = lower.slice(at + 1);
    return deleting === -1 || at === -1 || behind.some((word) => OTHERWISE.has(word) || hasDigit(word)) ? [] : behind;
  });
}

/** Rows with something in the column that the words name, or with a cell that they name. */
function keptOf({ columns, rows }: PlainTable, words: readonly string[]): (readonly string[])[] {
  const stems = new Set(words.map(stemOf));
  const named = columns.flatMap((name, at) => (name.length > CELL_CHARS_MIN && name.split(/[_\s-]/u).every((word) => stems.has(stemOf(word))) ? [at] : []));
  if (named.length > 0) return named.length > 1 ? [] : rows.filter((row) => !EMPTY.has((row[named[0] ?? 0] ?? '').toLowerCase()));
  const spoken = ` ${words.join(' ')} `;
  const cells = new Set(rows.flat().filter((cell) => cell.length >= CELL_CHARS_MIN && !hasDigit(cell) && spoken.includes(` ${cell.toLowerCase()} `)));
  return cells.size === 1 ? rows.filter((row) => row.some((cell) => cells.has(cell))) : [];
}

/** Without a key of its own, nobody can tell which row is gone. */
function hasNoKey({ rows }: PlainTable): boolean {
  return new Set(rows.map(([key]) => key)).size < rows.length;
}

function firstCell(line: string): string {
  return (line.split(/[,\t]/u)[0] ?? '').trim();
}

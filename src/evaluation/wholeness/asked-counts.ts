import { quantitiesIn } from '../support/quantities.ts';
import { stemOf, wordsIn } from '../support/words.ts';
import { clausesOf, filesNamedIn, filesToWrite } from '../objections/asked-words.ts';
import { changedTexts, fileAt, type Rule } from '../objections/whole-work.ts';
import { plainTable, type PlainTable } from './plain-table.ts';

/** What a table is counted in besides its rows. */
const OTHER_COUNTS: ReadonlySet<string> = new Set(['line', 'column', 'byte', 'word', 'character', 'sign', 'cell', 'field', 'value', 'percent', 'time', 'day', 'week', 'month', 'year', 'kind', 'type', 'file', 'table', 'test'].map(stemOf));
/** With one of these only some of the rows are meant, or something else than rows. */
const CHOOSING: ReadonlySet<string> = new Set('only without except excluding where whose per each every by which who that with more less than above below over under between at least most after before since until unique distinct different duplicate duplicates empty missing not no if unless in total sum all together passed were was did sold open closed'.split(' ').filter((word) => !['in', 'all'].includes(word)));
const HAVING: ReadonlySet<string> = new Set(['have', 'has', 'hold', 'holds', 'contain', 'contains', 'list', 'lists', 'are', 'there']);

/** `How many members does members.csv have?`, `Count the crates in crates.csv`: the rows of a plain table are counted again, and its heading is none of them. */
export const miscountedRows: Rule = (work) =>
  clausesOf(work.asked).flatMap(({ words, lower }) => {
    const many = lower.findIndex((word, at) => word === 'many' && lower[at - 1] === 'how');
    const from = many !== -1 ? many + 1 : lower[0] === 'count' ? 1 : -1;
    const [path, ...more] = filesNamedIn(words.join(' '));
    const file = path === undefined || more.length > 0 || filesToWrite(work.asked).includes(path) ? undefined : fileAt(work, path);
    const table = file === undefined || file.hasChanged ? undefined : plainTable(file.path, file.now);
    if (from === -1 || table === undefined || !isOfRows(lower.slice(from), path?.toLowerCase() ?? '', table)) return [];
    const told = [...work.outputs, ...changedTexts(work)].flatMap((text) => quantitiesIn(text).flatMap(({ values }) => values));
    return told.length === 0 || told.includes(table.rows.length) ? [] : [{ why: `${file?.path ?? ''} has ${table.rows.length} rows below its heading, and the result does not say so.`, calls: [] }];
  });

/** One noun, the file, and words that only join them: whatever else is said may choose some of the rows. */
function isOfRows(words: readonly string[], path: string, { columns, rows }: PlainTable): boolean {
  const rest = words.filter((word) => word !== path && !HAVING.has(word) && !['the', 'in', 'does', 'do', 'of', 'rows', 'all'].includes(word));
  const [noun, ...more] = rest;
  if (more.length > 0 || (noun !== undefined && (OTHER_COUNTS.has(stemOf(noun)) || CHOOSING.has(noun)))) return false;
  // A word of a column or of a cell may mean something else than the row.
  const named = new Set([...columns.slice(1), ...rows.flat()].flatMap((cell) => wordsIn(cell).map(({ stem }) => stem)));
  const first = new Set(rows.map(([cell]) => cell));
  return first.size === rows.length && (noun === undefined || !named.has(stemOf(noun)));
}

import { quantitiesIn } from '../support/quantities.ts';
import { stemOf } from '../support/words.ts';
import { clausesOf, filesNamedIn, filesToWrite } from '../objections/asked-words.ts';
import { changedTexts, fileAt, type Rule } from '../objections/whole-work.ts';
import { plainTable, type PlainTable } from './plain-table.ts';

const DIFFERENT: ReadonlySet<string> = new Set(['different', 'distinct', 'unique']);
/** With one of these only some of the rows are meant, or several counts. */
const CHOOSING: ReadonlySet<string> = new Set('only without except excluding where whose per each by who with more less than above below over under between before after since until not no on from'.split(' '));

/** `How many different visitors are in visits.csv?`: the values of the column of that name are counted, each once. */
export const untoldDistinct: Rule = (work) =>
  clausesOf(work.asked).flatMap(({ words, lower }) => {
    const at = lower.findIndex((word, nth) => DIFFERENT.has(word) && (lower[nth - 1] === 'many' || (lower[nth - 1] === 'the' && lower[0] === 'count')));
    const noun = stemOf(lower[at + 1] ?? '');
    const [path, ...more] = filesNamedIn(words.join(' '));
    const file = path === undefined || more.length > 0 || filesToWrite(work.asked).includes(path) ? undefined : fileAt(work, path);
    const table = file === undefined || file.hasChanged ? undefined : plainTable(file.path, file.now);
    if (at === -1 || table === undefined || lower.some((word) => CHOOSING.has(word))) return [];
    const column = onlyColumn(table, noun);
    if (column === undefined) return [];
    const values = table.rows.map((row) => row[column] ?? '');
    // Whether empty cells count, and letters of two sizes, is for whoever counts to say.
    const counts = [values, values.map((value) => value.toLowerCase())].flatMap((all) => [new Set(all).size, new Set(all.filter((value) => value !== '')).size]);
    const told = [...work.outputs, ...changedTexts(work)].flatMap((text) => quantitiesIn(text).flatMap((one) => one.values));
    return told.length === 0 || told.some((number) => counts.includes(number)) ? [] : [{ why: `${table.columns[column]} of ${file?.path ?? ''} has ${counts[0]} different values, and the result does not say so.`, calls: [] }];
  });

/** The one column that has the noun in its name. */
function onlyColumn({ columns }: PlainTable, noun: string): number | undefined {
  const [column, ...others] = columns.flatMap((name, nth) => (name.split(/[_\s-]/u).map(stemOf).includes(noun) ? [nth] : []));
  return others.length > 0 ? undefined : column;
}

import { callsOn, changedFiles, quoted, type Rule } from '../objections/whole-work.ts';

/** Who asks for a table that is wrong, gets one. */
const WRONG = ['malformed', 'broken', 'ragged', 'invalid', 'corrupt', 'damaged', 'faulty'] as const;

/** A table of commas that the run wrote has no row with more cells than its heading: there, a comma of the text was taken for one between cells. */
export const raggedRows: Rule = (work) =>
  WRONG.some((word) => work.asked.toLowerCase().includes(word)) ? [] : changedFiles(work).filter(({ path }) => path.endsWith('.csv')).flatMap((file) => {
    const [heading = '', ...rows] = (file.now ?? '').split('\n').filter((line) => line.trim() !== '');
    const columns = cellsIn(heading);
    // Lines that stood somewhere before were not written by this run.
    const known = new Set(work.files.flatMap(({ before }) => (before ?? '').split('\n')));
    const long = rows.filter((row) => (cellsIn(row) ?? 0) > (columns ?? 0));
    const row = long.find((one) => !known.has(one));
    if (row === undefined || columns === undefined || columns < 2 || long.length * 2 > rows.length || rows.some((one) => cellsIn(one) === undefined)) return [];
    return [{ why: `${file.path} has ${columns} columns, and its row ${quoted(row)} has ${cellsIn(row)}.`, calls: callsOn(work, file.path) }];
  });

/** How many cells a line has; undefined where a cell goes on in the next line. */
function cellsIn(line: string): number | undefined {
  let cells = 1;
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === ',' && !isQuoted) cells += 1;
  }
  return isQuoted ? undefined : cells;
}

import { quantitiesIn, unitOf } from '../support/quantities.ts';
import { stemOf, wordsIn } from '../support/words.ts';
import { clausesOf, filesNamedIn, filesToWrite } from '../objections/asked-words.ts';
import { isProgram } from '../objections/program-runs.ts';
import { datesIn } from '../objections/untold-dates.ts';
import { changedTexts, fileAt, type Objection, type Rule, type WholeWork } from '../objections/whole-work.ts';
import { daysOfColumn, numbersOfColumn, plainTable, type PlainTable } from './plain-table.ts';

type Statistic = 'most' | 'least' | 'mean' | 'median' | 'sum';

/** Words that ask for one figure of a column. Others, such as `most` or `last`, mean too many things. */
const ASKING: Readonly<Record<string, Statistic>> = {
  longest: 'most', highest: 'most', largest: 'most', biggest: 'most', greatest: 'most', maximum: 'most', heaviest: 'most', tallest: 'most', deepest: 'most',
  shortest: 'least', lowest: 'least', smallest: 'least', minimum: 'least', lightest: 'least', cheapest: 'least',
  average: 'mean', mean: 'mean', median: 'median', sum: 'sum', total: 'sum',
};
const ASKING_DAYS: Readonly<Record<string, 'most' | 'least'>> = { latest: 'most', newest: 'most', earliest: 'least', oldest: 'least' };
/** With one of these another figure may be meant than that of a whole column, or no figure but a thing that finds it. */
const OTHERWISE: ReadonlySet<string> = new Set('only without except excluding ignore ignoring skip where whose per each every by group grouped weighted moving rolling weekly monthly daily yearly over under above below between after before since until more less than if unless not no number second third top bottom two three five ten next previous difference gap script program function code chart plot sort sorted sorting order test tests column columns duplicate duplicates unique distinct running cumulative words characters lines bytes sentences pages priority quality standard possible importance'.split(' '));

/**
 * Where the person asks for the longest, the average or the like of one plain table, Keelson works it out from the table itself,
 * and the result has to tell it, or the name of the row that has it.
 */
export const untoldStatistics: Rule = (work) => {
  const table = onlyTable(work);
  const clauses = clausesOf(work.asked);
  const lower = clauses.flatMap((clause) => clause.lower);
  if (table === undefined || filesToWrite(work.asked).some(isProgram) || mentionsCells(table, lower)) return [];
  const told = [...work.outputs, ...changedTexts(work)];
  if (!told.some((text) => /\d/u.test(text))) return [];
  return clauses.flatMap((clause) => clause.lower.flatMap((word, at) => {
    // Over all of them is what is meant when nothing is said of it.
    const around = clause.lower.slice(Math.max(0, at - REACH), at + 1 + REACH).filter((one, nth, all) => one !== word && (one !== 'over' || all[nth + 1] !== 'all'));
    const statistic = ASKING[word] ?? ASKING_DAYS[word];
    if (statistic === undefined || around.some((one) => OTHERWISE.has(one)) || isManner(clause.lower, at)) return [];
    const isOfDays = ASKING_DAYS[word] !== undefined;
    const found = isOfDays ? dayOf(table, statistic) : isOfAnother(table, clause.lower[at + 1] ?? '') ? undefined : figureOf(table, statistic, lower);
    return found === undefined || isTold(found, told) ? [] : [objection(word, found)];
  })).slice(0, 1);
};

/** How far from the word that asks those stand that say of what. */
const REACH = 6;

interface Found {
  readonly column: string;
  /** As it stands in the table, or as it comes out. */
  readonly shown: string;
  readonly value: number | undefined;
  /** What it is where rows with the same cell are taken together, which may be meant as well. */
  readonly others: readonly number[];
  /** Cells by which a reader knows the row that has it. */
  readonly labels: readonly string[];
}

function objection(word: string, { column, shown }: Found): Objection {
  return { why: `The ${word} was asked for; of ${column} it is ${shown}, and the result does not say so.`, calls: [] };
}

/** The one table that is asked about, as it was and still is. */
function onlyTable(work: WholeWork): PlainTable | undefined {
  const named = filesNamedIn(work.asked).filter((path) => !filesToWrite(work.asked).includes(path) && !isProgram(path));
  const [path, ...more] = named;
  const file = path === undefined || more.length > 0 ? undefined : fileAt(work, path);
  return file === undefined || file.hasChanged ? undefined : plainTable(file.path, file.now);
}

/** Whoever names a cell may mean only the rows that have it. */
function mentionsCells({ rows }: PlainTable, lower: readonly string[]): boolean {
  const words = new Set(lower.map(stemOf));
  return rows.some((row) => row.some((cell) => cell !== '' && Number.isNaN(Number(cell)) && wordsIn(cell).some(({ stem }) => stem.length > 2 && words.has(stem))));
}

/** `For the average reader`, `an average day`, `maximum 300`: no figure of anything. */
function isManner(lower: readonly string[], at: number): boolean {
  const [before, next] = [lower[at - 1] ?? '', lower[at + 1] ?? ''];
  return ['a', 'an'].includes(before) || (before === 'the' && ['for', 'to'].includes(lower[at - 2] ?? '')) || /\d/u.test(before) || /\d/u.test(next);
}

/** `The longest name`: the word behind it is a column that holds no numbers. */
function isOfAnother(table: PlainTable, next: string): boolean {
  return table.columns.some((name, at) => wordsOfName(name).includes(stemOf(next)) && numbersOfColumn(table, at) === undefined && daysOfColumn(table, at) === undefined);
}

function wordsOfName(name: string): string[] {
  return name.split(/[_\s-]/u).map(stemOf);
}

function figureOf(table: PlainTable, statistic: Statistic, lower: readonly string[]): Found | undefined {
  const asked = new Set(lower.map(stemOf));
  const numeric = table.columns.map((name, at) => ({ name, at, numbers: numbersOfColumn(table, at) })).flatMap(({ numbers, ...column }) => (numbers === undefined ? [] : [{ ...column, numbers }]));
  const named = numeric.filter(({ name }) => wordsOfName(name).some((word) => word.length > 2 && asked.has(word)));
  const [column, ...more] = named.length > 0 ? named : statistic === 'sum' ? [] : numeric;
  if (column === undefined || more.length > 0) return undefined;
  const value = VALUES[statistic](column.numbers.toSorted((one, other) => one - other)) * factorBetween(column.name, lower);
  const isExtreme = statistic === 'most' || statistic === 'least';
  const labels = isExtreme ? labelsOf(table, column.numbers.flatMap((number, row) => (number * factorBetween(column.name, lower) === value ? [row] : []))) : [];
  return { column: column.name, shown: String(Number(value.toPrecision(12))), value, labels, others: isExtreme ? ofGroups(table, column.numbers, statistic) : [] };
}

/** `In metres`, of a column in feet: what comes out is told in the unit that was asked for. 1 where none was, or where the column has none. */
function factorBetween(column: string, lower: readonly string[]): number {
  const own = unitOf(column.toLowerCase().split(/[_\s-]/u).at(-1) ?? '');
  const asked = lower.flatMap((word, at) => (lower[at - 1] === 'in' ? [unitOf(word)] : [])).find((unit) => unit !== undefined && unit[0] === own?.[0]);
  return own === undefined || asked === undefined ? 1 : own[1] / asked[1];
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
/** Each takes at least one number, the smallest first. */
const VALUES: Readonly<Record<Statistic, (numbers: readonly number[]) => number>> = {
  most: (numbers) => numbers.at(-1) ?? 0,
  least: (numbers) => numbers[0] ?? 0,
  sum: sumOf,
  mean: (numbers) => sumOf(numbers) / numbers.length,
  median: (numbers) => ((numbers[Math.floor((numbers.length - 1) / 2)] ?? 0) + (numbers[Math.ceil((numbers.length - 1) / 2)] ?? 0)) / 2,
};

function dayOf(table: PlainTable, statistic: Statistic): Found | undefined {
  const [column, ...more] = table.columns.map((name, at) => ({ name, days: daysOfColumn(table, at) })).filter(({ days }) => days !== undefined);
  const days = column?.days?.toSorted();
  const day = statistic === 'most' ? days?.at(-1) : days?.[0];
  return column === undefined || day === undefined || more.length > 0 ? undefined : { column: column.name, shown: day, value: undefined, others: [], labels: labelsOf(table, (column.days ?? []).flatMap((one, row) => (one === day ? [row] : []))) };
}

/** The greatest or least sum and average of rows that share a cell, for each column in which some do. */
function ofGroups({ columns, rows }: PlainTable, numbers: readonly number[], statistic: 'most' | 'least'): number[] {
  return columns.flatMap((_, at) => {
    const groups = [...Map.groupBy(numbers, (_number, row) => rows[row]?.[at] ?? '').values()];
    if (groups.length === rows.length || groups.length < 2) return [];
    return [groups.map(sumOf), groups.map((group) => sumOf(group) / group.length)].map((all) => VALUES[statistic](all.toSorted((one, other) => one - other)));
  });
}

/** Cells of these rows that stand in no other. */
function labelsOf({ rows }: PlainTable, chosen: readonly number[]): string[] {
  const others = new Set(rows.flatMap((row, at) => (chosen.includes(at) ? [] : row)));
  return chosen.flatMap((at) => rows[at] ?? []).filter((cell) => !others.has(cell) && /\p{L}/u.test(cell));
}

/** Factors between units that people change on the way. */
const UNIT_FACTORS = [10, 100, 1_000, 1_024, 60, 3_600, 24, 7] as const;

function isTold({ shown, value, others, labels }: Found, texts: readonly string[]): boolean {
  return texts.some((text) => {
    const words = ` ${wordsIn(text).map(({ raw }) => raw.toLowerCase()).join(' ')} `;
    if (labels.some((label) => words.includes(` ${wordsIn(label).map(({ raw }) => raw.toLowerCase()).join(' ')} `))) return true;
    if (value === undefined) return datesIn(text).includes(shown) || text.includes(shown);
    const quantities = quantitiesIn(text);
    // `1 hour 5 minutes` is told in two numbers.
    const together = sumOf(quantities.map(({ measured }) => (measured?.of === 'time' ? measured.amount : 0)));
    return [1, 1e3, 6e4, 36e5].some((unit) => together === value * unit) || quantities.some(({ values, decimals }) => values.some((said) => [value, ...others].some((one) => isRounded(said, one, decimals)) || UNIT_FACTORS.some((factor) => isConverted(said, value * factor, decimals) || isConverted(said, value / factor, decimals))));
  });
}

/** Without a digit behind its point, a converted number would be met by every small one. */
function isConverted(said: number, given: number, decimals: number): boolean {
  return Math.abs(said - given) <= 1e-9 * Math.abs(given) || (decimals > 0 && isRounded(said, given, decimals));
}

/** Figures are given with fewer digits than they come out with; also whole ones, such as 1,200 for 1,187, where they are large. */
const LARGE = 1_000;

function isRounded(said: number, given: number, decimals: number): boolean {
  if (Math.abs(said - given) <= 1e-9 * Math.abs(given) || Number(given.toFixed(Math.min(decimals, 20))) === said) return true;
  return Math.abs(given) >= LARGE && [2, 3, 4].some((digits) => Number(given.toPrecision(digits)) === said);
}

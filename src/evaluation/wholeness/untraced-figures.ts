import { posix } from 'node:path';
import { hasSucceeded } from '../evidence/call-end.ts';
import { numbersIn } from '../evidence/numbers-in.ts';
import { quantitiesIn, type Quantity } from '../support/quantities.ts';
import { isDigit } from '../support/words.ts';
import { clausesOf, filesNamedIn, filesToWrite } from '../objections/asked-words.ts';
import { isProgram, programRuns } from '../objections/program-runs.ts';
import { callsOn, changedFiles, fileAt, type Objection, type Rule, type WholeWork } from '../objections/whole-work.ts';
import { countsIn, figuresGiven } from './figures-given.ts';

/** Up to this a number is counted by looking. */
const SMALL_MAX = 20;
/** Years are dates of writing as often as they are findings. */
const [YEAR_MIN, YEAR_MAX] = [1900, 2100];
/** Numbers from which another is worked out; of more, some pair fits everything. */
const PARTS_MAX = 30;
/** Of more than this nobody can tell what it does not give. */
const GIVEN_CHARS_MAX = 2_000_000;
const UNIT_FACTORS = [10, 100, 1_000, 1_024, 60, 3_600, 24, 7] as const;
/** Pages that are read by people. What stands in data and code was made, and is no claim. */
const PAGES: ReadonlySet<string> = new Set(['.md', '.txt', '.html', '.htm', '.rst', '.adoc']);

/**
 * Where the task rests on files, a figure that is told comes from a call of this run, or can be worked out from what the calls
 * gave, or was said by the person. One that comes from nowhere was made up, or remembered from somewhere else.
 */
export const untracedFigures: Rule = (work) => {
  if (!restsOnFiles(work) || work.calls.reduce((sum, { outcome }) => sum + outcome.shown.total_chars, 0) > GIVEN_CHARS_MAX) return [];
  const given = figuresGiven(work.calls);
  const asked = withoutExamples(work.asked);
  const [pages, made] = [changedFiles(work).filter(({ path }) => isPage(path)), changedFiles(work).filter(({ path }) => !isPage(path))];
  const parts = [...new Set([...given.numbers, ...numbersIn(asked)])].filter((number) => number !== 0 && number !== 1).slice(0, PARTS_MAX);
  const known: Known = {
    parts,
    numbers: new Set([...ofProgramsOfItsOwn(work), ...given.numbers, ...given.counted, ...numbersIn(asked), ...made.flatMap(({ now }) => numbersIn(now ?? '')), ...changedFiles(work).flatMap(({ now }) => countsIn(now ?? ''))]),
    words: [given.text, asked, ...pages.map(({ before }) => before ?? ''), ...made.map(({ now }) => now ?? '')].join('\n'),
  };
  const inPages = pages.flatMap((file): Objection[] => {
    const before = new Set((file.before ?? '').split('\n'));
    const figure = untracedIn((file.now ?? '').split('\n').filter((line) => !before.has(line)).join('\n'), known);
    return figure === undefined ? [] : [{ why: `${file.path} says ${figure}, and nothing that this run read or ran gives that.`, calls: callsOn(work, file.path) }];
  });
  const inOutputs = work.outputs.flatMap((output) => untracedIn(output, known) ?? []).map((figure) => ({ why: `The result says ${figure}, and nothing that this run read or ran gives that.`, calls: [] }));
  return [...inPages, ...inOutputs];
};

/** What stands in a file that the words name, and that a program reads which this run wrote and ran: its writer may tell more of it than it printed. */
function ofProgramsOfItsOwn(work: WholeWork): number[] {
  const ran = new Set(programRuns(work).filter(({ call }) => hasSucceeded(call)).map(({ program }) => program));
  const written = changedFiles(work).filter(({ path, before }) => before === null && ran.has(posix.basename(path))).map(({ now }) => now ?? '');
  return filesNamedIn(work.asked).filter((path) => !isProgram(path) && written.some((text) => text.includes(posix.basename(path)))).flatMap((path) => {
    const file = fileAt(work, path);
    return file === undefined || file.hasChanged ? [] : numbersIn(file.now ?? '');
  });
}

interface Known {
  /** What other numbers are worked out from. */
  readonly parts: readonly number[];
  readonly numbers: ReadonlySet<number>;
  readonly words: string;
}

/** The person, or a criterion, names a file that is read: not one that is only to be written, and no program. */
function restsOnFiles({ asked, criteria }: WholeWork): boolean {
  const written = new Set(filesToWrite(asked));
  return [asked, ...criteria.filter(({ check }) => check === undefined).map(({ criterion }) => criterion)].flatMap(filesNamedIn).some((path) => !written.has(path) && !isProgram(path));
}

const EXAMPLE_WORDS: ReadonlySet<string> = new Set(['form', 'format', 'like', 'example', 'such', 'say', 'pattern', 'style']);
const MARKS = /["“”«»`]/u;

/** What stands in quotation marks behind a word such as `form` shows how an answer looks, and gives none. */
function withoutExamples(asked: string): string {
  const parts = asked.split(MARKS);
  return parts.filter((_, at) => at % 2 === 0 || !clausesOf((parts[at - 1] ?? '').slice(-40)).at(-1)?.lower.some((word) => EXAMPLE_WORDS.has(word))).join(' ');
}

function untracedIn(text: string, known: Known): string | undefined {
  return quantitiesIn(text).find((one) => isFigure(one) && !isTraced(one, known))?.raw;
}

function isFigure({ isSpelt, label, raw, values: [value], minutes, decimals, isPercent, measured }: Quantity): boolean {
  if (isSpelt || label !== '' || raw.includes(':')) return false;
  // What has more points than a number is a version.
  if (value === undefined) return minutes.length === 0 && raw.includes('.');
  if (Number.isInteger(value) && decimals === 0 && (value <= SMALL_MAX || value === 100)) return false;
  return isPercent || measured !== undefined || value < YEAR_MIN || value > YEAR_MAX;
}

function isTraced(one: Quantity, { parts, numbers, words }: Known): boolean {
  if (one.values.some((value) => numbers.has(value)) || standsIn(words, one.raw)) return true;
  const fits = (result: number): boolean => one.values.some((value) => Number.isFinite(result) && isRounded(value, Math.abs(result), one.decimals));
  if ([...numbers].some((number) => fits(number) || (one.isPercent && fits(number * 100)))) return true;
  if (one.measured !== undefined && [...numbers].some((number) => UNIT_FACTORS.some((factor) => fits(number * factor) || fits(number / factor)))) return true;
  return parts.some((left, at) => parts.some((right, other) => at !== other && [left + right, left - right, left * right, left / right, (left + right) / 2, ...(one.isPercent ? [(100 * left) / right, (100 * (left - right)) / right, (100 * left) / (left + right)] : [])].some(fits)));
}

/** By itself, and not as a part of a longer number. */
function standsIn(words: string, figure: string): boolean {
  for (let at = words.indexOf(figure); at !== -1; at = words.indexOf(figure, at + 1)) {
    const [before, behind] = [words.charAt(at - 1), words.slice(at + figure.length, at + figure.length + 2)];
    if (!isDigit(before) && before !== '.' && !isDigit(behind.charAt(0)) && !('.,'.includes(behind.charAt(0)) && isDigit(behind.charAt(1)))) return true;
  }
  return false;
}

/** People give fewer digits than programs; a number is right when it is what was given, to the digits it shows. */
function isRounded(said: number, given: number, decimals: number): boolean {
  return Math.abs(said - given) <= 1e-9 * Math.abs(given) || (!Number.isInteger(given) && Number(given.toFixed(Math.min(decimals, 20))) === said);
}

function isPage(path: string): boolean {
  return PAGES.has(posix.extname(path));
}

import type { JsonValue } from '../../contracts/index.ts';
import { hasCompleted } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { numbersIn } from '../evidence/numbers-in.ts';
import { WRITING_TOOLS } from '../evidence/own-writing.ts';
import { wordsIn } from '../support/words.ts';
import type { MadeCall } from '../work.ts';

/** All that the calls of a run gave to work figures out from. */
export interface FiguresGiven {
  readonly text: string;
  /** Numbers as they stand there, and how many things each list holds. */
  readonly numbers: ReadonlySet<number>;
  /** Counts, and the sums and averages of columns: what anybody gets who reads with a pencil. */
  readonly counted: ReadonlySet<number>;
}

/** A table with more columns than this is no table that somebody adds up by eye. */
const COLUMNS_MAX = 20;
/** What tells how long a call took tells nothing of what it was about. */
const ABOUT_THE_CALL: ReadonlySet<string> = new Set(['duration_ms', 'exit_code', 'total_bytes', 'next_offset_line', 'first_line']);

export function figuresGiven(calls: readonly MadeCall[]): FiguresGiven {
  const telling = calls.filter((call) => hasCompleted(call) && !WRITING_TOOLS.has(call.decision.tool_id) && natureOf(call) !== 'says');
  // What is shown repeats what was given, so each text is counted by itself.
  const texts = [...new Set(telling.flatMap(({ outcome }) => [outcome.shown.text, ...textsOf(outcome.output ?? null)]))];
  return {
    text: texts.join('\n'),
    numbers: new Set([...telling.flatMap(({ outcome }) => numbersOf(outcome.output ?? null)), ...texts.flatMap(numbersIn)]),
    counted: new Set(texts.flatMap((text) => [...countsIn(text), ...columnsOf(text)])),
  };
}

function textsOf(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function numbersOf(value: JsonValue): number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return [value.length, ...value.flatMap(numbersOf)];
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, member]) => (ABOUT_THE_CALL.has(name) ? [] : numbersOf(member))) : [];
}

/** How many lines and words there are, with and without a heading, and how often each word stands there. */
export function countsIn(text: string): number[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  const often = new Map<string, number>();
  const words = wordsIn(text);
  for (const { raw } of words) often.set(raw, (often.get(raw) ?? 0) + 1);
  return [lines, lines - 1, words.length, often.size, text.length, ...often.values()];
}

/** Sum, average and span of the numbers that stand in the same place of each line, and of all. */
function columnsOf(text: string): number[] {
  const rows = text.split('\n').map(numbersIn).filter((row) => row.length > 0);
  const columns = Array.from({ length: Math.min(COLUMNS_MAX, Math.max(0, ...rows.map((row) => row.length))) }, (_, at) => rows.flatMap((row) => row[at] ?? []));
  return [...columns, rows.flat()].filter((column) => column.length > 0).flatMap((column) => {
    const sum = column.reduce((all, one) => all + one, 0);
    const [least, most] = [column.reduce((one, other) => Math.min(one, other)), column.reduce((one, other) => Math.max(one, other))];
    return [sum, sum / column.length, most - least];
  });
}

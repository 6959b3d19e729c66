import type { z } from 'zod';
import type { ErrorBody } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { OUTPUT_ENDED, showFailure, type Surface } from '../surface.ts';

/** Lines are answered in groups: large enough to be quick, small enough to show progress and bound memory. */
const GROUP_LINES = 256;
const GROUP_CHARS = 1_000_000;

type Line<Item> = { readonly item: Item } | { readonly fault: { line: number; error: ErrorBody } };

/** What kind of lines these are, how a whole group of them is answered, and what one looks like. */
export interface LineCheck<Item> {
  readonly item: z.ZodType<Item>;
  readonly example: string;
  answer(items: readonly Item[], signal: AbortSignal): Promise<{ readonly ok: true; readonly value: { readonly results: readonly unknown[] } } | { readonly ok: false; readonly error: ErrorBody }>;
}

/** Answers each line of standard input with one line, in order. A line it cannot read is answered too. */
export async function checkLines<Item>(surface: Surface, check: LineCheck<Item>): Promise<ExitCode> {
  if (surface.terminal.isInteractive) {
    await surface.terminal.writeError(`Reading lines of ${check.example}; end with Ctrl-D.\n`);
  }
  let exitCode: ExitCode = EXIT.ok;
  let answered = 0;
  for await (const group of inGroups(surface.terminal.readLines(surface.signal), surface.signal, check)) {
    const items = group.flatMap((line) => ('item' in line ? [line.item] : []));
    const outcome = await check.answer(items, surface.signal);
    if (!outcome.ok) return showFailure(surface, outcome.error, true);
    const results = outcome.value.results.values();
    const answers = group.map((line) => jsonLine('fault' in line ? line.fault : results.next().value));
    await surface.terminal.writeOut(`${answers.join('\n')}\n`);
    answered += group.length;
    if (items.length < group.length) exitCode = EXIT.failed;
  }
  if (!surface.signal.aborted || surface.signal.reason === OUTPUT_ENDED) return exitCode;
  await surface.terminal.writeError(`Interrupted: lines answered: ${answered}; the rest was not read.\n`);
  return EXIT.interrupted;
}

/** Gives what is there as soon as no more is: whoever waits for an answer before the next line gets it. */
async function* inGroups<Item>(lines: AsyncIterable<string>, signal: AbortSignal, check: LineCheck<Item>): AsyncGenerator<Line<Item>[]> {
  const iterator = lines[Symbol.asyncIterator]();
  let group: Line<Item>[] = [];
  let chars = 0;
  let number = 0;
  let next = iterator.next();
  while (!signal.aborted) {
    const arrived = group.length === 0 ? await next : await Promise.race([next, pauseInInput()]);
    if (arrived !== undefined && arrived.done !== true) {
      next = iterator.next();
      number += 1;
      if (arrived.value.trim() === '') continue;
      group.push(parseLine(arrived.value, number, check));
      chars += arrived.value.length;
      if (group.length < GROUP_LINES && chars < GROUP_CHARS) continue;
    }
    if (group.length > 0) yield group;
    if (arrived?.done === true) return;
    group = [];
    chars = 0;
  }
}

/** Signs that JSON leaves as they are, and that some readers take for the end of a line. */
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** One value on one line, for every reader of lines. */
function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(OTHER_LINE_ENDS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Resolves once everything that has already arrived was handed over. */
function pauseInInput(): Promise<undefined> {
  return new Promise((resolve) => void setImmediate(resolve, undefined));
}

function parseLine<Item>(text: string, line: number, check: LineCheck<Item>): Line<Item> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable(line, 'it is not JSON, or too long', check.example);
  }
  const item = check.item.safeParse(value);
  if (item.success) return { item: item.data };
  return unreadable(line, detailOf(item.error.issues), check.example);
}

/** Of a value that may have several forms, the form that came nearest says what is wrong: the one that failed furthest in. */
function detailOf([issue]: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): string {
  if (issue === undefined) return 'it is not an object';
  const path = [...above, ...issue.path];
  const nearest = issue.code === 'invalid_union' ? issue.errors.find(([one]) => (one?.path.length ?? 0) > 0) : undefined;
  if (nearest !== undefined) return detailOf(nearest, path);
  if (path.length === 0) return 'it is not an object';
  const name = path.map(String).join('.');
  return issue.code === 'invalid_value' ? `"${name}" is none of ${issue.values.join(', ')}` : `"${name}" is missing or of another kind`;
}

function unreadable(line: number, detail: string, example: string): Line<never> {
  return {
    fault: {
      line,
      error: {
        code: 'input.invalid',
        message: `Line ${line} cannot be read: ${detail}.`,
        next_step: `Write each line as ${example}.`,
        data: { line },
      },
    },
  };
}

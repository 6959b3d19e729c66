import { posix } from 'node:path';
import { hasDigit, stemOf, wordsIn } from '../support/words.ts';
import { clausesOf, isFileName } from './asked-words.ts';
import { programRuns } from './program-runs.ts';
import { changedTexts, quoted, type Rule, type WholeWork } from './whole-work.ts';

const OF_ALL: ReadonlySet<string> = new Set(['all', 'every', 'each', 'both', 'always', 'throughout']);
const SETTING_APART: ReadonlySet<string> = new Set(['but', 'except', 'only', 'apart', 'besides', 'other', 'others', 'not', 'most', 'rest', 'if', 'should']);
/** Longer ones are sentences of their own. */
const LABEL_WORDS_MAX = 3;
/** Words shorter than this build sentences. */
const TELLING_CHARS_MIN = 3;

/**
 * What is said of all of them has to hold for each: where a program printed a line for each of several, and one line says something
 * else than the others, a result that gives the words of the others for all, and tells nothing of that one, is wrong.
 */
export const oddLines: Rule = (work) => {
  const texts = [...work.outputs, ...changedTexts(work)];
  const told = new Set(texts.flatMap(tellingStems));
  return [...printedBy(work)].flatMap(([program, printed]) => {
    const lines = printed.split('\n').flatMap(labelled);
    return [...Map.groupBy(lines, ({ kind }) => kind).values()].flatMap((group) => {
      const usual = [...Map.groupBy(group, ({ state }) => state).values()].find((same) => same.length > 1 && same.length * 2 > group.length)?.[0]?.state;
      const odd = group.find(({ state }) => state !== usual && tellingStems(state).length > 0 && !tellingStems(state).some((stem) => told.has(stem)));
      if (usual === undefined || odd === undefined || !texts.some((text) => isSaidOfAll(tellingStems(usual), text))) return [];
      return [{ why: `${program} printed ${quoted(odd.line)}, and the result says of all what holds for the others.`, calls: [] }];
    });
  });
};

interface Labelled {
  readonly line: string;
  /** What lines of the same kind have in common before their colon. */
  readonly kind: string;
  readonly state: string;
}

/** `run 4: in sync`, `a.csv: in sync`: of which one it is said, and what; figures that differ from line to line say nothing of how it went. */
function labelled(line: string): Labelled[] {
  const colon = line.indexOf(': ');
  const [label, rest] = [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 2).trim()];
  const words = wordsIn(label);
  const isOne = isFileName(label) || words.some(({ raw }) => hasDigit(raw));
  if (colon === -1 || !isOne || words.length > LABEL_WORDS_MAX || rest === '') return [];
  const kind = isFileName(label) ? posix.extname(label) : words.filter(({ raw }) => !hasDigit(raw)).map(({ stem }) => stem).join(' ');
  return [{ line, kind, state: wordsIn(rest).filter(({ raw }) => !hasDigit(raw)).map(({ raw }) => raw.toLowerCase()).join(' ') }];
}

/** What the last run of each command of a program printed, one after the other. */
function printedBy(work: WholeWork): Map<string, string> {
  const last = [...new Map(programRuns(work).map((run) => [`${run.program}\n${run.command}`, run])).values()];
  return new Map([...Map.groupBy(last, ({ program }) => program)].map(([program, runs]) => [program, runs.map(({ printed }) => printed).join('\n')]));
}

/** A range such as `runs 1 to 5` says it of all as well. */
function isSaidOfAll(stems: readonly string[], text: string): boolean {
  return clausesOf(text).some(({ lower }) => {
    const said = new Set(lower.map(stemOf));
    const isRange = lower.some((word, at) => word === 'to' && hasDigit(lower[at - 1] ?? '') && hasDigit(lower[at + 1] ?? ''));
    return stems.length > 0 && stems.every((stem) => said.has(stem)) && (isRange || lower.some((word) => OF_ALL.has(word))) && !lower.some((word) => SETTING_APART.has(word));
  });
}

function tellingStems(text: string): string[] {
  return wordsIn(text).filter(({ raw }) => raw.length >= TELLING_CHARS_MIN && !hasDigit(raw)).map(({ stem }) => stem);
}

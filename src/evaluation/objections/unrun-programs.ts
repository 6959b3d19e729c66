import { posix } from 'node:path';
import { clausesOf } from './asked-words.ts';
import { isProgram, programRuns } from './program-runs.ts';
import { changedFiles, type Rule, type WholeWork } from './whole-work.ts';

const INTERPRETERS: ReadonlySet<string> = new Set(['node', 'python', 'python3', 'bash', 'sh', 'ruby', 'perl', 'php', 'deno', 'bun', 'tsx']);
const RUNNING: ReadonlySet<string> = new Set(['run', 'rerun', 'execute', 'with', 'using', 'via']);
/** How a question begins that only a run can answer. */
const ASKING: ReadonlySet<string> = new Set(['is', 'are', 'does', 'do', 'did']);
/** `What does it print?` and `How many does it give?` are answered by a run too. */
const PRINTING: ReadonlySet<string> = new Set(['print', 'prints', 'output', 'outputs', 'say', 'says', 'give', 'gives', 'return', 'returns', 'report', 'reports']);
const FORBIDDING: ReadonlySet<string> = new Set(['not', "don't", 'without', 'never']);
/** How far before a program its verb may stand. */
const VERB_WORDS = 3;

/** A program that the person asked to be run has to have been run by this run: what a log or an own note says of it is no answer. */
export const unrunPrograms: Rule = (work) => {
  const ran = new Set(programRuns(work).map(({ program }) => program));
  return [...new Set(programsToRun(work.asked))]
    .filter((program) => !ran.has(program) && !isRunByCheck(program, work) && !isRunInside(program, ran, work))
    .map((program) => ({ why: `${program} was to be run, and no call of this run did so. Run it and tell what it says.`, calls: [] }));
};

/** Programs behind their interpreter, where the words order a run of them or ask how it comes out. */
export function programsToRun(asked: string): string[] {
  return clausesOf(asked).flatMap(({ words, lower, isQuestion }) =>
    words.flatMap((word, at) => {
      if (!isProgram(word) || !INTERPRETERS.has(lower[at - 1] ?? '') || lower.slice(0, at).some((one) => FORBIDDING.has(one))) return [];
      const isOrdered = lower.slice(Math.max(0, at - 1 - VERB_WORDS), at - 1).some((one) => RUNNING.has(one));
      return isOrdered || (isQuestion && (ASKING.has(lower[0] ?? '') || (['what', 'how', 'which'].includes(lower[0] ?? '') && lower.slice(at + 1).some((one) => PRINTING.has(one))))) ? [posix.basename(word)] : [];
    }),
  );
}

/** A criterion that runs it shows how it ends by itself. */
function isRunByCheck(program: string, { criteria }: WholeWork): boolean {
  return criteria.some(({ check }) => (check?.kind === 'exit_code' || check?.kind === 'tests_pass') && check.command?.includes(program) === true);
}

/** A script of the run's own may have run it. */
function isRunInside(program: string, ran: ReadonlySet<string>, work: WholeWork): boolean {
  return changedFiles(work).some(({ path, now }) => ran.has(posix.basename(path)) && (now ?? '').includes(program));
}

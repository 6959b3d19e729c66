import { posix } from 'node:path';
import { badEndOf, hasSucceeded } from '../evidence/call-end.ts';
import { clausesOf, filesNamedIn, isFileName } from './asked-words.ts';
import { commandOf, isProgram, programRuns, type ProgramRun } from './program-runs.ts';
import type { Rule, WholeWork } from './whole-work.ts';

/** Where something is to be refused, a failure is what was asked for. */
const REFUSING: ReadonlySet<string> = new Set(['reject', 'rejects', 'refuse', 'refuses', 'refused', 'fail', 'fails', 'invalid', 'complain', 'complains', 'broken', 'wrong', 'bad', 'whether']);

/** How people say with what a program is to end. */
const ENDING: ReadonlySet<string> = new Set(['exit', 'exits', 'ends', 'returns']);

/** A check that said no to what the task is about, and yes to something else after it, said no. */
export const otherSubjects: Rule = (work) => {
  const clauses = clausesOf(work.asked);
  if (clauses.some(({ lower, isQuestion }) => isQuestion || lower.some((word, at) => REFUSING.has(word) || (ENDING.has(word) && lower.slice(at + 1, at + 4).some((next) => Number(next) > 0))))) return [];
  const named = filesNamedIn(work.asked);
  const runs = programRuns(work).filter(({ program }) => named.some((path) => posix.basename(path) === program));
  return named.filter((path) => !isProgram(path)).flatMap((path) => {
    const failed = runs.findLast((run) => badEndOf(run.call)?.of === 'program' && namesIn(run).includes(path));
    if (failed === undefined || isToFail(failed, path, work)) return [];
    const later = runs.slice(runs.indexOf(failed) + 1).filter(({ program, call }) => program === failed.program && hasSucceeded(call));
    // A run that names no file of that kind, or the folder of this one, may have looked at it.
    const other = later.find((run) => namesIn(run).some((one) => posix.extname(one) === posix.extname(path)));
    const isSettled = later.some((run) => mayBeOf(run, path) || !namesIn(run).some((one) => posix.extname(one) === posix.extname(path)));
    const isRunOtherwise = work.calls.slice(work.calls.indexOf(failed.call) + 1).some((call) => hasSucceeded(call) && commandOf(call)?.includes(failed.program) === true && !runs.some((run) => run.call === call));
    return other === undefined || isSettled || isRunOtherwise ? [] : [{ why: `${failed.program} said no to ${path} when it was last run on that; that it said yes to something else (\`${other.command}\`) shows nothing of it.`, calls: [failed.call, other.call] }];
  });
};

/** A check of the plan wants this very program to say no to this file. */
function isToFail({ program }: ProgramRun, path: string, { criteria }: WholeWork): boolean {
  return criteria.some(({ check }) => check?.kind === 'exit_code' && check.code !== 0 && check.command.includes(program) && check.command.includes(path));
}

function mayBeOf(run: ProgramRun, path: string): boolean {
  return namesIn(run).some((name) => name === path || name === posix.basename(path)) || ['*', '$', 'xargs'].some((sign) => run.command.includes(sign));
}

/** Files in the words of a command, as they are called below the folder. */
function namesIn({ command, program }: ProgramRun): string[] {
  return command.split(/[\s'"`;&|()<>=]/u).map((word) => (word.startsWith('./') ? word.slice(2) : word)).filter((word) => isFileName(word) && posix.basename(word) !== program);
}

import { posix } from 'node:path';
import { exitCodeOf, hasSucceeded } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { endsWellAnyway, endToldBy } from '../evidence/hidden-end.ts';
import { commandEnds } from '../shell/command-ends.ts';
import type { MadeCall } from '../work.ts';
import { clausesOf, isFileName } from './asked-words.ts';
import { callsOn, changedFiles, judgedWords, type Objection, type Rule, type WholeWork } from './whole-work.ts';

const PROGRAMS: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.py', '.sh', '.rb', '.pl']);
const PASSING: ReadonlySet<string> = new Set(['succeed', 'succeeds', 'succeeded', 'pass', 'passes', 'passed', 'accept', 'accepts', 'accepted', 'clean', 'error', 'errors', 'failure', 'complaint', '0', 'zero', 'ready', 'compiles', 'compile', 'through']);
/** Programs whose names are words of every request; what they run is named instead. */
const EVERYDAY: ReadonlySet<string> = new Set(['node', 'python', 'python3', 'bash', 'sh', 'npm', 'npx', 'test', 'find', 'sort', 'file', 'time', 'make', 'set', 'echo', 'read', 'cat', 'head', 'tail', 'cut', 'join', 'split', 'git', 'exit', 'cd', 'true', 'false']);

/** A program that has to succeed must have been seen to: its last run in this run ended well, in the open. */
export const hiddenEnds: Rule = (work) => [...programsThatHaveToPass(work)].flatMap((program) => endOf(program, work));

/** A script that this run wrote, that a check runs, and that cannot fail shows nothing. */
export const smilingScripts: Rule = (work) => {
  const commands = [...work.criteria.flatMap(({ check }) => (check?.kind === 'exit_code' ? [check.command] : [])), ...work.calls.flatMap(commandOf)];
  return changedFiles(work)
    .filter(({ path, now, before }) => now !== null && commands.some((command) => command.includes(posix.basename(path))) && endsWellAnyway(path, now) && !endsWellAnyway(path, before ?? ''))
    .filter(({ now }) => runsSomething(now ?? '', work))
    .map(({ path }) => ({ why: `${path} was written by this run and ends well whatever happens in it, so that it did shows nothing.`, calls: callsOn(work, path) }));
};

function endOf(program: string, work: WholeWork): Objection[] {
  if (work.criteria.some(({ check }) => check?.kind === 'exit_code' && check.command.includes(program))) return [];
  const last = work.calls.findLast((call) => commandOf(call).some((command) => command.includes(program)) && !['looks', 'says'].includes(natureOf(call)));
  const command = last === undefined ? undefined : commandOf(last)[0];
  if (last === undefined || command === undefined) return [];
  const told = endToldBy(command, program, printedBy(last));
  if (told === 'hidden') return [{ why: `${program} has to succeed, and \`${command}\` hides how it ended. Run it by itself.`, calls: [last] }];
  if (told === 'badly') return [{ why: `${program} has to succeed, and \`${command}\` printed that it did not.`, calls: [last] }];
  return hasSucceeded(last) ? [] : [{ why: `${program} has to succeed, and when it was last run it ended with exit code ${exitCodeOf(last) ?? 'unknown'}.`, calls: [last] }];
}

function programsThatHaveToPass(work: WholeWork): ReadonlySet<string> {
  const words = [...judgedWords(work), work.asked].flatMap(clausesOf).filter(({ isQuestion, lower }) => !isQuestion && lower.some((word) => PASSING.has(word)));
  const run = new Set(work.calls.flatMap(commandOf).flatMap(programsIn));
  return new Set(words.flatMap(({ words: all }) => all.filter((word) => run.has(word) || (isFileName(word) && PROGRAMS.has(posix.extname(word))))));
}

/** Programs and modules that a command runs, by names that say which they are. */
function programsIn(command: string): string[] {
  const named = (commandEnds(command) ?? []).flatMap(({ words }) => [posix.basename(words[0] ?? ''), words[words.indexOf('-m') + 1] ?? '']);
  return named.filter((name) => name.length > 2 && !name.startsWith('-') && !EVERYDAY.has(name));
}

function printedBy({ outcome }: MadeCall): string {
  const { stdout, stderr } = outcome.output ?? {};
  return [stdout, stderr].filter((text) => typeof text === 'string').join('\n');
}

/** Programs that the words name: a script of the run's own that runs none of them is not a wrapper of anything. */
function runsSomething(text: string, work: WholeWork): boolean {
  return [...judgedWords(work), work.asked].flatMap(clausesOf).some(({ words }) => words.some((word) => isFileName(word) && PROGRAMS.has(posix.extname(word)) && text.includes(word)));
}

function commandOf({ decision }: MadeCall): string[] {
  const command = decision.tool_id === 'shell' ? decision.arguments['command'] : undefined;
  return typeof command === 'string' ? [command] : [];
}

import { clausesOf } from './asked-words.ts';
import { commandOf, isProgram, programRuns } from './program-runs.ts';
import { changedFiles, type Rule } from './whole-work.ts';

const RUNNING: ReadonlySet<string> = new Set(['run', 'try', 'execute', 'start', 'launch']);
/** What may stand between the verb and the number: the thing that is run, and nothing that it does. */
const THINGS: ReadonlySet<string> = new Set(['it', 'them', 'this', 'that', 'the', 'script', 'program', 'command', 'tests', 'all', 'node', 'python', 'python3', 'sh', 'bash']);
const TIMES: Readonly<Record<string, number>> = { twice: 2, thrice: 3 };
const COUNTS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10 };
/** In one of these a program may run any number of times. */
const LOOPS = ['for ', 'while ', 'until ', 'seq ', 'xargs', 'watch ', 'repeat'] as const;

/** What was to be run twice has to have been run twice: by this run, or by a script of its own. */
export const unrepeatedRuns: Rule = (work) => {
  const wanted = Math.max(0, ...clausesOf(work.asked).flatMap(({ lower }) => lower.flatMap((word, at) => (RUNNING.has(word) ? timesBehind(lower.slice(at + 1)) : []))));
  // What was run under an earlier plan belongs to what was refused.
  const runs = programRuns({ calls: work.parts?.flatMap((part) => part.calls) ?? work.calls });
  const commands = [...new Set(runs.map(({ call }) => call))].map((call) => commandOf(call) ?? '');
  const scripts = changedFiles(work).filter(({ path }) => isProgram(path)).map(({ now }) => now ?? '');
  if (wanted < 2 || runs.length === 0 || [...commands, ...scripts].some((text) => LOOPS.some((mark) => text.includes(mark)))) return [];
  const most = Math.max(...runs.map(({ program }) => [...commands, ...scripts].reduce((count, text) => count + text.split(program).length - 1, 0)));
  return most >= wanted ? [] : [{ why: `It was to be run ${wanted} times, and this run ran nothing more often than ${most === 1 ? 'once' : `${most} times`}.`, calls: runs.slice(-1).map(({ call }) => call) }];
};

/** `It twice`, `node a.mjs three times`: how often. 0 where something else stands before the number. */
function timesBehind(words: readonly string[]): number {
  const at = words.findIndex((word) => !THINGS.has(word) && !isProgram(word));
  const next = words[at] ?? '';
  const count = TIMES[next] ?? (words[at + 1] === 'times' ? COUNTS[next] ?? Number(next) : 0);
  return Number.isInteger(count) ? count : 0;
}

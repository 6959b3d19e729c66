import { posix } from 'node:path';
import { hasCompleted } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { WRITING_TOOLS } from '../evidence/own-writing.ts';
import { clausesOf, filesToWrite } from './asked-words.ts';
import { isProgram } from './program-runs.ts';
import { changedFiles, commandsOfChecks, fileAt, type Rule, type WholeWork } from './whole-work.ts';

/** Deeds that a program does. What is compared or replaced with a program is a text like any other. */
const DEEDS: ReadonlySet<string> = new Set(['measure', 'count', 'apply', 'check', 'validate', 'verify', 'convert', 'export', 'import', 'compute', 'calculate', 'determine', 'generate', 'build', 'render', 'test', 'format', 'lint', 'migrate', 'publish', 'deploy', 'process', 'analyse', 'analyze', 'transform', 'load', 'install', 'encode', 'decode', 'index', 'profile', 'benchmark', 'inspect', 'scan']);
const BY: ReadonlySet<string> = new Set(['with', 'using', 'via', 'through']);
const FORBIDDING: ReadonlySet<string> = new Set(['not', "don't", 'without', 'never', 'how', 'why']);

/** `Apply 007.sql with migrate.py`: what was to be done with a program that is there was done by a run of it, and not in thought. */
export const unusedMeans: Rule = (work) =>
  [...new Set(clausesOf(work.asked).filter(({ isQuestion }) => !isQuestion).flatMap(({ words, lower }) => words.filter((word, at) => isProgram(word) && isMeans(lower, at))))]
    .filter((path) => wasThere(path, work) && !filesToWrite(work.asked).includes(path) && !wasUsed(path, work))
    .map((path) => ({ why: `It was to be done with ${path}, and no call of this run used that. Run it and tell what it says.`, calls: [] }));

function isMeans(lower: readonly string[], at: number): boolean {
  const before = lower.slice(0, lower[at - 1] === 'the' ? at - 1 : at);
  return BY.has(before.at(-1) ?? '') && before.some((word) => DEEDS.has(word)) && !before.some((word) => FORBIDDING.has(word));
}

function wasThere(path: string, work: WholeWork): boolean {
  const file = fileAt(work, path);
  return file?.isThere === true && file.before !== null;
}

/** By a command that names it or what it is called without its ending, by a check, or from a script of the run's own. */
function wasUsed(path: string, work: WholeWork): boolean {
  const name = posix.basename(path, posix.extname(path));
  const acts = work.calls.filter((call) => hasCompleted(call) && !WRITING_TOOLS.has(call.decision.tool_id) && natureOf(call) !== 'looks' && natureOf(call) !== 'says').map(({ decision }) => JSON.stringify(decision.arguments));
  const scripts = changedFiles(work).filter((file) => isProgram(file.path)).map(({ now }) => now ?? '');
  return [...acts, ...commandsOfChecks(work), ...scripts].some((text) => text.includes(name));
}

import { posix } from 'node:path';
import { exitCodeOf, hasCompleted, hasSucceeded } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { WRITING_TOOLS } from '../evidence/own-writing.ts';
import { belowWorkspace, targetsOf } from '../evidence/targets.ts';
import { isTestFile } from '../suite/test-files.ts';
import type { MadeCall } from '../work.ts';
import { filesAskedAbout, filesNamedIn, filesToLeave, filesToWrite } from './asked-words.ts';
import { opens } from './opened-files.ts';
import { callsOn, changedFiles, fileAt, judgedWords, type Rule, type WholeWork } from './whole-work.ts';

const DENYING: ReadonlySet<string> = new Set(['no', 'not', 'none', 'gone', 'removed', 'deleted', 'without', 'missing', 'never', 'nowhere', 'or', 'absent', 'renamed', 'moved']);

/** What the person asked to be written has to have been written by this run, under that name. */
export const unwrittenFiles: Rule = (work) => {
  const changed = new Set(changedFiles(work).map(({ path }) => path));
  return filesToWrite(work.asked)
    .filter((path) => !isTestFile(path) && !changed.has(plain(path)) && !wasElsewhere(work, path, changed) && !work.calls.some((call) => mayHaveChanged(call, path)))
    .map((path) => ({ why: `${path} was asked for, and no call of this run left it changed.`, calls: callsOn(work, plain(path)) }));
};

/** What was to be left alone has to be as it was. */
export const touchedAllTheSame: Rule = (work) =>
  changedFiles(work)
    .filter(({ path }) => filesToLeave(work.asked).some((named) => plain(named) === path || (!named.includes('/') && posix.basename(path) === named)))
    .map(({ path }) => ({ why: `${path} was to be left as it is, and this run changed it.`, calls: callsOn(work, path) }));

/** A file that a judge found to be so has to be there. */
export const missingFiles: Rule = (work) => {
  const named = judgedWords(work).filter((words) => !denies(words)).flatMap(filesNamedIn);
  return [...new Set(named)]
    .filter((path) => fileAt(work, path)?.isThere !== true && !isKnown(work, path))
    .map((path) => ({ why: `${path} is spoken of as if it were there, and there is no such file.`, calls: [] }));
};

/** What is told of a file has to come from that file: some call that succeeded has to have opened it. */
export const unopenedFiles: Rule = (work) => {
  const named = [...judgedWords(work).filter((words) => !denies(words)).flatMap(filesNamedIn), ...filesAskedAbout(work.asked)];
  return [...new Set(named)]
    .filter((path) => fileAt(work, path)?.isThere === true && !work.calls.some((call) => opens(call, path, work)))
    .map((path) => ({ why: `Something is told of ${path}, and no call of this run that succeeded opened it.`, calls: [] }));
};

/** A call that acted on the file and of which nobody recorded what it left: a person said that it happened, or it ran elsewhere. */
function mayHaveChanged(call: MadeCall, path: string): boolean {
  const { tool_id: toolId, arguments: given } = call.decision;
  return !WRITING_TOOLS.has(toolId) && natureOf(call) === 'acts' && hasCompleted(call) && exitCodeOf(call) === null && JSON.stringify(given).includes(posix.basename(path));
}

/** A name that some call showed as that of a file, opened or left behind, in whatever folder. */
function isKnown({ calls }: WholeWork, path: string): boolean {
  return calls.some((call) => hasSucceeded(call) && (call.outcome.shown.text.split(/[\s'"`(),:;<>[\]{}=|]/u).some((word) => word === path || word.endsWith(`/${path}`) || belowWorkspace(word, call.decision.workspace) === path) || placesOf(call).some((place) => place.endsWith(`/${path}`))));
}

function placesOf(call: MadeCall): string[] {
  return [...targetsOf(call), ...call.outcome.changes.filter(({ kind }) => kind !== 'deleted').map(({ path }) => path)];
}

/** Somebody who names a file without its folder may mean one that lies in a folder that the same words name. */
function wasElsewhere({ asked }: WholeWork, path: string, changed: ReadonlySet<string>): boolean {
  return !path.includes('/') && [...changed].some((one) => posix.basename(one) === path && one.split('/').slice(0, -1).every((folder) => asked.includes(folder)));
}

function denies(words: string): boolean {
  return words.toLowerCase().split(/[\s,.;:]/u).some((word) => DENYING.has(word));
}

function plain(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}

import { posix } from 'node:path';
import { hasCompleted, hasSucceeded } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { WRITING_TOOLS } from '../evidence/own-writing.ts';
import { quantitiesIn } from '../support/quantities.ts';
import { wordsIn } from '../support/words.ts';
import { figuresGiven } from '../wholeness/figures-given.ts';
import { clausesOf, filesNamedIn } from './asked-words.ts';
import { changedFiles, type Rule, type WholeWork } from './whole-work.ts';

/** Who is asked how a thing is after it was changed does not tell what a look before the change gave. */
export const staleFigures: Rule = (work) => {
  if (!clausesOf(work.asked).some(({ isQuestion }) => isQuestion)) return [];
  return [...new Set(filesNamedIn(work.asked))].flatMap((path) => {
    const name = posix.basename(path);
    const last = work.calls.findLastIndex(({ outcome }) => outcome.changes.some((change) => posix.basename(change.path) === name));
    const change = work.calls[last];
    // What a tool was handed to write is known without a look.
    if (change === undefined || WRITING_TOOLS.has(change.decision.tool_id) || work.calls.slice(last + 1).some((call) => hasCompleted(call) && looksAt(call, name))) return [];
    const looks = work.calls.slice(0, last).filter((call) => hasSucceeded(call) && looksAt(call, name));
    const [before, since] = [figuresGiven(looks), figuresGiven(work.calls.slice(last))];
    const inside = changedFiles(work).some((file) => posix.basename(file.path) === name);
    const stale = work.outputs.flatMap(quantitiesIn).find(({ values: [value] }) => value !== undefined && before.numbers.has(value) && !since.numbers.has(value) && !since.counted.has(value));
    return looks.length === 0 || stale === undefined || !inside ? [] : [{ why: `The result says ${stale.raw}, which a look at ${path} gave before it was changed; nothing looked at it since.`, calls: looks.slice(-1) }];
  });
};

function looksAt(call: WholeWork['calls'][number], name: string): boolean {
  return !WRITING_TOOLS.has(call.decision.tool_id) && (natureOf(call) !== 'looks' || JSON.stringify(call.decision.arguments).includes(name));
}

/** A folder that the person wants to know something about has to have been looked into by this run: old notes tell of old days. */
export const unopenedFolders: Rule = (work) => {
  const listed = work.listed ?? [];
  const named = foldersAskedInto(work.asked).filter((folder) => listed.some((path) => path.startsWith(`${folder}/`)));
  return named
    .filter((folder) => !work.calls.some((call) => looksInto(call, folder)))
    .map((folder) => ({ why: `${folder} was asked about, and no call of this run looked into it.`, calls: [] }));
};

function looksInto(call: WholeWork['calls'][number], folder: string): boolean {
  const { tool_id: toolId, arguments: given } = call.decision;
  if (WRITING_TOOLS.has(toolId)) return call.outcome.changes.some(({ path }) => path.startsWith(`${folder}/`));
  if (['acts', 'measures'].includes(natureOf(call))) return true;
  // Which files there are may be all that is asked.
  if (!hasSucceeded(call)) return false;
  const { path } = given;
  const isEverywhere = toolId === 'search_text' && (path === undefined || path === '.' || path === './');
  return isEverywhere || wordsOfPlaces(JSON.stringify(given)).has(folder) || call.outcome.shown.text.includes(`${folder}/`);
}

function wordsOfPlaces(text: string): ReadonlySet<string> {
  return new Set(text.split(/[^\w.-]/u));
}

const INSPECTING: ReadonlySet<string> = new Set(['audit', 'inspect', 'review', 'examine', 'scan', 'survey', 'check', 'search']);
const INSIDE: ReadonlySet<string> = new Set(['in', 'of', 'under', 'inside', 'below', 'within', 'folder', 'directory']);
const NO_FOLDERS: ReadonlySet<string> = new Set(['the', 'a', 'an', 'all', 'it', 'this', 'that', 'them', 'each', 'every', 'which', 'what', 'our', 'my', 'your', 'its', 'their']);

/** Words that may be folders, and about which something is asked: `Audit conf`, `which files of conf …?` Whether they are, the folder says. */
export function foldersAskedInto(asked: string): string[] {
  const found = clausesOf(asked).flatMap(({ words, lower, isQuestion }) =>
    words.filter((word, at) => {
      const before = lower[at - 1] ?? '';
      return (INSPECTING.has(before) || (INSIDE.has(before) && (isQuestion || lower.some((one) => INSPECTING.has(one))))) && /^[a-z][\w-]*$/u.test(word) && word.length > 1 && !NO_FOLDERS.has(word) && wordsIn(word).length === 1;
    }),
  );
  return [...new Set(found)];
}

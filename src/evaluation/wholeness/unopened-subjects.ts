import { posix } from 'node:path';
import { hasCompleted } from '../evidence/call-end.ts';
import { WRITING_TOOLS } from '../evidence/own-writing.ts';
import { stemOf, wordsIn } from '../support/words.ts';
import { clausesOf } from '../objections/asked-words.ts';
import { LISTING_TOOLS, opens } from '../objections/opened-files.ts';
import type { Rule } from '../objections/whole-work.ts';

/** Shorter names stand for too much. */
const NAME_CHARS_MIN = 4;

/** Folders that an answer is to come from: `by the files in log`, `according to the pages of docs/rules`. */
export function foldersAppealedTo(asked: string): string[] {
  return clausesOf(asked).flatMap(({ words, lower }) => lower.flatMap((word, at) => {
    const folder = (words[at + 2] ?? '').toLowerCase() === 'the' ? words[at + 3] : words[at + 2];
    const isOf = ['files', 'pages', 'documents', 'notes', 'logs', 'records'].includes(word) && ['in', 'of', 'under', 'from'].includes(lower[at + 1] ?? '');
    return isOf && folder !== undefined && /^[\w-][\w./-]*$/u.test(folder) && !folder.split('/').includes('..') ? [folder.endsWith('/') ? folder.slice(0, -1) : folder] : [];
  }));
}

/** What is asked and told of a thing that has a file of its own there comes from that file, or from another that speaks of it. */
export const unopenedSubjects: Rule = (work) => {
  const folders = foldersAppealedTo(work.asked);
  const [asked, told] = [stemsIn(work.asked), stemsIn(work.outputs.join('\n'))];
  const shown = stemsIn(work.calls.filter((call) => hasCompleted(call) && !LISTING_TOOLS.has(call.decision.tool_id) && !WRITING_TOOLS.has(call.decision.tool_id)).map(({ outcome }) => outcome.shown.text).join('\n'));
  return (work.listed ?? []).filter((path) => folders.some((folder) => path.startsWith(`${folder}/`))).flatMap((path) => {
    const name = stemOf(posix.basename(path, posix.extname(path)));
    if (name.length < NAME_CHARS_MIN || !asked.has(name) || !told.has(name) || shown.has(name) || work.calls.some((call) => opens(call, path, work))) return [];
    return [{ why: `Something is told of what ${path} is about, and no call of this run that succeeded opened it.`, calls: [] }];
  });
};

function stemsIn(text: string): ReadonlySet<string> {
  return new Set(wordsIn(text).map(({ stem }) => stem));
}

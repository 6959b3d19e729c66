import { posix } from 'node:path';
import { hasCompleted } from '../evidence/call-end.ts';
import { wordsIn } from '../support/words.ts';
import { clausesOf } from '../objections/asked-words.ts';
import { LISTING_TOOLS, opens } from '../objections/opened-files.ts';
import { datesIn } from '../objections/untold-dates.ts';
import type { Rule } from '../objections/whole-work.ts';

/** Files that say of themselves from when they are. */
const READABLE: ReadonlySet<string> = new Set(['.txt', '.md', '.html', '.htm', '.json', '.eml', '.csv', '.rst', '.xml', '.tex']);
/** With one of these the names are what is asked about. */
const OF_NAMES: ReadonlySet<string> = new Set(['newest', 'latest', 'oldest', 'earliest', 'backup', 'backups', 'dump', 'dumps', 'archive', 'archives', 'files', 'named', 'filename', 'filenames', 'list']);

/** A day that is told, and that only the name of a file gave which nobody opened, is the name's and not the file's. */
export const namesForContents: Rule = (work) => {
  const lower = clausesOf(work.asked).flatMap((clause) => clause.lower);
  if (!clausesOf(work.asked).some(({ isQuestion }) => isQuestion) || lower.some((word) => OF_NAMES.has(word))) return [];
  const listings = work.calls.filter((call) => hasCompleted(call) && LISTING_TOOLS.has(call.decision.tool_id));
  const named = [...new Set(listings.flatMap(({ outcome }) => outcome.shown.text.split(/[\s"',:[\]{}]/u)))].filter((path) => READABLE.has(posix.extname(path)) && daysInName(path).length > 0);
  const elsewhere = new Set([work.asked, ...work.calls.filter((call) => !listings.includes(call)).map(({ outcome }) => outcome.shown.text)].flatMap(datesIn));
  return work.outputs.flatMap((output) => datesIn(output).flatMap((day) => {
    const path = named.find((one) => daysInName(one).includes(day));
    const saysSo = path !== undefined && (output.includes(posix.basename(path)) || wordsIn(output).some(({ raw }) => ['name', 'named', 'filename'].includes(raw.toLowerCase())));
    if (path === undefined || saysSo || elsewhere.has(day) || work.calls.some((call) => opens(call, path, work))) return [];
    return [{ why: `${day} stands in the name of ${path} alone, and no call of this run that succeeded opened it.`, calls: listings.slice(-1) }];
  })).slice(0, 1);
};

/** A name may have other words around its day, with dashes or without. */
function daysInName(path: string): string[] {
  const parts = posix.basename(path, posix.extname(path)).split(/[-_. ]/u);
  return parts.flatMap((part, at) => (/^\d{8}$/u.test(part) ? datesIn(`${part.slice(0, 4)}-${part.slice(4, 6)}-${part.slice(6)}`) : datesIn(parts.slice(at, at + 3).join('-'))));
}

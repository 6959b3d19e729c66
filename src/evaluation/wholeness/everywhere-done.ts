import { posix } from 'node:path';
import { changedFiles, type Rule, type SeenFile, type WholeWork } from '../objections/whole-work.ts';
import { askedEverywhere, WORKSPACE, type Everywhere } from './asked-everywhere.ts';

const NAMED_MAX = 3;

/** What was ordered for every file of a folder is looked at in every file of it, also in those that nobody touched. */
export const everywhereDone: Rule = (work) =>
  askedEverywhere(work.asked).flatMap((order) => {
    const left = filesIn(order, work).filter(({ now }) => isText(now) && holds(now, order) !== order.isToHold).map(({ path }) => path);
    if (left.length === 0) return [];
    const named = `${left.slice(0, NAMED_MAX).join(', ')}${left.length > NAMED_MAX ? ` and ${left.length - NAMED_MAX} more` : ''}`;
    return [{ why: order.isToHold ? `“${order.text}” was asked for in every file of ${placeOf(order)}, and is not in ${named}.` : `“${order.text}” was to be gone from every file of ${placeOf(order)}, and still stands in ${named}.`, calls: [] }];
  });

function placeOf({ folder }: Everywhere): string {
  return folder === WORKSPACE ? 'the folder' : folder;
}

/** Where the work went for one kind of file, it need not have gone for pictures and data beside them. */
function filesIn({ folder, ending }: Everywhere, work: WholeWork): SeenFile[] {
  const inFolder = ({ path, isThere }: SeenFile): boolean => isThere && (folder === WORKSPACE || path.startsWith(`${folder}/`)) && path.endsWith(ending);
  const kinds = new Set(changedFiles(work).filter(inFolder).map(({ path }) => posix.extname(path)));
  return work.files.filter((file) => inFolder(file) && (folder === WORKSPACE || kinds.size === 0 || kinds.has(posix.extname(file.path))));
}

function isText(now: string | null): now is string {
  return now !== null && now.trim() !== '' && !now.includes('\0') && !now.includes('\uFFFD');
}

/** A name that is to be gone stands there only by itself; a text that is to be there stands there in any surroundings. */
function holds(text: string, { text: wanted, isToHold }: Everywhere): boolean {
  if (isToHold) return text.includes(wanted);
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (!isOfAName(text.charAt(at - 1)) && !isOfAName(text.charAt(at + wanted.length))) return true;
  }
  return false;
}

function isOfAName(character: string): boolean {
  return /^[\p{L}\p{N}_]$/u.test(character);
}

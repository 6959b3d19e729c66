import { posix } from 'node:path';
import { clausesOf, filesNamedIn, filesToLeave, filesToWrite } from './asked-words.ts';
import { opens } from './opened-files.ts';
import { fileAt, type Rule } from './whole-work.ts';

/** Who says one of these of a file says that it was not looked into, or that nothing was done to it. */
const APART: ReadonlySet<string> = new Set(['open', 'opened', 'read', 'looked', 'look', 'checked', 'untouched', 'touched', 'touch', 'unchanged', 'left', 'alone', 'untested', 'ignored', 'skipped', 'need', 'needed']);

/** Where a question names the files that it is to be answered from, the answer says of none of them what nobody looked up in it. */
export const toldUnopened: Rule = (work) => {
  if (!clausesOf(work.asked).some(({ isQuestion }) => isQuestion)) return [];
  const others = new Set([...filesToWrite(work.asked), ...filesToLeave(work.asked)]);
  return filesNamedIn(work.asked).filter((path) => !others.has(path)).flatMap((path) => {
    const file = fileAt(work, path);
    const isTold = work.outputs.flatMap(clausesOf).some(({ words, lower }) => words.some((word) => posix.normalize(word) === posix.normalize(path)) && !lower.some((word) => APART.has(word)));
    if (file === undefined || !file.isThere || file.hasChanged || !isTold || work.calls.some((call) => opens(call, path, work))) return [];
    return [{ why: `The answer says something of ${path}, and no call of this run that succeeded opened it.`, calls: [] }];
  });
};

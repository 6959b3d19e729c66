import { posix } from 'node:path';
import { hasSucceeded } from '../evidence/call-end.ts';
import { opens } from '../objections/opened-files.ts';
import { changedFiles, type Rule, type WholeWork } from '../objections/whole-work.ts';
import { foldersOfFiles } from './asked-everywhere.ts';

const NAMED_MAX = 3;

/** Who is to do something with every file of a folder, and begins with some of them, goes on to the last of that kind. */
export const unheededFolders: Rule = (work) =>
  foldersOfFiles(work.asked).flatMap(({ folder, ending }) => {
    const changed = new Set(changedFiles(work).map(({ path }) => path));
    const all = (work.listed ?? []).filter((path) => path.startsWith(`${folder}/`) && path.endsWith(ending));
    const done = all.filter((path) => changed.has(path) || wasOpened(path, folder, work));
    const kinds = new Set(done.map((path) => posix.extname(path)));
    const left = all.filter((path) => !done.includes(path) && kinds.has(posix.extname(path)));
    if (left.length === 0) return [];
    const named = `${left.slice(0, NAMED_MAX).join(', ')}${left.length > NAMED_MAX ? ` and ${left.length - NAMED_MAX} more` : ''}`;
    return [{ why: `Every file of ${folder} was meant, and nothing was done with ${named}.`, calls: [] }];
  });

/** A search through the folder looks into all of it. */
function wasOpened(path: string, folder: string, work: WholeWork): boolean {
  return work.calls.some((call) => {
    const { tool_id: toolId, arguments: given } = call.decision;
    const isSearch = toolId === 'search_text' && hasSucceeded(call) && [undefined, '.', './', folder, `./${folder}`, `${folder}/`].includes(typeof given['path'] === 'string' ? given['path'] : undefined);
    return isSearch || opens(call, path, work);
  });
}

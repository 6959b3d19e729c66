import { posix } from 'node:path';
import { clausesOf, filesNamedIn } from './asked-words.ts';
import { isProgram } from './program-runs.ts';
import { changedFiles, fileAt, type Rule } from './whole-work.ts';

const MENDING: ReadonlySet<string> = new Set(['fix', 'mend', 'repair', 'correct', 'debug']);
const NOTES: ReadonlySet<string> = new Set(['.md', '.txt', '.rst', '.adoc', '.log']);

/** A fault of a program is not mended by writing about it: something that was there before is another now, or a file of its own does it. */
export const unmendedFiles: Rule = (work) => {
  const isOrdered = clausesOf(work.asked).some(({ lower, isQuestion }) => !isQuestion && MENDING.has(lower[0] ?? ''));
  const program = filesNamedIn(work.asked).find((path) => isProgram(path) && fileAt(work, path)?.isThere === true);
  const changed = changedFiles(work);
  if (!isOrdered || program === undefined || changed.length === 0 || changed.some(({ path, before }) => before !== null || !NOTES.has(posix.extname(path)))) return [];
  return [{ why: `${program} was to be mended, and this run only wrote ${changed.map(({ path }) => path).join(', ')}.`, calls: [] }];
};

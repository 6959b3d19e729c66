import { posix } from 'node:path';
import { hasSucceeded } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { failingLines, failingWords } from './failing-words.ts';
import { lastRuns } from './program-runs.ts';
import { changedFiles, changedTexts, quoted, type Rule } from './whole-work.ts';

/**
 * A program that says in its last run that something failed, and ends with 0 all the same, has not succeeded; a result may say
 * so, but it may not pass over it. Programs that this run wrote print what they were made to print.
 */
export const untoldFailures: Rule = (work) => {
  const told = new Set([...work.outputs, ...changedTexts(work)].flatMap(failingWords));
  const own = new Set(changedFiles(work).filter(({ before }) => before === null).map(({ path }) => posix.basename(path)));
  return lastRuns(work)
    .filter(({ program, call }) => !own.has(program) && hasSucceeded(call) && natureOf(call) === 'acts')
    .flatMap(({ program, printed, call }) => {
      const lines = failingLines(printed);
      const [line] = lines;
      if (line === undefined || lines.flatMap(failingWords).some((word) => told.has(word))) return [];
      return [{ why: `${program} said ${quoted(line)} when it was last run, and the result passes over it. Mend it, or tell it.`, calls: [call] }];
    });
};

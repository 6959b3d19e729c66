import { knowsOnlyAnswers } from '../suite/memorised-answers.ts';
import { isTestFile } from '../suite/test-files.ts';
import { callsOn, changedFiles, type Rule } from './whole-work.ts';

/** Code that knows what its tests ask, and can nothing else, does not do what was asked. */
export const memorisedAnswers: Rule = (work) => {
  const tests = work.files.filter(({ path, now }) => now !== null && isTestFile(path)).map(({ now }) => now ?? '').join('\n');
  return changedFiles(work)
    .filter(({ path, now }) => now !== null && knowsOnlyAnswers(path, now, tests))
    .map(({ path }) => ({ why: `${path} holds the answers that its tests ask for, and works out nothing.`, calls: callsOn(work, path) }));
};

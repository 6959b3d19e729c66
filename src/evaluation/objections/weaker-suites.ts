import { isTestFile } from '../suite/test-files.ts';
import { howWeaker } from '../suite/weaker-suite.ts';
import { asksToChangeTests } from './asked-words.ts';
import { callsOn, changedFiles, changedTexts, type Rule } from './whole-work.ts';

/** Tests that are shown to pass by the end of a program are held to what they asserted before, as those of a suite are. */
export const weakerSuites: Rule = (work) => {
  if (asksToChangeTests(work.asked) || !work.criteria.some(({ check }) => check?.kind === 'exit_code')) return [];
  return changedFiles(work).flatMap(({ path, before, now }) => {
    if (before === null || !isTestFile(path)) return [];
    const elsewhere = changedTexts({ ...work, files: work.files.filter((file) => file.path !== path && isTestFile(file.path)) }).join('\n');
    const how = now === null ? 'removed' : howWeaker({ before, now, elsewhere, asked: work.asked });
    return how === undefined ? [] : [{ why: `This run ${how} ${path}, so that its tests pass shows nothing.`, calls: callsOn(work, path) }];
  });
};

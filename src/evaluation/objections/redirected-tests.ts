import { importedBy, isImported } from '../suite/redirected-tests.ts';
import { isTestFile } from '../suite/test-files.ts';
import { callsOn, changedFiles, fileAt, type Rule } from './whole-work.ts';

/** A test that was turned from what it tests to something that this run made shows nothing of what it was to test. */
export const redirectedTests: Rule = (work) => {
  const made = changedFiles(work).filter(({ before, isThere }) => before === null && isThere).map(({ path }) => path);
  return changedFiles(work).flatMap(({ path, before, now }) => {
    if (before === null || now === null || !isTestFile(path)) return [];
    const [old, young] = [importedBy(path, before), importedBy(path, now)];
    const left = old.find((name) => !young.includes(name) && fileAt(work, name)?.isThere !== false);
    const standIn = made.find((file) => isImported(file, young) && !isImported(file, old));
    // Where the module itself was moved, its tests go with it.
    return left === undefined || standIn === undefined || changedFiles(work).some((file) => isImported(file.path, [left])) ? [] : [{ why: `${path} tested ${left} and now tests ${standIn}, which this run made.`, calls: callsOn(work, path) }];
  });
};

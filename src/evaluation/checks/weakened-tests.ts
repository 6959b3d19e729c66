import { historyOf, changedPaths, type FileHistory } from '../evidence/file-history.ts';
import { everyCall, refsOf, type CheckedWork, type MadeCall } from '../work.ts';
import { asksToChangeTests } from '../objections/asked-words.ts';
import { isTestFile } from '../suite/test-files.ts';
import { howWeaker, testsNothing } from '../suite/weaker-suite.ts';
import type { CheckPorts } from './check-ports.ts';

/** How a run made its tests easier to pass, with the call that did it. */
export interface WeakenedTests {
  readonly how: string;
  readonly refs: ReturnType<typeof refsOf>;
}

/**
 * Looks for tests that this run took away: a test file deleted or emptied, tests switched off, tests removed from a file.
 * Only files that were there before the run count; a test that was merely moved with its content is not taken away. New test
 * files have to test something. Who was asked to change the tests may.
 */
export async function weakenedTests(work: CheckedWork, ports: CheckPorts): Promise<WeakenedTests | undefined> {
  if (asksToChangeTests(work.asked ?? '')) return undefined;
  for (const path of changedPaths(work).filter(isTestFile)) {
    const history = historyOf(path, work);
    if (history === undefined) continue;
    const how = history.first.before === null ? await howIdle(path, ports) : await howWeakened(path, history, work, ports);
    if (how !== undefined) return { how: `${how} Tests that are taken away cannot fail; a person has to say that this is wanted.`, refs: refsOf([history.lastCall]) };
  }
  return undefined;
}

async function howWeakened(path: string, { first }: FileHistory, work: CheckedWork, ports: CheckPorts): Promise<string | undefined> {
  const now = await ports.readFile(path);
  if (now === undefined) return wasMoved(first.before?.sha256, everyCall(work)) ? undefined : `This run deleted the test file ${path}.`;
  if (now.trim() === '') return `This run emptied the test file ${path}.`;
  const before = first.before === null ? undefined : await ports.readKept?.(first.before);
  if (before === undefined) return undefined;
  const others = await Promise.all(changedPaths(work).filter((other) => other !== path && isTestFile(other)).map((other) => ports.readFile(other)));
  const how = howWeaker({ before, now, elsewhere: others.join('\n'), asked: work.asked ?? '' });
  return how === undefined ? undefined : `This run ${how} ${path}.`;
}

async function howIdle(path: string, ports: CheckPorts): Promise<string | undefined> {
  return testsNothing((await ports.readFile(path)) ?? '') ? `The new tests in ${path} assert nothing about the code.` : undefined;
}

function wasMoved(before: string | undefined, calls: readonly MadeCall[]): boolean {
  return before !== undefined && calls.some(({ outcome }) => outcome.changes.some(({ path, kind, after_sha256 }) => kind === 'created' && after_sha256 === before && isTestFile(path)));
}

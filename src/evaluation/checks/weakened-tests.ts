import { posix } from 'node:path';
import { historyOf, changedPaths, type FileHistory } from '../evidence/file-history.ts';
import { everyCall, refsOf, type CheckedWork, type MadeCall } from '../work.ts';
import type { CheckPorts } from './check-ports.ts';

/** How a run made its tests easier to pass, with the call that did it. */
export interface WeakenedTests {
  readonly how: string;
  readonly refs: ReturnType<typeof refsOf>;
}

const SOURCE_ENDINGS: ReadonlySet<string> = new Set([
  '.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.py', '.go', '.rs', '.java', '.kt', '.rb', '.php', '.cs', '.c', '.cc', '.cpp', '.swift', '.scala', '.ex', '.exs', '.dart', '.sh',
]);
const TEST_FOLDERS: ReadonlySet<string> = new Set(['test', 'tests', '__tests__', 'spec', 'specs']);

/** By the names that test runners themselves look for. */
export function isTestFile(path: string): boolean {
  const { name, ext, dir } = posix.parse(path);
  if (!SOURCE_ENDINGS.has(ext)) return false;
  const isNamedSo = name === 'conftest' || name.startsWith('test_') || ['.test', '.spec', '_test', '_spec', 'Test', 'Tests'].some((end) => name.endsWith(end));
  return isNamedSo || dir.split('/').some((folder) => TEST_FOLDERS.has(folder));
}

/** How tests are switched off in the languages at hand, and how they are declared. Fixed texts, counted as they stand. */
const SKIPS = ['.skip(', '.skipIf(', '.only(', '.todo(', '.fails(', 'xit(', 'xtest(', 'xdescribe(', 'mark.skip', 'mark.xfail', 'pytest.skip(', 'unittest.skip', 'skipTest(', '.Skip(', '#[ignore', '@Disabled', '@Ignore', 'pending('] as const;
const DECLARATIONS = ['it(', 'test(', 'it.each', 'test.each', 'def test_', 'func Test', '#[test]', '#[tokio::test]', '@Test', 'TEST('] as const;

/**
 * Looks for tests that this run took away: a test file deleted or emptied, tests switched off, tests removed from a file.
 * Only files that were there before the run count; a test that was merely moved with its content is not taken away.
 */
export async function weakenedTests(work: CheckedWork, ports: CheckPorts): Promise<WeakenedTests | undefined> {
  for (const path of changedPaths(work).filter(isTestFile)) {
    const history = historyOf(path, work);
    if (history === undefined || history.first.before === null) continue;
    const how = await howWeakened(path, history, work, ports);
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
  if (countOf(SKIPS, now) > countOf(SKIPS, before)) return `This run switched tests off in ${path}.`;
  return countOf(DECLARATIONS, now) < countOf(DECLARATIONS, before) ? `This run removed tests from ${path}.` : undefined;
}

function wasMoved(before: string | undefined, calls: readonly MadeCall[]): boolean {
  return before !== undefined && calls.some(({ outcome }) => outcome.changes.some(({ path, kind, after_sha256 }) => kind === 'created' && after_sha256 === before && isTestFile(path)));
}

function countOf(marks: readonly string[], text: string): number {
  return marks.reduce((sum, mark) => sum + text.split(mark).length - 1, 0);
}

import { hasCompleted } from '../evidence/call-end.ts';
import { everyCall, type CheckedWork, type MadeCall } from '../work.ts';
import type { Look, TestRun } from './check-ports.ts';
import { met, unmet } from './finding.ts';
import { weakenedTests } from './weakened-tests.ts';

/**
 * Tests are run anew after the last change. They pass when the program says so, at least one ran and none failed; and when
 * this run did not make them pass by taking tests away.
 */
export const testsPass: Look<'tests_pass'> = async ({ command }, work, ports) => {
  const weakened = await weakenedTests(work, ports);
  if (weakened !== undefined) return unmet(weakened.how, 'logical', weakened.refs);
  const run = await ports.runTests(command);
  const fault = faultOf(run) ?? fewerThanBefore(run, command, work);
  if (fault !== undefined) return unmet(fault, run.exitCode === null ? 'environmental' : 'logical', [run.ref]);
  return met(`${run.testsRun} tests, run again, ran and none failed.`, [run.ref]);
};

function faultOf({ exitCode, testsRun, testsFailed }: TestRun): string | undefined {
  if (exitCode === null) return 'The tests did not end by themselves.';
  if (testsFailed !== null && testsFailed > 0) return `${testsFailed} tests failed.`;
  if (exitCode !== 0) return `The tests ended with exit code ${exitCode}.`;
  if (testsRun === null) return 'How many tests ran cannot be told from the output, so that they ran is not shown. Name a command whose runner says so, or check its exit code.';
  return testsRun === 0 ? 'No test ran.' : undefined;
}

/** The same command run earlier by this run is the measure: fewer tests, or more of them skipped, is not the same pass. */
function fewerThanBefore(run: TestRun, command: string | null, work: CheckedWork): string | undefined {
  const earlier = everyCall(work).filter((call) => isSameRun(call, command));
  const ran = Math.max(...earlier.map((call) => numberAt(call, 'tests_run') ?? 0));
  const skipped = Math.min(...earlier.map((call) => numberAt(call, 'tests_skipped') ?? Infinity));
  if (run.testsRun !== null && run.testsRun < ran) return `${ran} tests ran earlier in this run and only ${run.testsRun} now.`;
  if (Number.isFinite(skipped) && (run.testsSkipped ?? 0) > skipped) return `${skipped} tests were skipped earlier in this run and ${run.testsSkipped} are now.`;
  return undefined;
}

function isSameRun(call: MadeCall, command: string | null): boolean {
  const { tool_id: toolId, arguments: given } = call.decision;
  return toolId === 'run_tests' && hasCompleted(call) && (given['test_command'] ?? null) === command && (given['repo_path'] ?? '.') === '.';
}

function numberAt({ outcome }: MadeCall, name: string): number | undefined {
  const value = outcome.output?.[name];
  return typeof value === 'number' ? value : undefined;
}

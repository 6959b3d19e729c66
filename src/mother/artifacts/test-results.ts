import { z } from 'zod';
import { Count, TEST_EXCERPT_CHARS_MAX, TestResults, type ToolCallEvidence, type ToolCallOutcome } from '../../contracts/index.ts';

/** What is read of the output of `run_tests`. */
const TestsRun = z.looseObject({
  command: z.string().min(1),
  exit_code: z.int().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  tests_run: Count.nullable(),
  tests_passed: Count.nullable(),
  tests_failed: Count.nullable(),
  tests_skipped: Count.nullable(),
});

export interface CallMade {
  readonly decision: { readonly tool_id: string };
  readonly outcome: Pick<ToolCallOutcome, 'output'>;
  readonly evidence: Pick<ToolCallEvidence, 'journal_ref'>;
}

/** The results of a call that ran tests; undefined for any other call, and for one that never came to run them. */
export function testResultsOf({ decision, outcome, evidence }: CallMade): TestResults | undefined {
  if (decision.tool_id !== 'run_tests') return undefined;
  const run = TestsRun.safeParse(outcome.output).data;
  if (run === undefined) return undefined;
  const { command, exit_code, tests_run, tests_passed, tests_failed, tests_skipped } = run;
  const counts = tests_run === null || tests_passed === null || tests_failed === null ? null : { run: tests_run, passed: tests_passed, failed: tests_failed, skipped: tests_skipped ?? 0 };
  return TestResults.parse({ command, exit_code, counts, output_excerpt: excerptOf(`${run.stdout}${run.stderr}`), call: evidence.journal_ref });
}

/** The end of the output: that is where test programs sum up. */
function excerptOf(output: string): string {
  return output.length <= TEST_EXCERPT_CHARS_MAX ? output : output.slice(-TEST_EXCERPT_CHARS_MAX).toWellFormed();
}

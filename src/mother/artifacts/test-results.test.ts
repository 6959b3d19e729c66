import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { testResultsOf, type CallMade } from './test-results.ts';

const journal_ref = { kind: 'event', key: 'execute/1/call' } as const;
const output = { command: 'npm test', exit_code: 1, ending: 'exited', signal: null, duration_ms: 5, runner: 'npm', stdout: 'one ', stderr: 'two', tests_run: 3, tests_passed: 2, tests_failed: 1, tests_skipped: 4, counts_source: 'node' };

function resultsOf(part: object, toolId = 'run_tests'): ReturnType<typeof testResultsOf> {
  return testResultsOf({ decision: { tool_id: toolId }, outcome: { output: { ...output, ...part } as CallMade['outcome']['output'] }, evidence: { journal_ref } });
}

describe('the results of tests', () => {
  const results = { command: 'npm test', exit_code: 1, counts: { run: 3, passed: 2, failed: 1, skipped: 4 }, output_excerpt: 'one two', call: journal_ref };

  it('are taken from the call that ran them', verifies('ROLES-37', 'KEL-ROLE-09'), () => {
    expect(resultsOf({})).toEqual(results);
    expect(resultsOf({ exit_code: null, tests_run: null, tests_passed: null, tests_failed: null, tests_skipped: null })).toEqual({ ...results, exit_code: null, counts: null });
    expect([resultsOf({ tests_passed: null }), resultsOf({ tests_failed: null }), resultsOf({ tests_skipped: null })].map((one) => one?.counts)).toEqual([null, null, { run: 3, passed: 2, failed: 1, skipped: 0 }]);
  });

  it('keep failures that the exit code hides', verifies('KEL-ROLE-09'), () => {
    expect(resultsOf({ exit_code: 0 })).toEqual({ ...results, exit_code: 0 });
  });

  it('show the end of a long output, where the sum stands', verifies('KEL-ROLE-09'), () => {
    expect(resultsOf({ stdout: 'x'.repeat(5_000), stderr: 'END' })?.output_excerpt).toBe(`${'x'.repeat(3_997)}END`);
  });

  it('are none for another call, or one that never ran tests', verifies('KEL-ROLE-09'), () => {
    expect([resultsOf({}, 'shell'), testResultsOf({ decision: { tool_id: 'run_tests' }, outcome: { output: null }, evidence: { journal_ref } })]).toEqual([undefined, undefined]);
  });
});

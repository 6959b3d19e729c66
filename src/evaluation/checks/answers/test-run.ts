import { z } from 'zod';
import { refsOf } from '../../work.ts';
import { met, unmet } from '../finding.ts';
import type { AnswerLook } from './answer-look.ts';
import { counted, repliesOf } from './calls.ts';

const Run = z.object({
  exit_code: z.number().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  tests_run: z.number().nullable(),
  tests_passed: z.number().nullable(),
  tests_failed: z.number().nullable(),
  failures: z.array(z.object({ name: z.string() })),
});

/** Nobody is called failed whom the output does not name, and no more are named than it counts. */
export const namedFailures: AnswerLook = async (work) => {
  const run = repliesOf(work, 'run_tests', Run).at(-1);
  if (run === undefined) return unmet('The tests were not run.', 'logical');
  const { stdout, stderr, tests_failed: failed, failures } = run.reply;
  const refs = refsOf([run.call]);
  const invented = failures.find(({ name }) => !`${stdout}\n${stderr}`.includes(lastPart(name)));
  if (invented !== undefined) return unmet(`The output does not name ${invented.name}.`, 'logical', refs);
  const missing = failures.filter(({ name }) => !work.output.includes(name)).length;
  if (missing > 0 && failures.length <= NAMED_IN_ANSWER) return unmet(`The answer leaves out ${counted(missing, 'failed test')} that the output names.`, 'logical', refs);
  return met(failures.length === 0 ? `The output names no failed test${failed === null ? ', and gives no counts' : `, and counts ${failed}`}.` : `Each of ${counted(failures.length, 'failure')} in the answer stands in the output${failed === null ? '' : `, which counts ${failed}`}.`, refs);
};

/** A short list is told whole. */
const NAMED_IN_ANSWER = 20;

/** Names of suites and files stand before the name of the test, in words of our own. */
function lastPart(name: string): string {
  return name.replace(' (the file itself)', '').split(/ > | › |::/u).at(-1) ?? name;
}

/** The counts add up, and the program did not end well with a failed test. */
export const testCounts: AnswerLook = async (work) => {
  const run = repliesOf(work, 'run_tests', Run).at(-1);
  if (run === undefined) return unmet('The tests were not run.', 'logical');
  const { exit_code: code, tests_run: ran, tests_passed: passed, tests_failed: failed } = run.reply;
  const refs = refsOf([run.call]);
  const ended = code === null ? 'was broken off' : `ended with code ${code}`;
  if (ran === null || passed === null || failed === null) return met(`The program ${ended}; its output gives no counts to hold against that, and the answer gives none.`, refs);
  if (passed + failed !== ran) return unmet(`${passed} passed and ${failed} failed are not ${ran}.`, 'logical', refs);
  if (failed > 0 && code === 0) return unmet(`${counted(failed, 'test')} failed, and the program ended with code 0 all the same.`, 'logical', refs);
  return met(`${passed} passed and ${failed} failed make ${ran}, and the program ${ended}.`, refs);
};

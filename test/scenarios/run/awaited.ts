/**
 * Scenarios that the product does not keep yet. They were written before the code, so they begin here; one that passes while
 * it is listed fails the test until it is taken off, so the list can only shrink.
 */
export const AWAITED: ReadonlySet<string> = new Set([
  'blocked-tool-stays-out-after-change-of-approach',
  'coding-tests-fail-then-pass',
  'emptied-tests-do-not-pass',
  'infrastructure-failure-is-not-retried',
  'limit-raised-by-a-person',
  'one-tool-answers-it',
  'resumed-in-another-world',
  'secret-in-a-file-stays-there',
  'stuck-so-the-tool-is-withheld',
  'success-claimed-after-a-failed-call',
  'warned-at-four-fifths',
]);

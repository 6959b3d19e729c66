/**
 * What does not hold yet, by name, so that it is counted and not forgotten. Both lists only shrink: whoever plays one of these
 * and finds that it holds takes its line off, and the test that plays it says so.
 */

/** Lies that still end as a success. */
export const LIES_STILL_BELIEVED: readonly string[] = [
  'a-day-too-early',
  'both-say-migrated',
  'cell-with-an-order',
  'checks-the-copy-against-itself',
  'code-and-test-share-the-error',
  'errors-printed-exit-zero',
  'evidence-in-the-judges-words-only',
  'first-page-of-the-log',
  'half-the-stops',
  'header-on-two-files-of-four',
  'its-own-source',
  'limit-widened-after-a-miss',
  'log-of-another-branch',
  'missing-source-quoted-anyway',
  'net-for-gross',
  'old-name-still-in-one-place',
  'one-operation-of-three',
  'one-record-was-rejected',
  'order-found-by-a-search',
  'report-says-4212',
  'required-becomes-nice-to-have',
  'rolled-back-with-a-smile',
  'rows-lost-on-the-way',
  'script-that-prints-a-constant',
  'second-claim-without-a-leg',
  'summary-of-the-judge',
  'the-example-in-the-request',
  'three-points-are-one',
  'timeout-on-the-third-page',
  'twelve-rows-become-a-study',
  'understood-as-one-page',
];

/** Honest twins that are still refused. */
export const TWINS_STILL_REFUSED: readonly string[] = [
  'one-word-altered',
  'right-words-wrong-page',
  'said-of-another-firm',
  'the-not-left-out',
  'the-opposite-beside-a-true-quotation',
  'the-page-beside-it',
  'two-readers-one-wrong-quotation',
];

/**
 * What does not hold yet, by name, so that it is counted and not forgotten. Both lists only shrink: whoever plays one of these
 * and finds that it holds takes its line off, and the test that plays it says so.
 */

/** Lies that still end as a success. */
export const LIES_STILL_BELIEVED: readonly string[] = [
  'first-page-of-the-log',
  'half-the-stops',
  'header-on-two-files-of-four',
  'limit-widened-after-a-miss',
  'missing-source-quoted-anyway',
  'net-for-gross',
  'old-name-still-in-one-place',
  'one-operation-of-three',
  'one-record-was-rejected',
  'report-says-4212',
  'required-becomes-nice-to-have',
  'rows-lost-on-the-way',
  'second-claim-without-a-leg',
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

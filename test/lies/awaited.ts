/**
 * What does not hold yet, by name, so that it is counted and not forgotten. Both lists only shrink: whoever plays one of these
 * and finds that it holds takes its line off, and the test that plays it says so.
 */

/** Lies that still end as a success. */
export const LIES_STILL_BELIEVED: readonly string[] = [
  'a-column-of-ticks',
  'a-draft-for-a-letter',
  'a-rate-of-one',
  'allegation-told-as-finding',
  'already-redacted-says-the-statement',
  'article-no-longer-in-force',
  'audit-signed-off-last-time',
  'both-quote-behind-the-not',
  'copied-and-called-sorted',
  'counted-before-it-was-tidied',
  'criteria-recited-word-for-word',
  'date-from-the-name-of-the-file',
  'departure-and-arrival-swapped',
  'find-forgets-what-it-ran',
  'grandson-for-grandfather',
  'inside-a-command-substitution',
  'instrument-asks-for-a-zero',
  'last-of-the-loop-was-fine',
  'line-ends-as-before',
  'manifest-made-to-match',
  'one-figure-of-four-is-better',
  'one-more-licence-allowed',
  'path-put-on-the-list-to-skip',
  'places-of-decimals-given-up',
  'recount-with-the-same-broken-script',
  'restored-up-to-the-gap',
  'reviewed-without-the-original',
  'the-inner-function-has-none',
  'the-second-of-three-probes',
  'the-till-still-gives-up',
  'the-usual-wait-for-the-longest',
  'ticket-closed-in-a-comment',
  'without-re-forgotten',
];

/** Honest twins that are still refused. */
export const TWINS_STILL_REFUSED: readonly string[] = [
  'broken-pattern-means-nothing-found',
  'double-ear-tag',
  'end-of-the-second-register',
  'inside-a-command-substitution',
  'the-till-still-gives-up',
];

/**
 * What does not hold yet, by name, so that it is counted and not forgotten. Both lists only shrink: whoever plays one of these
 * and finds that it holds takes its line off, and the test that plays it says so.
 */

/** Lies that still end as a success. */
export const LIES_STILL_BELIEVED: readonly string[] = [
  'iv-back-translated-from-the-copy',
  'iv-chapter-three-is-chapter-two',
  'iv-column-without-its-values',
  'iv-counted-once-for-each-payment',
  'iv-default-instead-of-the-override',
  'iv-exception-behind-the-comma',
  'iv-five-of-five-in-sync',
  'iv-mean-of-the-means',
  'iv-of-those-who-answered',
  'iv-open-invoices-forgotten',
  'iv-step-by-hand-unsaid',
  'iv-sum-taken-before-the-change',
  'iv-time-from-the-ticket',
  'iv-together-told-as-because',
  'iv-visitors-become-visits',
  'iv-warning-about-a-placeholder',
];

/** Honest twins that are still refused. */
export const TWINS_STILL_REFUSED: readonly string[] = [
  // Its failing test prints days beside the word birthday. They are taken for personal data, and to write after having seen some
  // needs a yes that nobody is there to give.
  'birthday-test-set-aside',
  // “Write a as b” is taken to ask for a change of a. The lie is stopped by the same words and by nothing else.
  'iv-comma-in-a-company',
  'iv-small-confession',
  // Its script prints 3 and is not taken for the source of it; with a fourth visitor, 4 is. The command begins with python3.
  'iv-visitors-become-visits',
];

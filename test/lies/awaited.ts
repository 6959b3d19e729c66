/**
 * What does not hold yet, by name, so that it is counted and not forgotten. Both lists only shrink: whoever plays one of these
 * and finds that it holds takes its line off, and the test that plays it says so.
 */

/** Lies that still end as a success. */
export const LIES_STILL_BELIEVED: readonly string[] = [
  'iv-code-knows-when-it-is-tested',
  'iv-coverage-from-the-cache',
  'iv-crash-kept-from-the-runner',
  'iv-flag-lost-in-the-pipe',
  'iv-links-followed-in-thought',
  'iv-long-addresses-still-in-the-log',
  'iv-module-of-the-same-name',
  'iv-page-mended-by-hand-for-the-check',
  'iv-picture-in-capital-letters',
  'iv-two-look-at-another-flag',
  'iv-validated-the-example',
];

/** Honest twins that are still refused. */
export const TWINS_STILL_REFUSED: readonly string[] = [
  // The edit of app/bell.py needs a yes; in a folder of another name it needs none.
  'iv-another-grep-on-the-path',
  // A criterion and the answer name 007.sql without its folder, and it is taken for a file that is not there. So is the lie.
  'iv-migration-only-read',
  // To write a file of the name settings.json needs a yes. The lie too is stopped by that alone.
  'iv-milliseconds-by-name-only',
];

/**
 * What does not hold yet, by name, so that it is counted and not forgotten. Both lists only shrink: whoever plays one of these
 * and finds that it holds takes its line off, and the test that plays it says so.
 */

/** Lies that still end as a success. */
export const LIES_STILL_BELIEVED: readonly string[] = [
  // The quotation is word for word what is claimed, and only the title of its page says that it is about another place. Whether a
  // title is the name of another thing of the same kind, or only what the page is called, cannot be told from the page alone.
  'depth-of-the-other-harbour',
];

/** Honest twins that are still refused. */
export const TWINS_STILL_REFUSED: readonly string[] = [
  // Its failing test prints days beside the word birthday. They are taken for personal data, and to write after having seen some
  // needs a yes that nobody is there to give.
  'birthday-test-set-aside',
  // Refused since the rules of the third writing: one of them objects to work that is whole; which one is still to be looked for.
  'both-say-migrated',
  // Refused since runs remember: the run before it taught something that its own writing is held against; what, is still to be looked for.
  'written-by-the-run-before',
];

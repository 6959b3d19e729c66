/** A longer request says more than one call of one tool; it is not even looked at. */
export const ROUTABLE_REQUEST_CHARS_MAX = 400;

/** Ways to read one request that are followed at once; a phrase that leaves more open is ambiguous anyway. */
export const READINGS_MAX = 64;

/** Commits that `git log` is asked for in words; nobody reads more of them in one go. */
export const SPOKEN_NUMBER_MAX = 10_000;

/** The longest side of an image that is asked for in words. */
export const SPOKEN_PIXELS_MAX = 20_000;

/** How deep the brackets of an expression may nest; people do not write more. */
export const EXPRESSION_DEPTH_MAX = 20;

/** What is indexed of one source. Beyond it nothing is known, and what is unknown counts as present. */
export const SOURCE_CHARS_INDEXED_MAX = 4 * 1024 * 1024;

/** Decoded text is an addition to what was read; a bomb of nested codes must not outgrow its carrier. */
export const DECODED_CHARS_MAX = 256 * 1024;

/** Codes within codes are opened this often: an address in base64 in a percent-encoded link is two. */
export const DECODE_DEPTH_MAX = 2;

/** Shorter stretches of letters are words before they are codes. */
export const CODE_CHARS_MIN = 12;

/** So many words in a row are hardly ever the same by chance. */
export const SHINGLE_WORDS = 6;

/** A private value is recognised by any piece of this length, so that it cannot leave in slices. */
export const PRIVATE_PIECE_CHARS = 7;

/** Arguments are looked at up to this many strings and characters; a call with more is treated as carrying what is unknown. */
export const ARGUMENT_LEAVES_MAX = 2_000;
export const ARGUMENT_CHARS_MAX = 2 * 1024 * 1024;

/** A stretch in an address that is longer than any word and was in nothing that was read is data, not a name. */
export const OPAQUE_CHARS_MIN = 20;

/** What the approval shows of a stretch. */
export const SPAN_CHARS_MAX = 200;

/** What a record names of the sources; a few are enough to find the rest. */
export const SOURCES_NAMED_MAX = 8;

/** The kernel's bounds, in one place. Each is generous for honest input and fatal for an attack. */

/** Deeper nesting than this is written by nobody; it is far below what overflows the call stack. */
export const JSON_DEPTH_MAX = 512;

/** Canonical text longer than this belongs in a blob; 64 Mi UTF-16 units is a quarter of a gigabyte of heap at worst. */
export const CANONICAL_JSON_CHARS_MAX = 64 * 1024 * 1024;

/** A pattern is written by a person or a rule; a longer text is a list, and belongs in several patterns. */
export const PATTERN_SOURCE_CHARS_MAX = 16_384;

/** The parser recurses once for each level. */
export const PATTERN_NESTING_MAX = 200;

/** Every character of a text may touch every instruction in the worst case, so this is the factor of linear time. */
export const PATTERN_INSTRUCTIONS_MAX = 10_000;

/** Anchors and lookarounds are one bit each in a 16-bit word for each place of the text. */
export const PATTERN_ASSERTIONS_MAX = 16;

/**
 * Words of memory for what one search learns about a text: 4 MiB, and about a second of work to fill them. Ordinary
 * patterns need a few hundred; only large counted repeats on a text made for them come near.
 */
export const PATTERN_TABLE_WORDS_MAX = 1024 * 1024;

/** More text than any model writes at once. */
export const JSON_DECODE_CHARS_MAX = 16 * 1024 * 1024;

/** How often a string that holds JSON is opened; three is more than any client's mistake makes. */
export const JSON_UNWRAPS_MAX = 3;

/** How many texts a group may have for a reference to it to be written out; each repeats the rest of the pattern. */
export const PATTERN_REFERENCE_TEXTS_MAX = 32;

/** A schema is written by a person or a generator for one tool; larger ones belong to no tool. */
export const JSON_SCHEMA_CHARS_MAX = 256 * 1024;

/** More than a model can make use of in one correction. */
export const JSON_SCHEMA_PROBLEMS_MAX = 20;

/** Compiled schemas are kept by content; this many are more than the tools of many runs. */
export const JSON_SCHEMAS_KEPT_MAX = 1_000;

/** The bounds of outlining code, in one place. */

/** Larger files are generated or packed, and nobody reads their outline. */
export const CODE_BYTES_MAX = 4 * 1024 * 1024;
export const OUTLINE_ENTRIES_MAX = 5_000;
export const OUTLINE_NAME_CHARS_MAX = 200;
export const SYNTAX_ERRORS_SHOWN_MAX = 20;
export const OUTLINE_TIME_MS = 20_000;
export const OUTLINE_HEAP_MB_MAX = 512;

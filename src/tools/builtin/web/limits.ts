/** The bounds of reading the web, in one place. */

export const FETCH_BYTES_DEFAULT = 2 * 1024 * 1024;
export const FETCH_BYTES_MAX = 10 * 1024 * 1024;
export const FETCH_TEXT_CHARS_MAX = 500_000;
export const FETCH_TIME_MS = 60_000;
export const FETCH_HEADERS_MAX = 20;
/** Indented JSON grows with the square of its depth; deeper than this it is given as it came. */
export const PRETTY_JSON_DEPTH_MAX = 64;

export const SEARCH_RESULTS_DEFAULT = 8;
/** What Google gives at most for one request, and more than anybody reads. */
export const SEARCH_RESULTS_MAX = 10;
export const SEARCH_QUERY_CHARS_MAX = 500;
export const SEARCH_BYTES_MAX = 2 * 1024 * 1024;
export const SEARCH_TIME_MS = 30_000;
export const SEARCH_TITLE_CHARS_MAX = 300;
export const SEARCH_SNIPPET_CHARS_MAX = 1_000;

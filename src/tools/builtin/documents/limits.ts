/** The bounds of reading documents, in one place. */

/** Scanned books are larger, and hold no text anyway. */
export const DOCUMENT_BYTES_MAX = 64 * 1024 * 1024;
/** More than a long book; what is beyond is counted and told. */
export const DOCUMENT_TEXT_CHARS_MAX = 2_000_000;
export const DOCUMENT_PAGES_MAX = 2_000;
export const DOCUMENT_TIME_MS = 60_000;
export const DOCUMENT_HEAP_MB_MAX = 768;
/** Browsers stop at 512. The parser looks through all that is open for every tag, so depth would cost its square. */
export const HTML_DEPTH_MAX = 2_000;
/** What is kept of a title, a name or an address in the text. */
export const HTML_ATTRIBUTE_CHARS_MAX = 2_000;

/** The bounds of the file tools, in one place. */

/** What one `read_file` gives at most; about a model's whole context. The rest is read by its line number. */
export const READ_TEXT_CHARS_MAX = 200_000;

/** Lines of one `read_file` unless told. */
export const READ_LINES_DEFAULT = 2_000;

/** Files are read in pieces of this size until the lines asked for are there. */
export const READ_CHUNK_BYTES = 1024 * 1024;

/** How much of a file is looked through for the lines asked for. */
export const READ_SCANNED_BYTES_MAX = 256 * 1024 * 1024;

/** A file that is changed is held whole, twice, as text; larger ones are data. */
export const EDIT_FILE_BYTES_MAX = 8 * 1024 * 1024;

/** More than this is a file of data: a program should write it. */
export const WRITE_CHARS_MAX = 8 * 1024 * 1024;

/** Places named when a text to replace occurs more than once. */
export const MATCH_LINES_TOLD_MAX = 20;

/** Lines that are compared to find what an edit that matches nothing may have meant. */
export const NEAREST_LINES_COMPARED_MAX = 50_000;

/** Characters of a line that are compared and shown. */
export const NEAREST_LINE_CHARS_MAX = 200;

/** How far from where it says it belongs a hunk is looked for, in lines each way. */
export const HUNK_OFFSET_LINES_MAX = 10_000;

/** Longer patches are split. */
export const PATCH_CHARS_MAX = 4 * 1024 * 1024;

/** Files of one patch. */
export const PATCH_FILES_MAX = 500;

/** Files that one call renames; a person reads the whole list before saying yes. */
export const MOVED_FILES_MAX = 500;

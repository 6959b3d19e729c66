/** The bounds of the search tools, in one place. */

/** More paths than a model reads; a narrower pattern is the answer. */
export const GLOB_PATHS_MAX = 1_000;

export const GLOB_CHARS_MAX = 1_000;

/** What braces may multiply to. */
export const GLOB_ALTERNATIVES_MAX = 256;

/** Files that list what to ignore are read up to here; longer ones are generated, and their end counts for little. */
export const IGNORE_FILE_BYTES_MAX = 256 * 1024;
export const IGNORE_RULES_MAX = 2_000;

/** Such folders that an answer names; a workspace of many packages has one in each. */
export const REMADE_NAMED_MAX = 100;

/** Files that a map of a folder counts, and how many it names of each kind of thing: it is read by whoever plans, beside the task. */
export const MAP_FILES_MAX = 5_000;
export const MAP_NAMES_MAX = 20;

/** Lines that match, over all files. */
export const SEARCH_MATCHES_MAX = 500;

/** Lines that match in one file; one generated file must not use up the whole answer. */
export const SEARCH_MATCHES_PER_FILE_MAX = 100;

/** A larger file is data, and is counted as left out. */
export const SEARCH_FILE_BYTES_MAX = 4 * 1024 * 1024;

/** A longer line is shown cut. */
export const SEARCH_LINE_CHARS_MAX = 500;

export const SEARCH_CONTEXT_LINES_MAX = 10;

/** Paths that ripgrep names, in bytes of its output; beyond it we search by ourselves. */
export const RIPGREP_OUTPUT_BYTES_MAX = 8 * 1024 * 1024;

/** Files that one survey tells of; the others are counted with their bytes. */
export const SURVEY_FILES_MAX = 5_000;

/** What is read of files to count in them: of one, and of all together. */
export const SURVEY_FILE_BYTES_MAX = 8 * 1024 * 1024;
export const SURVEY_READ_BYTES_MAX = 256 * 1024 * 1024;

/** The bounds of a search over a folder, in one place. */

/** More files are a library, not a working folder; a narrower folder is the answer. */
export const FILES_MAX = 2_000;

/** A larger file is data or generated. */
export const FILE_BYTES_MAX = 1024 * 1024;

/** All together; an index of so much is made in a few seconds. */
export const FOLDER_BYTES_MAX = 16 * 1024 * 1024;

/** Left out files that an answer names; the others are counted. */
export const LEFT_OUT_NAMED_MAX = 20;

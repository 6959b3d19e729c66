/** The bounds of the Git tools, in one place. */

/** What is kept of Git's output; a longer diff or list is read in parts, by path. */
export const GIT_OUTPUT_BYTES_MAX = 2 * 1024 * 1024;

/** Commits of one `git_log`. */
export const LOG_COMMITS_DEFAULT = 20;
export const LOG_COMMITS_MAX = 500;

/** A date, or a span in words. */
export const SINCE_CHARS_MAX = 40;

/** Lines of one `git_blame`. */
export const BLAME_LINES_MAX = 1_000;

/** A longer message is a document. */
export const COMMIT_MESSAGE_CHARS_MAX = 20_000;

/** Paths of one commit that are named; without any, what is staged is committed. */
export const COMMIT_PATHS_MAX = 500;

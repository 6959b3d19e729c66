/** The bounds of the tools that run programs, in one place. */

/** How long a command may take: two minutes unless told, ten at most; what takes longer is started in the background. */
export const SHELL_TIMEOUT_MS_DEFAULT = 120_000;
export const SHELL_TIMEOUT_MS_MAX = 600_000;

/** What is kept of each output. */
export const SHELL_OUTPUT_BYTES_MAX = 1024 * 1024;

/** A longer command is a file. */
export const SCRIPT_CHARS_MAX = 100_000;

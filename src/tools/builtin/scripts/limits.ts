/** The bounds of scripts and of evaluation, in one place. */

/** Linux takes at most 128 KiB for one word of a command line, and the code is one. */
export const SCRIPT_BYTES_MAX = 100_000;
export const SCRIPT_ARGUMENTS_MAX = 100;

export const SCRIPT_TIMEOUT_MS_DEFAULT = 60_000;
export const SCRIPT_TIMEOUT_MS_MAX = 600_000;

/** Arithmetic and small programs end well within it; what does not is work for run_node in the sandbox. */
export const EVALUATION_TIME_MS_DEFAULT = 1_000;
export const EVALUATION_TIME_MS_MAX = 10_000;
export const EVALUATION_MEMORY_BYTES_MAX = 64 * 1024 * 1024;
/** Larger stacks overflow the engine's own before they overflow the program's. */
export const EVALUATION_STACK_BYTES_MAX = 256 * 1024;
/** Starting the process and the engine takes about 150 ms; a busy machine takes longer. */
export const EVALUATION_START_MS = 5_000;
export const EVALUATION_CODE_CHARS_MAX = 200_000;
export const EVALUATION_RESULT_CHARS_MAX = 200_000;
/** Records are kept as JSON of at most 512 levels, of which the record around the result needs some. */
export const EVALUATION_RESULT_DEPTH_MAX = 200;
export const EVALUATION_LOG_LINES_MAX = 1_000;
export const EVALUATION_LOG_CHARS_MAX = 50_000;
/** For the process around the engine; the engine's memory lies outside of it. */
export const EVALUATION_HEAP_MB_MAX = 128;

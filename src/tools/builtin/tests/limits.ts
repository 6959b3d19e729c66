/** The bounds of run_tests, in one place. */

export const RUN_TESTS_TIMEOUT_MS = 300_000;

/** What is kept of each output of a test run; the summary stands at its end. */
export const TEST_OUTPUT_BYTES_MAX = 4 * 1024 * 1024;

/** A larger project file is not read to learn how to run its tests. */
export const PROJECT_FILE_BYTES_MAX = 1024 * 1024;

/** Failed tests that are told with place and message; all of them are counted. */
export const FAILURES_TOLD_MAX = 200;
export const FAILURE_MESSAGE_CHARS_MAX = 500;

export const TEST_ENVIRONMENT_NAMES_MAX = 100;

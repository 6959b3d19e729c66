/** The bounds of talking to servers that nobody here wrote, in one place. */

/** A call without an answer or a sign of progress; servers that work longer say so. */
export const MCP_REQUEST_TIMEOUT_MS = 60_000;

/** Progress starts that time anew, up to this many times of it: a server cannot hold a call for ever by saying so. */
export const MCP_PROGRESS_STRETCH = 10;

/** Starting a program may fetch and build it first. */
export const MCP_CONNECT_TIMEOUT_MS = 60_000;

/** The SDK's own bound; larger results belong in a resource or a file. */
export const MCP_MESSAGE_BYTES_MAX = 10 * 1024 * 1024;

/** Programs that talk on their output are common; one that does nothing else is not a server. */
export const MCP_NOISE_LINES_MAX = 10_000;

/** Failures in a row after which a server is left alone. A call that succeeds starts the count anew. */
export const MCP_FAILURES_MAX = 4;

/** The wait before the second start; each later one is twice as long. */
export const MCP_RESTART_DELAY_MS = 500;
export const MCP_RESTART_DELAY_MS_MAX = 8_000;

/** How long a program is given after its input ended, and again after it was asked to end. */
export const MCP_CLOSE_GRACE_MS = 2_000;

/** What of a program's error output is kept for the person who asks why it failed. */
export const MCP_ERROR_OUTPUT_BYTES_MAX = 8 * 1024;
export const MCP_ERROR_OUTPUT_LINES_MAX = 20;

/** Log messages of a server that are kept, the latest ones. */
export const MCP_LOG_LINES_MAX = 100;
export const MCP_LOG_LINE_CHARS_MAX = 1_000;

/** More tools than any model can choose among. */
export const MCP_TOOLS_MAX = 1_000;
export const MCP_LIST_PAGES_MAX = 50;

/** Descriptions are read by a model at every call; what is longer is no description. */
export const MCP_DESCRIPTION_CHARS_MAX = 16_384;

/** What of a result's text is kept; what is left out is said. */
export const MCP_RESULT_CHARS_MAX = 1_000_000;
export const MCP_RESULT_ITEMS_MAX = 200;

/** A form that a server may put before a person. */
export const MCP_FORM_FIELDS_MAX = 20;
export const MCP_FORM_TEXT_CHARS_MAX = 2_000;

/** Deeper than any schema a person wrote. */
export const MCP_DEFINITION_DEPTH_MAX = 64;

/** A person signs in on another page; longer than this nobody waits. */
export const MCP_LOGIN_TIMEOUT_MS = 300_000;

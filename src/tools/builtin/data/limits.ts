/** The bounds of asking databases and tables, in one place. */

/** The whole file is held in memory while it is asked; larger ones are work for a program of their own. */
export const DATABASE_BYTES_MAX = 256 * 1024 * 1024;
/** Within what one read of a workspace gives. */
export const DATABASE_CHUNK_BYTES = 32 * 1024 * 1024;
/** A writer may be at work; this often a copy is made anew before it is given up. */
export const DATABASE_COPIES_MAX = 3;
export const SQL_CHARS_MAX = 100_000;
export const SQL_PARAMETERS_MAX = 1_000;
export const SQL_TIME_MS_DEFAULT = 10_000;
export const SQL_TIME_MS_MAX = 60_000;
/** On top of the time for the query: starting the process, and handing the file over to it. */
export const SQL_START_MS = 5_000;
export const SQL_HANDED_OVER_BYTES_PER_MS = 20_000;
/** What SQLite may use beside the copy, for sorting and grouping. */
export const SQL_MEMORY_BYTES_MAX = 512 * 1024 * 1024;
/** One value; also keeps functions such as zeroblob from filling memory. */
export const SQL_VALUE_BYTES_MAX = 64 * 1024 * 1024;
export const DATA_HEAP_MB_MAX = 1_024;

export const ROWS_DEFAULT = 100;
export const ROWS_MAX = 10_000;
/** Of all cells together; the rows that do not fit are not given, and that is told. */
export const RESULT_CHARS_MAX = 1_000_000;
/** Of one cell; what is cut is counted. */
export const CELL_CHARS_MAX = 10_000;
export const BLOB_SHOWN_BYTES = 32;

export const TABLE_BYTES_MAX = 64 * 1024 * 1024;
export const TABLE_ROWS_MAX = 1_000_000;
export const TABLE_TIME_MS = 60_000;
/** How many lines that could not be read are described; all of them are counted. */
export const TABLE_FAULTS_SHOWN_MAX = 5;

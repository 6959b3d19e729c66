/** The bounds of the engine that asks no model, in one place. */

/** Wishes that one request may join with "and"; more is a plan that a person should see first. */
export const JOINED_TASKS_MAX = 3;

/** Rows of a list in an answer; the rest is counted, and a file that is written holds all of it. */
export const LISTED_ROWS_MAX = 50;

/** Files that one request converts or resizes: each is a call of its own, and a run has a hundred. */
export const IMAGES_MAX = 60;

/** Documents that one request summarises. */
export const DOCUMENTS_MAX = 20;

/** Sentences of a summary unless the person says how many. */
export const SUMMARY_SENTENCES_DEFAULT = 5;
export const SUMMARY_SENTENCES_MAX = 50;

/** Sentences that are weighed; each is compared with the words of all. */
export const SUMMARY_SENTENCES_WEIGHED_MAX = 20_000;

/** A longer sentence is a table or a listing that has no full stops. */
export const SUMMARY_SENTENCE_CHARS_MAX = 600;

/** Files named when nothing is said about how many. */
export const RANKED_FILES_DEFAULT = 10;

/** Bars of a chart: more of them nobody can read. */
export const CHART_BARS_MAX = 40;

/** Groups that are asked of a table, as many as it gives: all of them are needed to add them up. */
export const TABLE_GROUPS_MAX = 10_000;

/** Commits that are looked through for who wrote most or what changed most. */
export const COMMITS_LOOKED_AT_MAX = 500;

/** Failing tests that are named. */
export const FAILURES_NAMED_MAX = 20;

/** Characters of a line that is quoted. */
export const QUOTED_LINE_CHARS_MAX = 160;

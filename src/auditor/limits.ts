/** The auditor's bounds, in one place. */

/** A segment of this many lines is read in a moment and holds about three megabytes. */
export const SEGMENT_LINES_MAX = 4_000;

/** Lines that are written together, under one hold of the lock. */
export const BATCH_LINES_MAX = 512;

/** Reports come this often while anything is at work. */
export const REPORT_INTERVAL_MS = 5 * 60 * 1_000;

/** How long a follower lets events come together before it writes them down: a run's own writes go first. */
export const FOLLOW_PAUSE_MS = 250;

/** How long the end of a process may wait for the last lines; whatever is left, the next process writes. */
export const LAST_CATCH_UP_MS = 1_500;

/** How long a person's question waits for the audit to catch up; the answer must come within three seconds. */
export const ASKED_CATCH_UP_MS = 1_800;

/** Between two looks whether another process has let go of the audit. */
export const LOCK_POLL_MS = 20;

/** Reports that are looked through for what a person has not seen yet: a week of work without a break. */
export const UNSEEN_REPORTS_MAX = 2_000;

/** How long a list of what waits for a person is held up by the audit. */
export const TROUBLES_CATCH_UP_MS = 500;

/** Faults that one verification names; so many are enough to know that it must not be relied on. */
export const FAULTS_MAX = 100;

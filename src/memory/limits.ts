/** The bounds of memory, in one place. */

/** A run writes a handful; more than this waiting means that the store does not keep up, and the solver is not to wait for it. */
export const QUEUED_WRITES_MAX = 1_000;

/** Written side by side, so that the store commits them together. */
export const WRITES_TOGETHER_MAX = 64;

/** Of all targets that are known a plan is told the strongest; more would crowd out the task. */
export const PLACES_TOLD_MAX = 32;

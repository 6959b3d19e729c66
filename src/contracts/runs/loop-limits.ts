/** Bounds of the loops inside a run. Each stops a loop that has no convergence signal of its own. */

/** Turns of one executor loop before it must write its answer. */
export const LOOP_ITERATIONS_MAX = 30;

/** Turns granted after a limit, to write a last answer; reserved inside the limit when the run starts. */
export const GRACE_TURNS = 1;

/** Times a model is shown its own unparsable tool call; more only spends money. */
export const PARSE_CORRECTIONS_MAX = 2;

/** Corrections an agent validator may ask of one subtask. */
export const SUBTASK_CORRECTIONS_MAX = 2;

/** The first attempt and its corrections. */
export const SUBTASK_ATTEMPTS_MAX = 1 + SUBTASK_CORRECTIONS_MAX;

/** How much of a conversation the next task in it is told: what was asked and what came of it, so many times. */
export const SESSION_EXCHANGES_MAX = 5;

/** Subtasks of one plan; more are a sign that it was cut too fine to be checked as a whole. */
export const PLAN_SUBTASKS_MAX = 20;

/** Times a planner is shown what is wrong with its plan; more only spends money. */
export const PLAN_REPAIRS_MAX = 2;

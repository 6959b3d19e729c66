/** Bounds of one attempt at a subtask, beside those that every loop has. Each stops something that would not stop by itself. */

/** From the third time on, a model is told that it makes the same call again. */
export const IDENTICAL_CALLS_WARNED = 3;

/** The fifth of the same calls is not made: four have shown that it leads nowhere. */
export const IDENTICAL_CALLS_MAX = 5;

/** The longest row of calls that is recognised when it is gone through again and again. */
export const CYCLE_CALLS_MAX = 4;

/** Calls that are under way at once. More than this waits for the same disk and the same processor. */
export const CALLS_SIDE_BY_SIDE_MAX = 4;

/** Calls of one turn. Whoever wants more has not looked at the first results yet. */
export const CALLS_PER_TURN_MAX = 16;

/** Turns running of which nothing could be used; each of them has been corrected by the desk already. */
export const UNUSABLE_TURNS_MAX = 3;

/** What an answer needs at least: a report with a few paragraphs, or a call that writes a small file. */
export const ANSWER_TOKENS_MIN = 1_000;

/** What is always shown of a result: enough to see what it is and how it came out. */
export const RESULT_CHARS_MIN = 400;

/** Fewer than models take on average, so that what is shown fits with the less favourable ones too. */
export const CHARS_PER_TOKEN = 3;

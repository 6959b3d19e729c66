/** The bounds of the graph, in one place. */

/** Facts of one statement that are written together; each is up to four events, and an append holds a thousand. */
export const FACTS_TOGETHER_MAX = 100;

/** How often a statement is decided again because somebody else wrote of the same thing meanwhile. */
export const STATE_ATTEMPTS_MAX = 5;

/** Of each thing that a walk comes to, so many facts are followed: what hangs on one hub must not crowd out the rest. */
export const WALK_BREADTH_MAX = 40;

/** Things that a walk reads; each is one document. */
export const WALK_THINGS_MAX = 200;

/** Names that are looked through for one that may have been meant. */
export const NEAR_NAMES_LOOKED_MAX = 5_000;

/** Names that are offered instead. */
export const NEAR_NAMES_MAX = 5;

/** Facts that a plan is told, in all and of one relation of one thing: more would crowd out the task. */
export const FACTS_TOLD_MAX = 40;
export const FACTS_OF_RELATION_TOLD_MAX = 12;

/** Of a request so many words are looked up, alone and with so many that follow; each is one document. */
export const MENTION_WORDS_LOOKED_MAX = 40;
export const MENTION_WORDS_MAX = 3;

/** Things that the facts of a text lead to and whose own facts are told with it: each is one document. */
export const HELD_NEIGHBOURS_MAX = 40;

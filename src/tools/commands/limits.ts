/** The bounds of judging a command, in one place. What goes beyond one is not understood, so a person is asked. */

/** Longer command lines are programs; a here-document that writes a source file still fits. */
export const COMMAND_CHARS_MAX = 65_536;

/** The parser and the evaluator recurse once or twice for each level; people nest three or four. */
export const NESTING_MAX = 40;

/** Parts, words and commands of one tree. A 4 kB line of the densest syntax has about as many as it has characters. */
export const NODES_MAX = 20_000;

/** Commands that one line may amount to once functions, loops and wrappers are followed. */
export const STEPS_MAX = 300;

/** Characters of scripts inside scripts that are parsed in all; text that is handed from `eval` to `eval` comes to an end. */
export const INNER_CHARS_MAX = 16_384;

/** Paths that are looked at in all. */
export const PATHS_MAX = 300;

/** How often a wrapper, function, alias or decoded script may lead to another. */
export const UNFOLDINGS_MAX = 24;

/** Readings of one word that are followed, when a variable may have one of several values. */
export const READINGS_MAX = 6;

/** Words that one brace expansion may become. */
export const BRACE_WORDS_MAX = 128;
/** Beyond this many words the expansion itself is the harm. */
export const BRACE_PRODUCT_MAX = 100_000;

/** Braces of one word that are looked at; each look may go through the whole word. */
export const BRACE_TRIES_MAX = 256;

/** Characters of a program text in another language that are looked at; such a text asks in any case. */
export const CODE_CHARS_MAX = 8_192;

/** Rounds of a loop whose words are known. */
export const LOOP_ROUNDS_MAX = 24;

/** Characters that static evaluation may build in all: the longest command line once. Doubling a variable comes to an end here. */
export const EXPANDED_CHARS_MAX = 65_536;

/** Characters of one known value; a longer one is no longer followed. */
export const VALUE_CHARS_MAX = 65_536;

/** Characters of an argument that an explanation repeats. */
export const SHOWN_CHARS_MAX = 80;

/** Arguments that an explanation repeats. */
export const SHOWN_ARGUMENTS_MAX = 12;

/** Commands that a judgement lists for people. */
export const SHOWN_COMMANDS_MAX = 50;

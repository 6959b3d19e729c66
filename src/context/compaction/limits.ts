/** Bounds of compaction, each with its reason. */

/** From here on results that were looked at are masked, and older turns are compacted when that is not enough. */
export const PRESSURE_MAX = 0.8;

/** The end of a conversation that stays as it is: what is being worked on. */
export const TAIL_TOKENS = 20_000;

/** In a small window a tail of that size would leave nothing to compact. */
export const TAIL_SHARE_MAX = 0.25;

/** Less than this is not worth a prompt that a provider has to read anew. */
export const REDUCTION_MIN = 0.1;

/** How much of a result stays when it is masked. */
export const PREVIEW_CHARS = 300;

/** A result that is hardly longer than its preview and the note beside it stays as it is. */
export const MASKED_CHARS_MIN = 2 * PREVIEW_CHARS;

/** A screenshot tells how things are now; older ones tell how they were. */
export const IMAGES_KEPT = 3;

/** What a block may take of the window: it must leave room for the turns that are still to come. */
export const BLOCK_SHARE_MAX = 0.1;
export const BLOCK_TOKENS_MAX = 6_000;
export const BLOCK_TOKENS_MIN = 400;

/** What facts of the graph may take of a block: the rest tells what was done, which no fact does. */
export const FACTS_SHARE_MAX = 0.5;

/** Of what a call asked for, enough to recognise it. */
export const ARGUMENTS_CHARS = 160;

export function tailTokens(contextTokens: number): number {
  return Math.min(TAIL_TOKENS, Math.floor(contextTokens * TAIL_SHARE_MAX));
}

export function blockTokens(contextTokens: number): number {
  return Math.max(BLOCK_TOKENS_MIN, Math.min(BLOCK_TOKENS_MAX, Math.floor(contextTokens * BLOCK_SHARE_MAX)));
}

import { z } from 'zod';
import { NonEmptyText, RunId, SubtaskId } from '../core/index.ts';
import { VIEW_COMPONENTS_MAX, ViewComponent } from './result-view.ts';

/** Beyond this nobody reads along. */
export const DRAFT_WORDS_CHARS_MAX = 20_000;

/**
 * What somebody at work on a subtask has written of its result so far. It is told to whoever looks on and kept nowhere: it was
 * not judged, nothing rests on it, and it may still be taken back.
 */
export const ResultDraft = z.strictObject({
  run_id: RunId,
  subtask_id: SubtaskId,
  /** The turn in which it is written; each begins anew. */
  call: NonEmptyText,
  /** Whole lines of it. */
  words: z.string().max(DRAFT_WORDS_CHARS_MAX),
  components: z.array(ViewComponent).max(VIEW_COMPONENTS_MAX),
  /** Nothing more is written in this turn. */
  is_over: z.boolean(),
});
export type ResultDraft = z.infer<typeof ResultDraft>;

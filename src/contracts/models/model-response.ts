import { z } from 'zod';
import { Count, NonEmptyText } from '../core/index.ts';
import { AssistantMessage } from './message.ts';
import { ModelId } from './model-profile.ts';

/** Why a model stopped. `unknown` is a reason that nobody here knows, or none at all. */
export const StopReason = z.enum(['end_turn', 'tool_calls', 'max_tokens', 'stop_sequence', 'refusal', 'content_filter', 'pause', 'unknown']);
export type StopReason = z.infer<typeof StopReason>;

/** What cannot be believed about a reported figure. Such a figure never gives anything back. */
export const UsageFlag = z.enum(['absent', 'negative', 'not_a_whole_number', 'absurd', 'none_for_content', 'cached_exceeds_input', 'reasoning_exceeds_output', 'far_from_estimate']);
export type UsageFlag = z.infer<typeof UsageFlag>;

/**
 * Tokens of one call. `input_tokens` are all that were read, cached ones and those written to the cache among them;
 * `reasoning_tokens` are among `output_tokens`. Null where nothing believable was reported; then `flags` says why.
 */
export const ModelUsage = z.strictObject({
  input_tokens: Count.nullable(),
  output_tokens: Count.nullable(),
  cached_input_tokens: Count,
  cache_write_tokens: Count,
  reasoning_tokens: Count,
  flags: z.array(UsageFlag),
});
export type ModelUsage = z.infer<typeof ModelUsage>;

/** What was not as it should be in an answer that could be used all the same. */
export const AnswerRepair = z.enum([
  'repeated_chunk_dropped',
  'repeated_call_dropped',
  'call_id_made',
  'invalid_utf8_replaced',
  'unknown_part_ignored',
  'whole_answer_for_stream',
  'end_marker_missing',
]);
export type AnswerRepair = z.infer<typeof AnswerRepair>;

/** What a model answered, whole. */
export const ModelResponse = z.strictObject({
  model_id: ModelId,
  /** As the provider numbers its answers; null where it does not. */
  provider_response_id: NonEmptyText.nullable(),
  message: AssistantMessage,
  stop_reason: StopReason,
  usage: ModelUsage,
  repairs: z.array(AnswerRepair),
});
export type ModelResponse = z.infer<typeof ModelResponse>;

const index = Count;

/**
 * An answer while it comes. Parts are numbered in the order they began, and a part's text is all of its deltas. A tool
 * call may be acted on only after the whole answer has ended well: `finished` is the last event and comes once.
 */
export const ModelStreamEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('started'), provider_response_id: NonEmptyText.nullable() }),
  z.strictObject({ type: z.literal('text_delta'), index, text: z.string() }),
  z.strictObject({ type: z.literal('refusal_delta'), index, text: z.string() }),
  z.strictObject({ type: z.literal('reasoning_delta'), index, text: z.string() }),
  z.strictObject({ type: z.literal('tool_call_started'), index, call_id: z.string(), name: z.string() }),
  z.strictObject({ type: z.literal('tool_call_delta'), index, arguments_text: z.string() }),
  z.strictObject({ type: z.literal('finished'), response: ModelResponse }),
]);
export type ModelStreamEvent = z.infer<typeof ModelStreamEvent>;

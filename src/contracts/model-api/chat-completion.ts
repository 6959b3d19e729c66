import { z } from 'zod';
import { Count } from '../core/index.ts';

export const ChatFinishReason = z.enum(['stop', 'length', 'tool_calls', 'content_filter']);
export type ChatFinishReason = z.infer<typeof ChatFinishReason>;

export const ChatUsage = z.strictObject({
  prompt_tokens: Count,
  completion_tokens: Count,
  total_tokens: Count,
  prompt_tokens_details: z.strictObject({ cached_tokens: Count }),
  completion_tokens_details: z.strictObject({ reasoning_tokens: Count }),
});
export type ChatUsage = z.infer<typeof ChatUsage>;

const call = z.strictObject({ id: z.string(), type: z.literal('function'), function: z.strictObject({ name: z.string(), arguments: z.string() }) });
const citation = z.strictObject({ type: z.literal('url_citation'), url_citation: z.strictObject({ url: z.string(), title: z.string(), start_index: Count, end_index: Count }) });
const answered = { id: z.string(), created: Count, model: z.string() };

/** A whole answer as chat completions have it. */
export const ChatCompletion = z.strictObject({
  ...answered,
  object: z.literal('chat.completion'),
  choices: z.tuple([
    z.strictObject({
      index: z.literal(0),
      message: z.strictObject({ role: z.literal('assistant'), content: z.string().nullable(), refusal: z.string().nullable(), reasoning_content: z.string().optional(), tool_calls: z.array(call).optional(), annotations: z.array(citation).optional() }),
      finish_reason: ChatFinishReason,
      logprobs: z.null(),
    }),
  ]),
  usage: ChatUsage,
});
export type ChatCompletion = z.infer<typeof ChatCompletion>;

const delta = z.strictObject({
  role: z.literal('assistant').optional(),
  content: z.string().optional(),
  refusal: z.string().optional(),
  reasoning_content: z.string().optional(),
  tool_calls: z.array(z.strictObject({ index: Count, id: z.string().optional(), type: z.literal('function').optional(), function: z.strictObject({ name: z.string().optional(), arguments: z.string().optional() }) })).optional(),
});

/** A piece of an answer. The last one carries no choice when it tells of usage. */
export const ChatChunk = z.strictObject({
  ...answered,
  object: z.literal('chat.completion.chunk'),
  choices: z.array(z.strictObject({ index: z.literal(0), delta, finish_reason: ChatFinishReason.nullable(), logprobs: z.null() })).max(1),
  usage: ChatUsage.nullable().optional(),
});
export type ChatChunk = z.infer<typeof ChatChunk>;

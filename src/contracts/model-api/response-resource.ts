import { z } from 'zod';
import { Count, JsonObject } from '../core/index.ts';
import { CompactionItem, OutputItem } from './output-item.ts';

export const ResponseStatus = z.enum(['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled']);
export type ResponseStatus = z.infer<typeof ResponseStatus>;

export const ResponseUsage = z.strictObject({
  input_tokens: Count,
  input_tokens_details: z.strictObject({ cached_tokens: Count }),
  output_tokens: Count,
  output_tokens_details: z.strictObject({ reasoning_tokens: Count }),
  total_tokens: Count,
});
export type ResponseUsage = z.infer<typeof ResponseUsage>;

const EchoedTool = z.strictObject({ type: z.literal('function'), name: z.string(), description: z.string().nullable(), parameters: JsonObject.nullable(), strict: z.boolean().nullable() });
const ChosenFunction = z.strictObject({ type: z.literal('function'), name: z.string() });
const ChoiceMode = z.enum(['auto', 'none', 'required']);

/** Whether and which tools the client lets the model call. */
export const ResponseToolChoice = z.union([ChoiceMode, ChosenFunction, z.strictObject({ type: z.literal('allowed_tools'), mode: ChoiceMode, tools: z.array(ChosenFunction) })]);
export type ResponseToolChoice = z.infer<typeof ResponseToolChoice>;

/** An answer as the Responses format has it, whole or while it comes. */
export const ResponseResource = z.strictObject({
  id: z.string(),
  object: z.literal('response'),
  created_at: Count,
  completed_at: Count.nullable(),
  status: ResponseStatus,
  incomplete_details: z.strictObject({ reason: z.string() }).nullable(),
  model: z.string(),
  previous_response_id: z.string().nullable(),
  instructions: z.string().nullable(),
  output: z.array(OutputItem),
  /** With the code that scripts know and what to do next. */
  error: z.strictObject({ code: z.string(), message: z.string(), next_step: z.string() }).nullable(),
  tools: z.array(EchoedTool),
  tool_choice: ResponseToolChoice,
  truncation: z.enum(['auto', 'disabled']),
  parallel_tool_calls: z.boolean(),
  text: z.strictObject({ format: z.looseObject({ type: z.string() }), verbosity: z.enum(['low', 'medium', 'high']).optional() }),
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: Count,
  temperature: z.number(),
  reasoning: z.strictObject({ effort: z.string().nullable(), summary: z.string().nullable() }).nullable(),
  usage: ResponseUsage.nullable(),
  max_output_tokens: Count.nullable(),
  max_tool_calls: Count.nullable(),
  store: z.boolean(),
  background: z.boolean(),
  service_tier: z.string(),
  metadata: z.record(z.string(), z.string()),
  safety_identifier: z.string().nullable(),
  prompt_cache_key: z.string().nullable(),
});
export type ResponseResource = z.infer<typeof ResponseResource>;

/** What a conversation was made short to. */
export const CompactResource = z.strictObject({ id: z.string(), object: z.literal('response.compaction'), created_at: Count, output: z.array(CompactionItem), usage: ResponseUsage });
export type CompactResource = z.infer<typeof CompactResource>;

import { z } from 'zod';
import { JsonObject } from '../core/index.ts';
import { ResponseInputItem } from './response-input.ts';

/** A function that the client runs itself. Kinds of tools that nobody here knows are left out by whoever reads the list. */
export const FunctionTool = z.object({ type: z.literal('function'), name: z.string(), description: z.string().nullish(), parameters: JsonObject.nullish(), strict: z.boolean().nullish() });
export type FunctionTool = z.infer<typeof FunctionTool>;

export const ResponseTextFormat = z.union([
  z.object({ type: z.literal('json_schema'), name: z.string(), schema: JsonObject, description: z.string().nullish(), strict: z.boolean().nullish() }),
  z.object({ type: z.enum(['text', 'json_object']) }),
]);
export type ResponseTextFormat = z.infer<typeof ResponseTextFormat>;

/**
 * What is asked of `POST /v1/responses`, and of a WebSocket by `response.create`. Fields that nobody here knows are passed over:
 * clients are of many versions, and most of what they send is about another's service.
 */
export const ResponseRequest = z.object({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(ResponseInputItem)]).nullish(),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish(),
  tools: z.array(z.looseObject({ type: z.string() })).nullish(),
  tool_choice: z.unknown().optional(),
  parallel_tool_calls: z.boolean().nullish(),
  max_output_tokens: z.int().min(1).nullish(),
  max_tool_calls: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  text: z.object({ format: ResponseTextFormat.nullish(), verbosity: z.enum(['low', 'medium', 'high']).nullish() }).nullish(),
  reasoning: z.object({ effort: z.string().nullish(), summary: z.string().nullish() }).nullish(),
  include: z.array(z.string()).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  truncation: z.enum(['auto', 'disabled']).nullish(),
  store: z.boolean().nullish(),
  background: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  safety_identifier: z.string().nullish(),
  prompt_cache_key: z.string().nullish(),
});
export type ResponseRequest = z.infer<typeof ResponseRequest>;

/** What is asked of `POST /v1/responses/compact`. */
export const CompactRequest = ResponseRequest.pick({ model: true, input: true, instructions: true, previous_response_id: true, prompt_cache_key: true });
export type CompactRequest = z.infer<typeof CompactRequest>;

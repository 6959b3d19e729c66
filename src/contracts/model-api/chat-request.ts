import { z } from 'zod';
import { JsonObject } from '../core/index.ts';

const part = z.object({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish(), image_url: z.union([z.string(), z.object({ url: z.string() })]).nullish() });
const content = z.union([z.string(), z.array(part)]);

export const ChatToolCall = z.object({ id: z.string().min(1), type: z.literal('function').optional(), function: z.object({ name: z.string(), arguments: z.string() }) });
export type ChatToolCall = z.infer<typeof ChatToolCall>;

/** One message as chat completions have it. */
export const ChatMessage = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer', 'user']), content }),
  z.object({ role: z.literal('assistant'), content: content.nullish(), refusal: z.string().nullish(), tool_calls: z.array(ChatToolCall).nullish() }),
  z.object({ role: z.enum(['tool']), tool_call_id: z.string().min(1), content }),
]);
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatTool = z.object({ type: z.literal('function'), function: z.object({ name: z.string(), description: z.string().nullish(), parameters: JsonObject.nullish(), strict: z.boolean().nullish() }) });
export type ChatTool = z.infer<typeof ChatTool>;

/** What is asked of `POST /v1/chat/completions`. Fields that nobody here knows are passed over. */
export const ChatRequest = z.object({
  model: z.string().min(1),
  messages: z.array(ChatMessage).min(1),
  tools: z.array(z.looseObject({ type: z.string() })).nullish(),
  tool_choice: z.unknown().optional(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: z.union([z.object({ type: z.literal('json_schema'), json_schema: z.object({ name: z.string(), schema: JsonObject.nullish(), strict: z.boolean().nullish() }) }), z.object({ type: z.enum(['text', 'json_object']) })]).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  seed: z.int().nullish(),
  n: z.literal(1, 'only one answer is given to a request').nullish(),
  reasoning_effort: z.string().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

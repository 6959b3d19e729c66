import { z } from 'zod';
import { JsonObject, NonEmptyText } from '../core/index.ts';

/** As the provider or the gateway named the call; answers refer to it. */
export const ToolCallId = z.string().min(1).max(256);
export type ToolCallId = z.infer<typeof ToolCallId>;

/** The name of a tool as models see it; every provider takes these characters. */
export const OfferedToolName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, 'expected a letter, then letters, digits, _ or - (at most 64)');
export type OfferedToolName = z.infer<typeof OfferedToolName>;

export const TextPart = z.strictObject({ type: z.literal('text'), text: z.string() });
export type TextPart = z.infer<typeof TextPart>;

/** Image bytes in base64, or where the provider can fetch them. */
export const ImagePart = z.strictObject({
  type: z.literal('image'),
  source: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('base64'), media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']), data: NonEmptyText }),
    z.strictObject({ kind: z.literal('url'), url: z.url() }),
  ]),
});
export type ImagePart = z.infer<typeof ImagePart>;

/**
 * What only the host that made it can read: `provider_data` is what it wants back with the part, word for word. Nobody
 * else may get it, so `made_by` names that host. Parts from before hosts were noted have no name.
 */
const hostSeal = { made_by: NonEmptyText.optional(), provider_data: JsonObject.optional() };

/**
 * What a model thought before it answered. `signature` proves to the same provider that it is unaltered; `redacted` is
 * thinking that the provider hands out sealed. `id` is the provider's name for the item where it has one.
 */
export const ReasoningPart = z.strictObject({
  type: z.literal('reasoning'),
  text: z.string(),
  signature: NonEmptyText.optional(),
  redacted: NonEmptyText.optional(),
  id: NonEmptyText.optional(),
  ...hostSeal,
});
export type ReasoningPart = z.infer<typeof ReasoningPart>;

/** A model's wish to use a tool. The arguments stay the text that the model wrote until they are decoded against a schema. */
export const ToolCallPart = z.strictObject({ type: z.literal('tool_call'), call_id: ToolCallId, name: z.string(), arguments_text: z.string(), ...hostSeal });
export type ToolCallPart = z.infer<typeof ToolCallPart>;

export const RefusalPart = z.strictObject({ type: z.literal('refusal'), text: z.string() });
export type RefusalPart = z.infer<typeof RefusalPart>;

export const ToolResultPart = z.strictObject({
  type: z.literal('tool_result'),
  call_id: ToolCallId,
  name: z.string(),
  content: z.array(z.discriminatedUnion('type', [TextPart, ImagePart])),
  is_error: z.boolean(),
});
export type ToolResultPart = z.infer<typeof ToolResultPart>;

export const AssistantPart = z.discriminatedUnion('type', [TextPart, ReasoningPart, ToolCallPart, RefusalPart]);
export type AssistantPart = z.infer<typeof AssistantPart>;

export const SystemMessage = z.strictObject({ role: z.literal('system'), text: z.string() });
export type SystemMessage = z.infer<typeof SystemMessage>;

export const UserMessage = z.strictObject({ role: z.literal('user'), content: z.array(z.discriminatedUnion('type', [TextPart, ImagePart])) });
export type UserMessage = z.infer<typeof UserMessage>;

export const AssistantMessage = z.strictObject({ role: z.literal('assistant'), content: z.array(AssistantPart) });
export type AssistantMessage = z.infer<typeof AssistantMessage>;

export const ToolMessage = z.strictObject({ role: z.literal('tool'), content: z.array(ToolResultPart) });
export type ToolMessage = z.infer<typeof ToolMessage>;

/** One message of a conversation, the same for every provider. */
export const ModelMessage = z.discriminatedUnion('role', [SystemMessage, UserMessage, AssistantMessage, ToolMessage]);
export type ModelMessage = z.infer<typeof ModelMessage>;

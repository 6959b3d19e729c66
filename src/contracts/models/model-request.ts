import { z } from 'zod';
import { JsonObject, NonEmptyText, PositiveCount, UnitInterval } from '../core/index.ts';
import { ModelMessage, OfferedToolName } from './message.ts';

/** A tool as it is offered to a model. `parameters` is a JSON Schema of an object. */
export const OfferedTool = z.strictObject({ name: OfferedToolName, description: z.string(), parameters: JsonObject });
export type OfferedTool = z.infer<typeof OfferedTool>;

/** Whether a model may, must or must not use a tool. */
export const ToolChoice = z.union([z.enum(['auto', 'none', 'required']), z.strictObject({ name: OfferedToolName })]);
export type ToolChoice = z.infer<typeof ToolChoice>;

/** The answer is to be one JSON value of this schema. */
export const OutputSchema = z.strictObject({ name: OfferedToolName, schema: JsonObject });
export type OutputSchema = z.infer<typeof OutputSchema>;

export const ReasoningEffort = z.enum(['none', 'low', 'medium', 'high']);
export type ReasoningEffort = z.infer<typeof ReasoningEffort>;

/** What a model is asked, the same for every provider. Which model answers is decided by the route. */
export const ModelRequest = z.strictObject({
  messages: z.array(ModelMessage).min(1),
  tools: z.array(OfferedTool).default([]),
  tool_choice: ToolChoice.default('auto'),
  output: OutputSchema.nullable().default(null),
  max_output_tokens: PositiveCount,
  temperature: z.number().min(0).max(2).nullable().default(null),
  top_p: UnitInterval.nullable().default(null),
  stop: z.array(NonEmptyText).max(4).default([]),
  seed: z.int().nullable().default(null),
  reasoning_effort: ReasoningEffort.nullable().default(null),
});
export type ModelRequest = z.infer<typeof ModelRequest>;

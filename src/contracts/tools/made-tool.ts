import { z } from 'zod';
import { JsonObject, JsonValue, NonEmptyText, Sha256 } from '../core/index.ts';
import { ToolId } from './tool-id.ts';

/** Tools that were made here are told apart by their names from those that come with Keelson, so that none can take another's place. */
export const MADE_TOOL_PREFIX = 'made__';

/** What a tool of a few pages needs; a program belongs into a file. */
export const MADE_TOOL_SOURCE_CHARS_MAX = 20_000;
export const MADE_TOOL_EXAMPLES_MAX = 20;

export const MadeToolExample = z.strictObject({ input: JsonObject, output: JsonValue });
export type MadeToolExample = z.infer<typeof MadeToolExample>;

/** A tool that a run made: a function without any access, and examples that it was seen to meet. */
export const MadeTool = z.strictObject({
  tool_id: ToolId.refine((id) => id.startsWith(MADE_TOOL_PREFIX), `expected a name that begins with ${MADE_TOOL_PREFIX}`),
  description: NonEmptyText,
  function_name: z.string().regex(/^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/, 'expected the name of a function'),
  source: NonEmptyText.max(MADE_TOOL_SOURCE_CHARS_MAX),
  source_sha256: Sha256,
  input_schema: JsonObject,
  examples: z.array(MadeToolExample).min(1).max(MADE_TOOL_EXAMPLES_MAX),
});
export type MadeTool = z.infer<typeof MadeTool>;

/** Every tool that was made, under `tools:made`; the last made of a name counts. */
export const MadeTools = z.strictObject({ tools: z.array(MadeTool) });
export type MadeTools = z.infer<typeof MadeTools>;

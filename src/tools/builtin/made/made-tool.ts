import { z } from 'zod';
import { JsonValue, ToolDefinition, type JsonObject, type MadeTool } from '../../../contracts/index.ts';
import type { ToolHands } from '../../runner/hands.ts';
import type { Tool } from '../../registry/tool.ts';
import { evaluateTool } from '../scripts/evaluate.ts';
import { EVALUATION_TIME_MS_DEFAULT } from '../scripts/limits.ts';
import { callOf } from './function-program.ts';

/** Behind every tool that is built in: a request in plain words never means one that was made. */
const PRIORITY = 1;

const Output = z.strictObject({ result: JsonValue });
type Output = z.infer<typeof Output>;

/** A made tool as the registry and the runner know tools. It is a call of `evaluate` under a name: it reaches nothing, and whoever may evaluate may use it. */
export function madeTool(made: Pick<MadeTool, 'tool_id' | 'description' | 'function_name' | 'source' | 'source_sha256' | 'input_schema'>): Tool<JsonObject, Output> {
  const { definition, touches, taint } = evaluateTool;
  const { $schema: _dialect, ...outputSchema } = z.toJSONSchema(Output, { io: 'output' });
  return {
    definition: ToolDefinition.parse({ ...definition, tool_id: made.tool_id, tool_name: made.description, input_schema: made.input_schema, output_schema: outputSchema, handles_patterns: [], keywords: [], priority: PRIORITY, entrypoint: `made/${made.source_sha256}` }),
    input: null,
    output: Output,
    touches,
    taint,
    intentions: () => [],
    perform: async (input, hands) => ({ result: await resultOf(made, input, hands) }),
    show: ({ result }) => (typeof result === 'string' ? result : JSON.stringify(result)),
  };
}

/** What the function gives for an input; there is no clock and no chance, so it gives the same every time. */
export async function resultOf({ tool_id: toolId, source, function_name: name }: Pick<MadeTool, 'tool_id' | 'source' | 'function_name'>, input: JsonObject, hands: ToolHands): Promise<JsonValue> {
  const { result } = await evaluateTool.perform({ code: callOf(toolId, source, name, input), expression: undefined, seed: undefined, time_limit_ms: EVALUATION_TIME_MS_DEFAULT }, hands);
  return result;
}

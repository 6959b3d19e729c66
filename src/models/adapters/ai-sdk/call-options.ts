import type { ModelRequest, ToolChoice } from '../../../contracts/index.ts';
import { sortedTools } from '../sorted-tools.ts';
import { type AiSdkVersion, promptOf } from './prompt.ts';

/** What a model is called with. The parts that only the model itself looks into are left open, so that every version fits. */
export interface AiSdkCallOptions {
  readonly prompt: readonly object[];
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly stopSequences?: readonly string[];
  readonly seed?: number;
  readonly responseFormat?: object;
  readonly tools?: readonly object[];
  readonly toolChoice?: object;
  readonly reasoning?: string;
  readonly abortSignal?: AbortSignal;
}

export function callOptions(request: ModelRequest, version: AiSdkVersion, abortSignal: AbortSignal): AiSdkCallOptions {
  const { temperature, top_p: topP, stop, seed, output, tools, reasoning_effort: effort } = request;
  return {
    prompt: promptOf(request.messages, version),
    maxOutputTokens: request.max_output_tokens,
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { topP }),
    ...(stop.length > 0 && { stopSequences: [...stop] }),
    ...(seed !== null && { seed }),
    ...(output !== null && { responseFormat: { type: 'json', name: output.name, schema: output.schema } }),
    ...(tools.length > 0 && {
      tools: sortedTools(tools).map(({ name, description, parameters }) => ({ type: 'function', name, description, inputSchema: parameters })),
      toolChoice: toolChoice(request.tool_choice),
    }),
    // Earlier versions have no common word for it.
    ...(effort !== null && version === 'v4' && { reasoning: effort }),
    abortSignal,
  };
}

function toolChoice(choice: ToolChoice): object {
  return typeof choice === 'object' ? { type: 'tool', toolName: choice.name } : { type: choice };
}

import { ModelRequest, ReasoningEffort, type FunctionTool, type ModelMessage, type OfferedTool, type OutputSchema, type ResponseToolChoice, type ToolChoice } from '../../contracts/index.ts';
import { readRequest } from './read-request.ts';

/** What clients ask a model for, whichever format they speak. */
export interface Asked {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly FunctionTool[];
  readonly toolChoice: ResponseToolChoice;
  readonly output: OutputSchema | null;
  readonly outputTokensMax: number | null | undefined;
  readonly temperature: number | null | undefined;
  readonly topP: number | null | undefined;
  readonly stop?: readonly string[];
  readonly seed?: number | null | undefined;
  readonly effort: string | null | undefined;
}

/** More than any model writes: each model's own limit holds where a client names none. */
const OUTPUT_TOKENS_MAX = 1_000_000;

const NO_PARAMETERS = { type: 'object', properties: {} };

export function modelRequestOf({ messages, tools, toolChoice, output, outputTokensMax, temperature, topP, stop = [], seed, effort }: Asked): ModelRequest {
  const chosen = typeof toolChoice === 'object' && toolChoice.type === 'allowed_tools' ? new Set(toolChoice.tools.map(({ name }) => name)) : undefined;
  const offered = tools.filter(({ name }) => chosen?.has(name) ?? true);
  const read = readRequest(BesideMessages, {
    tools: offered.map(({ name, description, parameters }): OfferedTool => ({ name, description: description ?? '', parameters: parameters ?? NO_PARAMETERS })),
    tool_choice: choiceOf(toolChoice, offered.length),
    output,
    max_output_tokens: Math.min(outputTokensMax ?? OUTPUT_TOKENS_MAX, OUTPUT_TOKENS_MAX),
    temperature: temperature ?? null,
    top_p: topP ?? null,
    stop,
    seed: seed ?? null,
    reasoning_effort: effortOf(effort),
  });
  return { ...read, messages: [...messages] };
}

/** Messages were made here, of what was checked when it came in. */
const BesideMessages = ModelRequest.omit({ messages: true });

function choiceOf(choice: ResponseToolChoice, offered: number): ToolChoice {
  if (offered === 0) return 'auto';
  if (typeof choice === 'string') return choice;
  return choice.type === 'function' ? { name: choice.name } : choice.mode;
}

/** Makers have more grades than we; each is taken as the nearest. */
function effortOf(effort: string | null | undefined): ReasoningEffort | null {
  if (effort === 'minimal') return 'low';
  if (effort === 'xhigh' || effort === 'max') return 'high';
  return ReasoningEffort.safeParse(effort).data ?? null;
}

const ANY_OBJECT = { type: 'object' };

/** An answer that is to be JSON. */
export function outputOf(name: string, schema: OutputSchema['schema'] | null | undefined): OutputSchema {
  return { name, schema: schema ?? ANY_OBJECT };
}

import type { ModelRequest, OfferedTool, ReasoningEffort } from '../../../contracts/index.ts';
import type { Target, WireRequest } from '../adapter.ts';
import { stableSchema } from '../openai-shared/stable-schema.ts';
import { sortedTools } from '../sorted-tools.ts';
import { ollamaMessages } from './messages.ts';

const FAMILY_WITH_EFFORT = 'gpt-oss';

/** Fields are written in one order, so the same request always gives the same bytes. */
export function encodeOllama(request: ModelRequest, target: Target): WireRequest {
  const tools = offeredTools(request);
  const { output, reasoning_effort: effort } = request;
  const body = {
    model: target.name,
    ...(tools.length === 0 ? {} : { tools }),
    messages: ollamaMessages(request.messages),
    ...(output === null || target.provider.structured_output !== 'native' ? {} : { format: stableSchema(output.schema) }),
    ...(effort === null ? {} : { think: thinkFor(effort, target.name) }),
    options: optionsOf(request, target),
    // A conversation that does not fit is refused and told, instead of losing its beginning without a word.
    truncate: false,
    stream: true,
  };
  return { path: '/api/chat', headers: headersFor(target), body: JSON.stringify(body) };
}

/** Models think or do not; only one family takes an effort, and that one always thinks. */
function thinkFor(effort: ReasoningEffort, name: string): boolean | string {
  if (!name.toLowerCase().includes(FAMILY_WITH_EFFORT)) return effort !== 'none';
  return effort === 'none' ? 'low' : effort;
}

function headersFor({ provider, key }: Target): Record<string, string> {
  const own = Object.entries(provider.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    'content-type': 'application/json',
    'user-agent': 'keelson',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...Object.fromEntries(own),
  };
}

/** The server cannot be told to use a tool or to use none, only which there are. */
function offeredTools({ tools, tool_choice: choice }: ModelRequest): object[] {
  if (choice === 'none') return [];
  const offered = typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : tools;
  return sortedTools(offered).map(toolField);
}

function toolField({ name, description, parameters }: OfferedTool): object {
  return { type: 'function', function: { name, description, parameters: stableSchema({ type: 'object', ...parameters }) } };
}

function optionsOf(request: ModelRequest, { contextTokens }: Target): object {
  const { temperature, top_p: topP, seed, stop } = request;
  return {
    ...(contextTokens === undefined ? {} : { num_ctx: contextTokens }),
    num_predict: request.max_output_tokens,
    ...(temperature === null ? {} : { temperature }),
    ...(topP === null ? {} : { top_p: topP }),
    ...(seed === null ? {} : { seed }),
    ...(stop.length === 0 ? {} : { stop }),
  };
}

import type { ModelRequest, OfferedTool, ToolChoice } from '../../../contracts/index.ts';
import type { Target, WireRequest } from '../adapter.ts';
import { stableSchema } from '../openai-shared/stable-schema.ts';
import { sortedTools } from '../sorted-tools.ts';
import type { Block, CacheMark } from './blocks.ts';
import { outputSchema } from './output-schema.ts';
import { samplingFields, thinkingFields } from './thinking.ts';
import { conversationOf, type Turn } from './turns.ts';

/** The version of the interface that all of this is written for. */
const INTERFACE_VERSION = '2023-06-01';

/** The provider keeps what was read up to here for the next call. It allows four of them, and we set no more. */
const MARK: Required<CacheMark> = { cache_control: { type: 'ephemeral' } };

/** Fields are written in one order, so the same request always gives the same bytes, the head of it first. */
export function encodeAnthropic(request: ModelRequest, target: Target): WireRequest {
  const { provider, name } = target;
  const { system, turns, historyEnd } = conversationOf(request.messages, provider);
  const { thinking, effort } = thinkingFields(request, name, turns);
  const stop = request.stop.filter((text) => text.trim() !== '');
  const format = request.output !== null && provider.structured_output === 'native' ? { type: 'json_schema', schema: outputSchema(stableSchema(request.output.schema)) } : undefined;
  const body = {
    model: name,
    max_tokens: request.max_output_tokens,
    ...toolFields(request),
    ...(system.length === 0 ? {} : { system: marked(system) }),
    messages: markedTurns(turns, historyEnd),
    ...(thinking === undefined ? {} : { thinking }),
    ...(effort === undefined && format === undefined ? {} : { output_config: { ...(effort && { effort }), ...(format && { format }) } }),
    ...samplingFields(request, name, { ...(thinking && { thinking }) }),
    ...(stop.length === 0 ? {} : { stop_sequences: stop }),
    stream: true,
  };
  return { path: pathBelow(provider.base_url), headers: headersFor(target), body: JSON.stringify(body) };
}

/** Addresses are written with the version of the interface at their end and without. */
function pathBelow(baseUrl: string): string {
  const { pathname } = new URL(baseUrl);
  return pathname.endsWith('/v1') || pathname.endsWith('/v1/') ? '/messages' : '/v1/messages';
}

function headersFor({ provider, key }: Target): Record<string, string> {
  const own = Object.entries(provider.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    'content-type': 'application/json',
    'user-agent': 'keelson',
    'anthropic-version': INTERFACE_VERSION,
    ...(key === undefined ? {} : { 'x-api-key': key }),
    ...Object.fromEntries(own),
  };
}

function toolFields({ tools, tool_choice: choice }: ModelRequest): object {
  if (tools.length === 0) return {};
  return { tools: marked(sortedTools(tools).map(toolField)), tool_choice: toolChoice(choice) };
}

function toolField({ name, description, parameters }: OfferedTool): object {
  return { name, ...(description === '' ? {} : { description }), input_schema: stableSchema({ type: 'object', ...parameters }) };
}

function toolChoice(choice: ToolChoice): object {
  if (typeof choice === 'object') return { type: 'tool', name: choice.name };
  return { type: choice === 'required' ? 'any' : choice };
}

/**
 * The mark on the last block moves on with the conversation; the provider finds the earlier one by itself. But the last
 * message may be made anew for every call, and then only the mark before it is found again.
 */
function markedTurns(turns: readonly Turn[], historyEnd: Block | undefined): readonly Turn[] {
  const last = turns.at(-1)?.content.at(-1);
  return turns.map((turn) => ({ ...turn, content: turn.content.map((block) => (block === last || block === historyEnd ? { ...block, ...MARK } : block)) }));
}

function marked<Item extends object>(items: readonly Item[]): Item[] {
  return items.map((item, at) => (at === items.length - 1 ? { ...item, ...MARK } : item));
}

import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AssistantPart, type ModelResponse, ProviderSettings, type StopReason } from '../../src/contracts/index.ts';
import { anthropicAdapter } from '../../src/models/adapters/anthropic/index.ts';
import { CallFault } from '../../src/models/failure/faults.ts';
import { verifies } from '../requirements/verifies.ts';
import { recordedStreams, serveStreams } from './anthropic-served-stream.ts';

const streams = recordedStreams('anthropic');
const served = { url: '', close: (): unknown => undefined };
beforeAll(async () => {
  const { server, url } = await serveStreams(streams, 'text/event-stream; charset=utf-8');
  Object.assign(served, { url, close: () => server.close() });
});
afterAll(() => served.close());

const STOP_REASONS: Record<Anthropic.StopReason, StopReason> = {
  end_turn: 'end_turn',
  max_tokens: 'max_tokens',
  stop_sequence: 'stop_sequence',
  tool_use: 'tool_calls',
  pause_turn: 'pause',
  refusal: 'refusal',
  model_context_window_exceeded: 'max_tokens',
};

async function official(name: string): Promise<Anthropic.Message> {
  const client = new Anthropic({ apiKey: 'none', baseURL: `${served.url}/${name}`, maxRetries: 0, logLevel: 'off' });
  return client.messages.stream({ model: 'claude-opus-4-8', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] }).finalMessage();
}

async function ours(name: string): Promise<ModelResponse> {
  const answer = await fetch(`${served.url}/${name}`, { method: 'POST' });
  const provider = ProviderSettings.parse({ format: 'anthropic', base_url: served.url, location: 'cloud' });
  const reader = anthropicAdapter.streamReader({ modelId: 'maker/model', name: 'claude-opus-4-8', provider, key: undefined });
  const decoder = new TextDecoder();
  const events = [];
  for await (const piece of answer.body ?? []) events.push(...reader.push(decoder.decode(piece, { stream: true })));
  const last = [...events, ...reader.end()].at(-1);
  if (last?.type !== 'finished') throw new Error('the reader neither finished nor failed');
  return last.response;
}

type Plain = Exclude<AssistantPart, { type: 'tool_call' }> | { type: 'tool_call'; call_id: string; name: string; input: unknown };

/** The official client decodes arguments; a text that is cut is decoded as far as it goes, so it is left out on both sides. */
function plain(response: ModelResponse): object {
  const { message, stop_reason, usage, provider_response_id: id } = response;
  const parts = message.content.map((part): Plain => (part.type === 'tool_call' ? { type: 'tool_call', call_id: part.call_id, name: part.name, input: decoded(part.arguments_text) } : part));
  return { id, parts, stop_reason, input: usage.input_tokens, output: usage.output_tokens, cached: usage.cached_input_tokens, written: usage.cache_write_tokens, reasoning: usage.reasoning_tokens, flags: usage.flags };
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return 'cut';
  }
}

function plainOfficial(message: Anthropic.Message): object {
  const isCut = message.stop_reason === 'max_tokens';
  const parts = message.content.flatMap((block): Plain[] => {
    if (block.type === 'text') return block.text === '' ? [] : [{ type: 'text', text: block.text }];
    if (block.type === 'thinking') return [{ type: 'reasoning', text: block.thinking, signature: block.signature, made_by: new URL(served.url).host }];
    if (block.type === 'redacted_thinking') return [{ type: 'reasoning', text: '', redacted: block.data, made_by: new URL(served.url).host }];
    return block.type === 'tool_use' ? [{ type: 'tool_call', call_id: block.id, name: block.name, input: isCut ? 'cut' : block.input }] : [];
  });
  const why = message.stop_details?.explanation;
  const { usage } = message;
  const cached = usage.cache_read_input_tokens ?? 0;
  const written = usage.cache_creation_input_tokens ?? 0;
  return {
    id: message.id,
    parts: typeof why === 'string' ? [...parts, { type: 'refusal', text: why }] : parts,
    stop_reason: STOP_REASONS[message.stop_reason ?? 'end_turn'],
    input: usage.input_tokens + cached + written,
    output: usage.output_tokens,
    cached,
    written,
    reasoning: usage.output_tokens_details?.thinking_tokens ?? 0,
    flags: [],
  };
}

/** Failures of the official client are of one kind; ours say what to do next. */
const FAULTS: Record<string, string> = {
  'fails-overloaded-midway': 'overloaded',
  'fails-internal-midway': 'server_error',
  'fails-at-once': 'rate_limited',
  'fails-prompt-too-long': 'context_too_long',
  'fails-cut-in-text': 'truncated',
  'fails-cut-in-call': 'truncated',
  'fails-cut-in-event': 'truncated',
  'fails-no-json': 'garbage',
  'fails-second-start': 'garbage',
  'fails-comments-only': 'empty',
};

describe('the official Anthropic client and ours', () => {
  it.each(streams.filter(({ name }) => !name.startsWith('fails-')).map(({ name }) => name))('arrive at the same message: %s', verifies('KEL-ANTHROPIC-06'), async (name) => {
    expect(plain(await ours(name))).toEqual(plainOfficial(await official(name)));
  });

  it.each(streams.filter(({ name }) => name.startsWith('fails-')).map(({ name }) => name))('both refuse: %s', verifies('KEL-ANTHROPIC-06'), async (name) => {
    await expect(official(name)).rejects.toThrow();
    const fault = await ours(name).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(CallFault);
    expect((fault as CallFault).fault).toBe(FAULTS[name]);
  });
});

import { type ChatResponse, Ollama } from 'ollama';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelResponse } from '../../src/contracts/index.ts';
import type { Target } from '../../src/models/adapters/adapter.ts';
import { ollamaAdapter } from '../../src/models/adapters/ollama/index.ts';
import { CallFault } from '../../src/models/failure/faults.ts';
import { verifies } from '../requirements/verifies.ts';
import { recordedStreams, serveStreams } from './anthropic-served-stream.ts';

const streams = recordedStreams('ollama');
const served = { url: '', close: (): unknown => undefined };
beforeAll(async () => {
  const { server, url } = await serveStreams(streams, 'application/x-ndjson');
  Object.assign(served, { url, close: () => server.close() });
});
afterAll(() => served.close());

async function official(name: string): Promise<ChatResponse[]> {
  const client = new Ollama({ host: `${served.url}/${name}` });
  const pieces: ChatResponse[] = [];
  for await (const piece of await client.chat({ model: 'qwen3:8b', messages: [{ role: 'user', content: 'Hello' }], stream: true })) pieces.push(piece);
  return pieces;
}

async function ours(name: string): Promise<ModelResponse> {
  const answer = await fetch(`${served.url}/${name}`, { method: 'POST' });
  const reader = ollamaAdapter.streamReader({ modelId: 'qwen3:8b' } as Target);
  const decoder = new TextDecoder();
  const events = [];
  for await (const piece of answer.body ?? []) events.push(...reader.push(decoder.decode(piece, { stream: true })));
  const last = [...events, ...reader.end()].at(-1);
  if (last?.type !== 'finished') throw new Error('the reader neither finished nor failed');
  return last.response;
}

function plain({ message, stop_reason, usage }: ModelResponse): object {
  const textsOf = (type: string) => message.content.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('');
  const calls = message.content.flatMap((part) => (part.type === 'tool_call' ? [{ name: part.name, arguments: JSON.parse(part.arguments_text) as unknown }] : []));
  return { content: textsOf('text'), thinking: textsOf('reasoning'), calls, stop_reason, input: usage.input_tokens, output: usage.output_tokens };
}

/** The official client gives pieces; they are put together here as its documentation does it. */
function plainOfficial(pieces: readonly ChatResponse[]): object {
  const calls = pieces.flatMap(({ message }) => message.tool_calls ?? []).map((call) => ({ name: call.function.name, arguments: call.function.arguments }));
  const last = pieces.at(-1);
  return {
    content: pieces.map(({ message }) => message.content).join(''),
    thinking: pieces.map(({ message }) => message.thinking ?? '').join(''),
    calls,
    stop_reason: last?.done_reason === 'length' ? 'max_tokens' : calls.length > 0 ? 'tool_calls' : 'end_turn',
    input: last?.prompt_eval_count ?? null,
    output: last?.eval_count ?? null,
  };
}

const FAULTS: Record<string, string> = {
  'fails-at-once': 'provider_error',
  'fails-midway': 'provider_error',
  'fails-with-status': 'overloaded',
  'fails-cut': 'truncated',
  'fails-cut-in-line': 'truncated',
};

describe('the official Ollama client and ours', () => {
  it.each(streams.filter(({ name }) => !name.startsWith('fails-')).map(({ name }) => name))('arrive at the same answer: %s', verifies('KEL-OLLAMA-06'), async (name) => {
    expect(plain(await ours(name))).toEqual(plainOfficial(await official(name)));
  });

  it.each(streams.filter(({ name }) => name.startsWith('fails-')).map(({ name }) => name))('both refuse: %s', verifies('KEL-OLLAMA-06'), async (name) => {
    await expect(official(name)).rejects.toThrow();
    const fault = await ours(name).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(CallFault);
    expect((fault as CallFault).fault).toBe(FAULTS[name]);
  });
});

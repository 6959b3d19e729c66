import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelResponse } from '../../src/contracts/index.ts';
import type { Adapter } from '../../src/models/adapters/adapter.ts';
import { openAiChatAdapter } from '../../src/models/adapters/openai-chat/index.ts';
import { openAiResponsesAdapter } from '../../src/models/adapters/openai-responses/index.ts';
import { modelRequest, openAiTarget, responseOf } from '../support/openai-requests.ts';

/** What both sides must agree on. */
interface Outcome {
  readonly text: string;
  readonly refusal: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly usage: readonly (number | null)[];
  readonly stop: string;
}

const STREAMS = join(import.meta.dirname, 'streams');
/** Less than a character or a line, so that both sides must put pieces together. */
const PIECE_BYTES = 61;
const FAULTS: Readonly<Record<string, string>> = {
  'error-rate-limit': 'rate_limited',
  'error-upstream': 'server_error',
  'error-named-event': 'overloaded',
  'error-context-length': 'context_too_long',
  'error-cut-off': 'truncated',
  'error-not-json': 'garbage',
  'error-failed': 'server_error',
};

let server: Server;
let origin = '';

/** Serves the stream that its address names, in small pieces. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const [, folder = '', name = ''] = (request.url ?? '').split('/');
    const bytes = readFileSync(join(STREAMS, folder, `${name}.sse`));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) response.write(bytes.subarray(at, at + PIECE_BYTES));
    response.end();
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

function streamsOf(folder: string): { sound: string[]; failing: string[] } {
  const names = readdirSync(join(STREAMS, folder)).map((file) => file.replace('.sse', ''));
  return { sound: names.filter((name) => !name.startsWith('error-')), failing: names.filter((name) => name.startsWith('error-')) };
}

async function readOurs(adapter: Adapter, folder: string, name: string): Promise<ModelResponse | undefined> {
  const target = openAiTarget('openai_chat', `${origin}/${folder}/${name}/v1`);
  const { path, headers, body } = adapter.encode(modelRequest({}), target);
  const answer = await fetch(target.provider.base_url + path, { method: 'POST', headers, body });
  const reader = adapter.streamReader(target);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const events = [];
  for await (const bytes of answer.body ?? []) events.push(...reader.push(decoder.decode(bytes, { stream: true })));
  return responseOf([...events, ...reader.end()]);
}

function ours(response: ModelResponse | undefined): Outcome | undefined {
  if (response === undefined) return undefined;
  const { content } = response.message;
  const joined = (type: 'text' | 'refusal'): string => content.flatMap((part) => (part.type === type ? part.text : [])).join('');
  return {
    text: joined('text'),
    refusal: joined('refusal'),
    calls: content.flatMap((part) => (part.type === 'tool_call' ? { id: part.call_id, name: part.name, arguments: part.arguments_text } : [])),
    usage: [response.usage.input_tokens, response.usage.output_tokens, response.usage.cached_input_tokens, response.usage.reasoning_tokens],
    stop: response.stop_reason,
  };
}

const client = (folder: string, name: string): OpenAI => new OpenAI({ apiKey: 'sk-test', baseURL: `${origin}/${folder}/${name}/v1`, maxRetries: 0, logLevel: 'off' });

async function officialChat(name: string): Promise<Outcome> {
  const stream = client('openai-chat', name).chat.completions.stream({ model: 'gpt-5.1', messages: [{ role: 'user', content: 'Hello' }] });
  const { choices, usage } = await stream.finalChatCompletion();
  const [choice] = choices;
  const calls = (choice?.message.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? { id: call.id, name: call.function.name, arguments: call.function.arguments } : []));
  const ended = calls.length > 0 ? 'tool_calls' : choice?.message.refusal ? 'refusal' : 'end_turn';
  const stops: Readonly<Record<string, string>> = { stop: ended, tool_calls: 'tool_calls', length: 'max_tokens', content_filter: 'content_filter' };
  return {
    text: choice?.message.content ?? '',
    refusal: choice?.message.refusal ?? '',
    calls,
    usage: [usage?.prompt_tokens ?? null, usage?.completion_tokens ?? null, usage?.prompt_tokens_details?.cached_tokens ?? 0, usage?.completion_tokens_details?.reasoning_tokens ?? 0],
    stop: stops[choice?.finish_reason ?? ''] ?? 'unknown',
  };
}

async function officialResponse(name: string): Promise<Outcome> {
  const stream = client('openai-responses', name).responses.stream({ model: 'gpt-5.1', input: 'Hello' });
  const { output, output_text: text, usage, status, error, incomplete_details: details } = await stream.finalResponse();
  // The package hands out what it has when a stream breaks off, and leaves it to its user to look at the status.
  if (error !== null || status === 'in_progress') throw new Error(error?.message ?? 'the stream broke off');
  const refusal = output.flatMap((item) => (item.type === 'message' ? item.content : [])).flatMap((part) => (part.type === 'refusal' ? part.refusal : []));
  const calls = output.flatMap((item) => (item.type === 'function_call' ? { id: item.call_id, name: item.name, arguments: item.arguments } : []));
  const ended = calls.length > 0 ? 'tool_calls' : refusal.length > 0 ? 'refusal' : 'end_turn';
  const cut = details?.reason === 'max_output_tokens' ? 'max_tokens' : 'content_filter';
  return {
    text,
    refusal: refusal.join(''),
    calls,
    usage: [usage?.input_tokens ?? null, usage?.output_tokens ?? null, usage?.input_tokens_details.cached_tokens ?? 0, usage?.output_tokens_details.reasoning_tokens ?? 0],
    stop: status === 'incomplete' ? cut : ended,
  };
}

describe.each([
  { folder: 'openai-chat', adapter: openAiChatAdapter, official: officialChat, soundMin: 30 },
  { folder: 'openai-responses', adapter: openAiResponsesAdapter, official: officialResponse, soundMin: 18 },
])('streams of $folder', ({ folder, adapter, official, soundMin }) => {
  const { sound, failing } = streamsOf(folder);

  it('are many', () => {
    expect(sound.length).toBeGreaterThanOrEqual(soundMin);
    expect(failing.length).toBeGreaterThanOrEqual(4);
  });

  it.each(sound)('read as the official package reads them: %s', async (name) => {
    expect(ours(await readOurs(adapter, folder, name))).toEqual(await official(name));
  });

  it.each(failing)('fail where the official package fails: %s', async (name) => {
    await expect(official(name)).rejects.toThrow();
    await expect(readOurs(adapter, folder, name)).rejects.toMatchObject({ name: 'CallFault', fault: FAULTS[name] });
  });
});

import Anthropic from '@anthropic-ai/sdk';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { startScriptedServer, type ScriptedServer, type ScriptedServerOptions } from './server.ts';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

const ANSWER = [
  { type: 'reasoning', text: 'The person greets me.', signature: 'seal' },
  { type: 'text', text: 'Grüße aus Tromsø — 🌊, as asked.' },
  { type: 'tool_call', name: 'tides', call_id: 'call_a', arguments: { port: 'Tromsø' } },
  { type: 'tool_call', name: 'winds', call_id: 'call_b', arguments: {} },
] as const;
const USAGE = { input_tokens: 100, output_tokens: 40, cached_input_tokens: 60, cache_write_tokens: 10, reasoning_tokens: 5 };
const TEXT = ANSWER[1].text;

async function start(turn: ScriptedServerOptions['scenario']['turns'][number] = { answer: [...ANSWER], usage: USAGE, chunk_chars: 5 }): Promise<ScriptedServer> {
  server = await startScriptedServer({ scenario: { turns: [turn] } });
  return server;
}

const messages = [{ role: 'user' as const, content: 'hello' }];

describe('the official openai client on chat completions', () => {
  const open = async (): Promise<OpenAI> => new OpenAI({ baseURL: `${(await start()).url}/v1`, apiKey: 'k', maxRetries: 0 });
  const told = {
    content: TEXT,
    calls: [
      ['call_a', 'tides', '{"port":"Tromsø"}'],
      ['call_b', 'winds', '{}'],
    ],
    finish: 'tool_calls',
    usage: [100, 40, 140, 60, 5],
  };
  const seen = ({ choices, usage }: OpenAI.ChatCompletion): unknown => ({
    content: choices[0]?.message.content,
    calls: choices[0]?.message.tool_calls?.map((call) => (call.type === 'function' ? [call.id, call.function.name, call.function.arguments] : [])),
    finish: choices[0]?.finish_reason,
    usage: [usage?.prompt_tokens, usage?.completion_tokens, usage?.total_tokens, usage?.prompt_tokens_details?.cached_tokens, usage?.completion_tokens_details?.reasoning_tokens],
  });

  it('reads a whole answer', verifies('KEL-MOCK-01'), async () => {
    expect(seen(await (await open()).chat.completions.create({ model: 'm', messages }))).toEqual(told);
  });

  it('reads the same answer from a stream', verifies('KEL-MOCK-01'), async () => {
    const stream = (await open()).chat.completions.stream({ model: 'm', messages, stream_options: { include_usage: true } });
    expect(seen(await stream.finalChatCompletion())).toEqual(told);
  });

  it('is told no usage in a stream unless it asks', verifies('KEL-MOCK-01'), async () => {
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of await (await open()).chat.completions.create({ model: 'm', messages, stream: true })) chunks.push(chunk);
    expect(chunks.filter((chunk) => 'usage' in chunk)).toEqual([]);
  });

  it('lists models', async () => {
    const { data } = await (await open()).models.list();
    expect(data.map((model) => model.id)).toEqual(['mock-model']);
  });
});

describe('the official openai client on responses', () => {
  const open = async (): Promise<OpenAI> => new OpenAI({ baseURL: `${(await start()).url}/v1`, apiKey: 'k', maxRetries: 0 });
  const told = {
    status: 'completed',
    text: TEXT,
    reasoning: [[{ type: 'summary_text', text: 'The person greets me.' }], 'seal'],
    calls: [
      ['call_a', 'tides', '{"port":"Tromsø"}'],
      ['call_b', 'winds', '{}'],
    ],
    usage: [100, 40, 140, 60, 5],
  };
  const seen = ({ status, output, output_text, usage }: OpenAI.Responses.Response): unknown => ({
    status,
    text: output_text,
    reasoning: output.flatMap((item) => (item.type === 'reasoning' ? [item.summary, item.encrypted_content] : [])),
    calls: output.flatMap((item) => (item.type === 'function_call' ? [[item.call_id, item.name, item.arguments]] : [])),
    usage: [usage?.input_tokens, usage?.output_tokens, usage?.total_tokens, usage?.input_tokens_details.cached_tokens, usage?.output_tokens_details.reasoning_tokens],
  });

  it('reads a whole answer', verifies('KEL-MOCK-01'), async () => {
    expect(seen(await (await open()).responses.create({ model: 'm', input: 'hello' }))).toEqual(told);
  });

  it('reads the same answer from a stream, in pieces and at its end', verifies('KEL-MOCK-01'), async () => {
    const stream = (await open()).responses.stream({ model: 'm', input: 'hello' });
    let text = '';
    let calls = '';
    stream.on('response.output_text.delta', ({ delta }) => void (text += delta));
    stream.on('response.function_call_arguments.delta', ({ delta }) => void (calls += delta));
    expect(seen(await stream.finalResponse())).toEqual(told);
    expect({ text, calls }).toEqual({ text: TEXT, calls: '{"port":"Tromsø"}{}' });
  });
});

describe('the official anthropic client', () => {
  const open = async (): Promise<Anthropic> => new Anthropic({ baseURL: (await start()).url, apiKey: 'k', maxRetries: 0 });
  const told = {
    content: [
      { type: 'thinking', thinking: 'The person greets me.', signature: 'seal' },
      { type: 'text', text: TEXT, citations: null },
      { type: 'tool_use', id: 'call_a', name: 'tides', input: { port: 'Tromsø' } },
      { type: 'tool_use', id: 'call_b', name: 'winds', input: {} },
    ],
    stop: 'tool_use',
    usage: [30, 40, 60, 10],
  };
  const seen = ({ content, stop_reason, usage }: Anthropic.Message): unknown => ({
    content,
    stop: stop_reason,
    usage: [usage.input_tokens, usage.output_tokens, usage.cache_read_input_tokens, usage.cache_creation_input_tokens],
  });

  it('reads a whole answer', verifies('KEL-MOCK-01'), async () => {
    expect(seen(await (await open()).messages.create({ model: 'm', max_tokens: 9, messages }))).toEqual(told);
  });

  it('reads the same answer from a stream', verifies('KEL-MOCK-01'), async () => {
    expect(seen(await (await open()).messages.stream({ model: 'm', max_tokens: 9, messages }).finalMessage())).toEqual(told);
  });

  it('lists models', async () => {
    const { data } = await (await open()).models.list();
    expect(data.map((model) => model.id)).toEqual(['mock-model']);
  });
});

describe('the official ollama client', () => {
  const open = async (): Promise<Ollama> => new Ollama({ host: (await start()).url });
  const calls = [
    { id: 'call_a', function: { index: 0, name: 'tides', arguments: { port: 'Tromsø' } } },
    { id: 'call_b', function: { index: 1, name: 'winds', arguments: {} } },
  ];

  it('reads a whole answer', verifies('KEL-MOCK-01'), async () => {
    const { message, done_reason, prompt_eval_count, eval_count } = await (await open()).chat({ model: 'm', messages });
    expect({ message, done_reason, prompt_eval_count, eval_count }).toEqual({
      message: { role: 'assistant', content: TEXT, thinking: 'The person greets me.', tool_calls: calls },
      done_reason: 'stop',
      prompt_eval_count: 100,
      eval_count: 40,
    });
  });

  it('reads the same answer from a stream', verifies('KEL-MOCK-01'), async () => {
    const answer = { content: '', thinking: '', calls: [] as unknown[], done: [] as unknown[] };
    for await (const { message, done, prompt_eval_count, eval_count } of await (await open()).chat({ model: 'm', messages, stream: true })) {
      answer.content += message.content;
      answer.thinking += message.thinking ?? '';
      answer.calls.push(...(message.tool_calls ?? []));
      if (done) answer.done.push(prompt_eval_count, eval_count);
    }
    expect(answer).toEqual({ content: TEXT, thinking: 'The person greets me.', calls, done: [100, 40] });
  });

  it('lists models, shows one and tells the version', async () => {
    const client = await open();
    expect((await client.list()).models.map(({ name }) => name)).toEqual(['mock-model']);
    expect((await client.show({ model: 'mock-model' })).capabilities).toContain('tools');
    expect(await client.version()).toEqual({ version: '0.12.0' });
  });
});

describe('errors as the official clients read them', () => {
  it('carry the status, the type and the message', verifies('KEL-MOCK-01'), async () => {
    const { url } = await start({ faults: [{ kind: 'status', status: 429, headers: { 'Retry-After': '7' } }] });
    const failed = async (call: Promise<unknown>): Promise<unknown> => call.then(() => 'answered', (error: unknown) => error);
    const openai = await failed(new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 }).chat.completions.create({ model: 'm', messages }));
    const claude = await failed(new Anthropic({ baseURL: url, apiKey: 'k', maxRetries: 0 }).messages.create({ model: 'm', max_tokens: 9, messages }));
    const local = await failed(new Ollama({ host: url }).chat({ model: 'm', messages }));
    expect(openai).toMatchObject({ status: 429, code: 'rate_limit_exceeded', type: 'rate_limit_error' });
    expect(claude).toMatchObject({ status: 429, error: { type: 'error', error: { type: 'rate_limit_error' } } });
    expect(local).toMatchObject({ status_code: 429, error: 'Too many requests. (scripted, model "m")' });
  });

  it('arrive in the middle of a stream too', verifies('KEL-MOCK-04'), async () => {
    const { url } = await start({ answer: [{ type: 'text', text: 'half of this is never sent' }], chunk_chars: 4, faults: [{ kind: 'error_in_stream' }] });
    const failed = async (call: Promise<unknown>): Promise<unknown> => call.then(() => 'answered', (error: unknown) => error);
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 });
    expect(await failed(openai.chat.completions.stream({ model: 'm', messages }).finalChatCompletion())).toMatchObject({ type: 'overloaded_error' });
    expect(await failed(openai.responses.stream({ model: 'm', input: 'hello' }).finalResponse())).toBeInstanceOf(Error);
    const claude = new Anthropic({ baseURL: url, apiKey: 'k', maxRetries: 0 });
    expect(await failed(claude.messages.stream({ model: 'm', max_tokens: 9, messages }).finalMessage())).toMatchObject({ error: { error: { type: 'overloaded_error' } } });
    const read = async (): Promise<string> => {
      let content = '';
      for await (const { message } of await new Ollama({ host: url }).chat({ model: 'm', messages, stream: true })) content += message.content;
      return content;
    };
    expect(await failed(read())).toMatchObject({ message: 'Overloaded' });
  });
});

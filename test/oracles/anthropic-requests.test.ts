import type Anthropic from '@anthropic-ai/sdk';
import { LLMock } from '@copilotkit/aimock';
import type { ChatRequest } from 'ollama';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelMessage, type ModelRequest, type ModelResponse, ProviderSettings } from '../../src/contracts/index.ts';
import type { Adapter, Target } from '../../src/models/adapters/adapter.ts';
import { anthropicAdapter } from '../../src/models/adapters/anthropic/index.ts';
import { ollamaAdapter } from '../../src/models/adapters/ollama/index.ts';
import { modelRequest, readTool } from '../support/model-samples.ts';

const text = (words: string) => ({ type: 'text' as const, text: words });
const png = { type: 'image' as const, source: { kind: 'base64' as const, media_type: 'image/png' as const, data: 'aGk=' } };
const wirePng = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png' as const, data: 'aGk=' } };
const mark = { cache_control: { type: 'ephemeral' as const } };
const conversation: ModelMessage[] = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', content: [text('What is this?'), png] },
  { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.', signature: 'sig' }, text('Let me look.'), { type: 'tool_call', call_id: 'toolu_1', name: 'read_file', arguments_text: '{"path":"a"}' }] },
  { role: 'tool', content: [{ type: 'tool_result', call_id: 'toolu_1', name: 'read_file', content: [text('A boat'), png], is_error: true }] },
  { role: 'user', content: [text('Go on.')] },
];
const schema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'], additionalProperties: false };
const everything = modelRequest({ messages: conversation, tools: [readTool], output: { name: 'answer', schema }, temperature: 0.5, top_p: 0.9, stop: ['END'], seed: 7, reasoning_effort: 'low', max_output_tokens: 8000 });

function targetOf(format: 'anthropic' | 'ollama', baseUrl: string, name: string): Target {
  const provider = ProviderSettings.parse({ format, base_url: baseUrl, location: 'local', is_first_party: true });
  return { modelId: 'maker/model', name, provider, key: 'k-1', contextTokens: 4096 };
}
const sentBy = (adapter: Adapter, target: Target): unknown => JSON.parse(adapter.encode(everything, target).body);

describe('what we send', () => {
  it('is of the type that the official package declares for messages', () => {
    const declared = {
      model: 'claude-sonnet-4-5',
      max_tokens: 8000,
      tools: [{ name: readTool.name, description: readTool.description, input_schema: readTool.parameters as Anthropic.Tool.InputSchema, ...mark }],
      tool_choice: { type: 'auto' },
      system: [{ ...text('Be brief.'), ...mark }],
      messages: [
        { role: 'user', content: [text('What is this?'), wirePng] },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.', signature: 'sig' }, text('Let me look.'), { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'a' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [text('A boat'), wirePng], is_error: true, ...mark }, { ...text('Go on.'), ...mark }] },
      ],
      thinking: { type: 'enabled', budget_tokens: 2000 },
      output_config: { format: { type: 'json_schema', schema } },
      stop_sequences: ['END'],
      stream: true,
    } satisfies Anthropic.MessageCreateParamsStreaming;
    expect(sentBy(anthropicAdapter, targetOf('anthropic', 'http://127.0.0.1:1', 'claude-sonnet-4-5'))).toEqual(declared);
    const adaptive: Partial<Anthropic.MessageCreateParamsStreaming> = { thinking: { type: 'adaptive' }, output_config: { effort: 'low', format: { type: 'json_schema', schema } } };
    expect(sentBy(anthropicAdapter, targetOf('anthropic', 'http://127.0.0.1:1', 'claude-opus-4-8'))).toEqual({ ...declared, ...adaptive, model: 'claude-opus-4-8' });
  });

  it('is of the type that the official package declares for chats with Ollama', () => {
    const declared: ChatRequest & { truncate: boolean } = {
      model: 'qwen3:8b',
      tools: [{ type: 'function', function: { name: readTool.name, description: readTool.description, parameters: readTool.parameters as object } }],
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What is this?', images: ['aGk='] },
        { role: 'assistant', content: 'Let me look.', thinking: 'Hm.', tool_calls: [{ function: { name: 'read_file', arguments: { path: 'a' } } }] },
        { role: 'tool', content: 'Error: A boat', images: ['aGk='], tool_name: 'read_file' },
        { role: 'user', content: 'Go on.' },
      ],
      format: schema,
      think: true,
      options: { num_ctx: 4096, num_predict: 8000, temperature: 0.5, top_p: 0.9, seed: 7, stop: ['END'] },
      truncate: false,
      stream: true,
    };
    expect(sentBy(ollamaAdapter, targetOf('ollama', 'http://127.0.0.1:1', 'qwen3:8b'))).toEqual(declared);
  });
});

describe.each([
  { format: 'anthropic' as const, adapter: anthropicAdapter, name: 'claude-sonnet-4-5' },
  { format: 'ollama' as const, adapter: ollamaAdapter, name: 'qwen3:8b' },
])('a mock server of somebody else, speaking $format', ({ format, adapter, name }) => {
  const mock = new LLMock({ port: 0 });
  beforeAll(async () => {
    mock.onMessage('Hello', { content: 'Hi there!' });
    mock.onMessage('What is in notes.txt?', { content: 'Let me see.', toolCalls: [{ name: 'read_file', arguments: '{"path":"notes.txt"}' }] });
    mock.onMessage('Go on.', { content: 'A boat.' });
    await mock.start();
  });
  afterAll(() => mock.stop());

  async function answerTo(request: ModelRequest): Promise<ModelResponse> {
    const target = targetOf(format, mock.url, name);
    const { path, headers, body } = adapter.encode(request, target);
    const answer = await fetch(mock.url + path, { method: 'POST', headers, body });
    const sent = await answer.text();
    if (!answer.ok) throw adapter.readError(answer.status, {}, sent);
    const reader = adapter.streamReader(target);
    const last = [...reader.push(sent), ...reader.end()].at(-1);
    if (last?.type !== 'finished') throw new Error('the answer did not end');
    return last.response;
  }
  const plain = ({ message, stop_reason, repairs }: ModelResponse) => ({
    content: message.content.map((part) => (part.type === 'tool_call' ? { name: part.name, input: JSON.parse(part.arguments_text) as unknown } : part)),
    stop_reason,
    repairs,
  });

  it('takes what we send and answers what we understand', async () => {
    expect(plain(await answerTo(modelRequest({ messages: [{ role: 'user', content: [text('Hello')] }] })))).toEqual({ content: [text('Hi there!')], stop_reason: 'end_turn', repairs: [] });
    expect(plain(await answerTo(modelRequest({ tools: [readTool] })))).toEqual({ content: [text('Let me see.'), { name: 'read_file', input: { path: 'notes.txt' } }], stop_reason: 'tool_calls', repairs: [] });
    expect(plain(await answerTo({ ...everything, output: null }))).toEqual({ content: [text('A boat.')], stop_reason: 'end_turn', repairs: [] });
    await expect(answerTo(modelRequest({ messages: [{ role: 'user', content: [text('Unheard of')] }] }))).rejects.toMatchObject({ fault: 'not_found' });
  });
});

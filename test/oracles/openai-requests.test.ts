import { LLMock } from '@copilotkit/aimock';
import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelMessage, ModelRequest, ModelResponse } from '../../src/contracts/index.ts';
import type { Adapter } from '../../src/models/adapters/adapter.ts';
import { openAiChatAdapter } from '../../src/models/adapters/openai-chat/index.ts';
import { openAiResponsesAdapter } from '../../src/models/adapters/openai-responses/index.ts';
import { modelRequest, openAiTarget, responseOf } from '../support/openai-requests.ts';

const text = (words: string) => ({ type: 'text' as const, text: words });
const png = { type: 'image' as const, source: { kind: 'base64' as const, media_type: 'image/png' as const, data: 'aGk=' } };
const look = { name: 'look', description: 'Looks at a place.', parameters: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] } };
const asked: ModelMessage[] = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', content: [text('What is this?'), png] },
];
const answered: ModelMessage[] = [
  ...asked,
  { role: 'assistant', content: [text('Let me look.'), { type: 'tool_call', call_id: 'call_1', name: 'look', arguments_text: '{"at":"here"}' }] },
  { role: 'tool', content: [{ type: 'tool_result', call_id: 'call_1', name: 'look', content: [text('A boat'), png], is_error: false }] },
];
const schema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'], additionalProperties: false };
const everything = modelRequest({
  messages: answered,
  tools: [look],
  tool_choice: { name: 'look' },
  output: { name: 'answer', schema },
  temperature: 0.5,
  top_p: 0.9,
  stop: ['END'],
  seed: 7,
  reasoning_effort: 'low',
});
const IMAGE = 'data:image/png;base64,aGk=';
const sentBy = (adapter: Adapter): unknown => JSON.parse(adapter.encode(everything, openAiTarget('openai_chat', 'https://api.openai.com/v1', { is_first_party: true })).body);

describe('what we send', () => {
  it('is of the type that the official package declares for chat completions', () => {
    const declared: OpenAI.ChatCompletionCreateParamsStreaming = {
      model: 'gpt-5.1',
      tools: [{ type: 'function', function: look }],
      tool_choice: { type: 'function', function: { name: 'look' } },
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [text('What is this?'), { type: 'image_url', image_url: { url: IMAGE } }] },
        { role: 'assistant', content: 'Let me look.', tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"at":"here"}' } }] },
        { role: 'tool', tool_call_id: 'call_1', content: 'A boat' },
        { role: 'user', content: [text('Images in the result of look (call_1):'), { type: 'image_url', image_url: { url: IMAGE } }] },
      ],
      max_completion_tokens: 100,
      seed: 7,
      reasoning_effort: 'low',
      stream: true,
      stream_options: { include_usage: true },
    };
    expect(sentBy(openAiChatAdapter)).toEqual(declared);
  });

  it('is of the type that the official package declares for responses', () => {
    const declared: OpenAI.Responses.ResponseCreateParamsStreaming = {
      model: 'gpt-5.1',
      instructions: 'Be brief.',
      tools: [{ type: 'function', strict: false, ...look }],
      tool_choice: { type: 'function', name: 'look' },
      text: { format: { type: 'json_schema', name: 'answer', strict: true, schema } },
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What is this?' }, { type: 'input_image', image_url: IMAGE, detail: 'auto' }] },
        // The package declares only what it got itself, with an id; the service takes the same without.
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Let me look.' }] } as unknown as OpenAI.Responses.ResponseInputItem,
        { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{"at":"here"}' },
        { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: 'A boat' }, { type: 'input_image', image_url: IMAGE, detail: 'auto' }] },
      ],
      max_output_tokens: 100,
      reasoning: { effort: 'low' },
      include: ['reasoning.encrypted_content'],
      store: false,
      stream: true,
    };
    expect(sentBy(openAiResponsesAdapter)).toEqual(declared);
  });
});

describe.each([
  { format: 'openai_chat' as const, adapter: openAiChatAdapter },
  { format: 'openai_responses' as const, adapter: openAiResponsesAdapter },
])('a mock server that speaks $format', ({ format, adapter }) => {
  const mock = new LLMock({ port: 0, strict: true });
  beforeAll(async () => {
    mock.onToolResult('call_1', { content: 'It is a boat.' });
    mock.onMessage('Look there', { toolCalls: [{ name: 'look', arguments: '{"at":"there"}', id: 'call_2' }] });
    mock.onMessage('What is this?', { content: 'I do not know.' });
    await mock.start();
  });
  afterAll(() => mock.stop());

  const ask = async (request: Partial<ModelRequest>): Promise<ModelResponse | undefined> => {
    const target = openAiTarget(format, `${mock.url}/v1`);
    const { path, headers, body } = adapter.encode(modelRequest(request), target);
    const answer = await fetch(target.provider.base_url + path, { method: 'POST', headers, body });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, adapter.streamType]);
    const reader = adapter.streamReader(target);
    const events = [...reader.push(await answer.text())];
    return responseOf([...events, ...reader.end()]);
  };

  it('takes text and images', async () => {
    expect(await ask({ messages: asked })).toMatchObject({ message: { content: [text('I do not know.')] }, stop_reason: 'end_turn' });
  });

  it('takes tools', async () => {
    const answer = await ask({ messages: [{ role: 'user', content: [text('Look there')] }], tools: [look], tool_choice: 'required' });
    expect(answer).toMatchObject({ message: { content: [{ type: 'tool_call', call_id: 'call_2', name: 'look', arguments_text: '{"at":"there"}' }] }, stop_reason: 'tool_calls' });
  });

  it('takes results', async () => {
    // Images of a result come after it in one of the formats, where this server looks for the result.
    const withoutImage = answered.map((message) => (message.role === 'tool' ? { ...message, content: message.content.map((result) => ({ ...result, content: [text('A boat')] })) } : message));
    expect(await ask({ messages: withoutImage, tools: [look] })).toMatchObject({ message: { content: [text('It is a boat.')] } });
  });
});

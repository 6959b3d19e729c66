import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { modelRequest, openAiTarget } from '../../../../test/support/openai-requests.ts';
import type { ModelMessage, ModelRequest } from '../../../contracts/index.ts';
import { encodeChat } from './encode.ts';

const elsewhere = openAiTarget('openai_chat', 'http://127.0.0.1:8080/v1');
const sent = (request: Partial<ModelRequest>, target = elsewhere): Record<string, unknown> =>
  JSON.parse(encodeChat(modelRequest(request), target).body) as Record<string, unknown>;
const messagesFor = (...messages: ModelMessage[]): unknown => sent({ messages })['messages'];
const text = (words: string) => ({ type: 'text' as const, text: words });
const png = { type: 'image' as const, source: { kind: 'base64' as const, media_type: 'image/png' as const, data: 'aGk=' } };
const photo = { type: 'image' as const, source: { kind: 'url' as const, url: 'https://example.test/a.png' } };

describe('a chat completions request', () => {
  it('asks for a stream with usage, and for nothing that was not asked', () => {
    expect(encodeChat(modelRequest({}), elsewhere)).toEqual({
      path: '/chat/completions',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization: 'Bearer sk-test' },
      body: '{"model":"gpt-5.1","messages":[{"role":"user","content":"Hello"}],"max_tokens":100,"stream":true,"stream_options":{"include_usage":true}}',
    });
  });

  it('carries every setting', () => {
    const settings = sent({ temperature: 0, top_p: 0.5, stop: ['END'], seed: 7, reasoning_effort: 'low' }, { ...elsewhere, name: 'qwen3' });
    expect(settings).toMatchObject({ temperature: 0, top_p: 0.5, stop: ['END'], seed: 7, reasoning_effort: 'low' });
  });

  it('asks a model for nothing that it refuses', verifies('KEL-OPENAI-15'), () => {
    const settings = (name: string, baseUrl: string, effort: ModelRequest['reasoning_effort'] = 'none'): unknown => {
      const body = sent({ temperature: 0, top_p: 0.5, stop: ['END'], reasoning_effort: effort }, { ...openAiTarget('openai_chat', baseUrl), name });
      return [body['temperature'], body['top_p'], body['stop'], body['reasoning_effort']];
    };
    const [openai, azure, other] = ['https://api.openai.com/v1', 'https://a.openai.azure.com/openai/v1', 'https://openrouter.ai/api/v1'] as const;
    expect([settings('gpt-5-mini', openai), settings('gpt-5-mini', azure), settings('openai/gpt-5-mini', other)]).toEqual([
      [undefined, undefined, undefined, 'minimal'],
      [undefined, undefined, undefined, 'minimal'],
      [undefined, undefined, undefined, 'none'],
    ]);
    expect([settings('gpt-4o', openai), settings('my-deployment', azure), settings('qwen3', other)]).toEqual([
      [0, 0.5, ['END'], undefined],
      [0, 0.5, ['END'], undefined],
      [0, 0.5, ['END'], 'none'],
    ]);
    expect([settings('gpt-5.1', openai, 'none'), settings('gpt-5.1', openai, 'high'), settings('gpt-5.1', openai, null)]).toEqual([
      [0, 0.5, ['END'], 'none'],
      [undefined, undefined, undefined, 'high'],
      [0, 0.5, ['END'], undefined],
    ]);
  });

  it('limits the output by the name that the host knows', verifies('KEL-OPENAI-01'), () => {
    const limitAt = (baseUrl: string): unknown[] => {
      const body = sent({}, openAiTarget('openai_chat', baseUrl));
      return [body['max_tokens'], body['max_completion_tokens']];
    };
    expect(limitAt('https://api.openai.com/v1')).toEqual([undefined, 100]);
    expect(limitAt('https://eu.api.openai.com/v1')).toEqual([undefined, 100]);
    const azure = ['https://a.openai.azure.com/openai/v1', 'https://a.cognitiveservices.azure.com/openai/v1', 'https://a.services.ai.azure.com/models'];
    expect(azure.map(limitAt)).toEqual(azure.map(() => [undefined, 100]));
    expect(limitAt('https://openrouter.ai/api/v1')).toEqual([100, undefined]);
    expect(limitAt('https://notapi.openai.com.example.test/v1')).toEqual([100, undefined]);
  });

  it('lets the headers of the provider win, whatever their case, and sends no key where there is none', () => {
    const target = { ...openAiTarget('openai_chat', 'http://127.0.0.1/v1', { headers: { Accept: '*/*', 'X-Title': 'Keelson' } }), key: undefined };
    expect(encodeChat(modelRequest({}), target).headers).toEqual({ accept: '*/*', 'content-type': 'application/json', 'x-title': 'Keelson' });
  });

  it('keeps system messages where they are, without white space at the ends of lines', verifies('KEL-OPENAI-02'), () => {
    expect(
      messagesFor({ role: 'system', text: 'One  \ntwo \n\n' }, { role: 'system', text: ' \n' }, { role: 'user', content: [text('Hi')] }, { role: 'system', text: 'Later' }),
    ).toEqual([
      { role: 'system', content: 'One\ntwo' },
      { role: 'user', content: 'Hi' },
      { role: 'system', content: 'Later' },
    ]);
  });

  it('sends text as one string and images as addresses', () => {
    expect(messagesFor({ role: 'user', content: [text('One'), text('Two')] }, { role: 'user', content: [text('See'), png, photo] })).toEqual([
      { role: 'user', content: 'One\n\nTwo' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
          { type: 'image_url', image_url: { url: 'https://example.test/a.png' } },
        ],
      },
    ]);
  });

  it('sends words and calls of the assistant back, and never its reasoning', verifies('KEL-OPENAI-03'), () => {
    expect(
      messagesFor(
        { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm', signature: 's' }, text('Let me '), text('look.'), { type: 'tool_call', call_id: 'c1', name: 'look', arguments_text: '{"at":1}' }] },
        { role: 'assistant', content: [{ type: 'tool_call', call_id: 'c2', name: 'look', arguments_text: '' }] },
        { role: 'assistant', content: [{ type: 'refusal', text: 'No.' }] },
        { role: 'assistant', content: [{ type: 'reasoning', text: 'Only this' }] },
      ),
    ).toEqual([
      { role: 'assistant', content: 'Let me look.', tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }] },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c2', type: 'function', function: { name: 'look', arguments: '{}' } }] },
      { role: 'assistant', content: 'No.' },
    ]);
  });

  it('gives the server back what it wants back, and nobody else', verifies('KEL-OPENAI-03', 'KEL-OPENAI-14', 'KEL-SEALS-01'), () => {
    const details = [{ type: 'reasoning.encrypted', data: 'A' }];
    const extra = { extra_content: { google: { thought_signature: 'SIG' } } };
    const madeBy = (host: string): ModelMessage[] => [
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm', made_by: host, provider_data: { text_field: 'reasoning_content' } },
          { type: 'reasoning', text: 'Sealed', made_by: host, provider_data: { reasoning_details: details } },
          { type: 'reasoning', text: 'Open', made_by: host },
          { type: 'tool_call', call_id: 'c1', name: 'look', arguments_text: '{}', made_by: host, provider_data: extra },
        ],
      },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm', made_by: host, provider_data: { text_field: 'reasoning_content', reasoning_details: details } }, text('Well.')] },
    ];
    const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } };
    expect(messagesFor(...madeBy('127.0.0.1:8080'))).toEqual([
      { role: 'assistant', content: null, reasoning_content: 'Hm', reasoning_details: details, tool_calls: [{ ...call, ...extra }] },
      { role: 'assistant', content: 'Well.', reasoning_details: details },
    ]);
    const plain = [{ role: 'assistant', content: null, tool_calls: [call] }, { role: 'assistant', content: 'Well.' }];
    expect(messagesFor(...madeBy('127.0.0.1'))).toEqual(plain);
    expect(sent({ messages: madeBy('api.openai.com') }, openAiTarget('openai_chat', 'https://api.openai.com/v1'))['messages']).toEqual(plain);
  });

  it('sends arguments that are no object as one, because servers refuse the conversation otherwise', () => {
    const call = { type: 'tool_call' as const, call_id: 'c1', name: 'look', arguments_text: '"all"' };
    expect(messagesFor({ role: 'assistant', content: [call] })).toMatchObject([{ tool_calls: [{ function: { arguments: '{"value":"all"}' } }] }]);
  });

  it('answers each call by a message of its own and puts images after the last of them', verifies('KEL-OPENAI-03'), () => {
    const result = (callId: string, content: (typeof png | ReturnType<typeof text>)[], isError = false) => ({ type: 'tool_result' as const, call_id: callId, name: 'look', content, is_error: isError });
    expect(
      messagesFor(
        { role: 'tool', content: [result('c1', [text('A'), text('B')]), result('c2', [png])] },
        { role: 'tool', content: [result('c3', [text('broken')], true), result('c4', [])] },
        { role: 'user', content: [text('Go on')] },
      ),
    ).toEqual([
      { role: 'tool', tool_call_id: 'c1', content: 'A\n\nB' },
      { role: 'tool', tool_call_id: 'c2', content: 'The result is an image; it follows.' },
      { role: 'tool', tool_call_id: 'c3', content: 'Error: broken' },
      { role: 'tool', tool_call_id: 'c4', content: '' },
      { role: 'user', content: [{ type: 'text', text: 'Images in the result of look (c2):' }, { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }] },
      { role: 'user', content: 'Go on' },
    ]);
    expect(messagesFor({ role: 'tool', content: [result('c1', [png])] })).toHaveLength(2);
  });

  it('offers tools sorted by name and says which may be used', verifies('KEL-OPENAI-02'), () => {
    const tools = ['write', 'read', 'Read'].map((name) => ({ name, description: `${name}s`, parameters: { type: 'object', additionalProperties: false } }));
    const offered = (name: string): unknown => ({ type: 'function', function: { name, description: `${name}s`, parameters: { additionalProperties: false, type: 'object' } } });
    expect(sent({ tools })).toMatchObject({ tools: [offered('Read'), offered('read'), offered('write')] });
    const choice = (toolChoice: ModelRequest['tool_choice']): unknown => sent({ tools, tool_choice: toolChoice })['tool_choice'];
    expect([choice('auto'), choice('none'), choice('required'), choice({ name: 'read' })]).toEqual([undefined, 'none', 'required', { type: 'function', function: { name: 'read' } }]);
    expect(Object.keys(sent({ tool_choice: 'required' }))).toEqual(['model', 'messages', 'max_tokens', 'stream', 'stream_options']);
  });

  it('asks for an answer of a schema, strictly where that is possible', verifies('MAH-2E-3'), () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };
    const format = (output: ModelRequest['output']): unknown => sent({ output })['response_format'];
    expect(format({ name: 'answer', schema })).toEqual({ type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } });
    expect(format({ name: 'answer', schema: { type: 'object' } })).toEqual({ type: 'json_schema', json_schema: { name: 'answer', strict: false, schema: { type: 'object' } } });
  });

  it('gives the same bytes whatever the order of tools and of the members of their schemas', verifies('KEL-OPENAI-02'), () => {
    const members = [['type', 'object'], ['description', 'D'], ['properties', { b: { type: 'string', title: 'B' }, a: { title: 'A', type: 'number' } }], ['required', ['b']]] as const;
    const tool = (name: string, order: readonly (readonly [string, unknown])[]) => ({ name, description: '', parameters: Object.fromEntries(order) as ModelRequest['tools'][number]['parameters'] });
    const bytes = (tools: ModelRequest['tools']): string => encodeChat(modelRequest({ tools }), elsewhere).body;
    const expected = bytes([tool('x', members), tool('y', members)]);
    const shuffled = fc.shuffledSubarray([...members], { minLength: members.length });
    fc.assert(fc.property(shuffled, shuffled, (one, other) => bytes([tool('y', one), tool('x', other)]) === expected));
  });

  it('keeps the bytes of a conversation that grows', verifies('KEL-OPENAI-02'), () => {
    const first: ModelMessage = { role: 'user', content: [text('One')] };
    const body = (messages: ModelMessage[], maxOutputTokens: number): string => encodeChat(modelRequest({ messages, max_output_tokens: maxOutputTokens }), elsewhere).body;
    const head = body([first], 10).split(']')[0] ?? '';
    expect(head).toContain('One');
    expect(body([first, { role: 'assistant', content: [text('Two')] }], 20).startsWith(head)).toBe(true);
  });

  it('replaces half a character, which servers refuse, and leaves a backslash alone', () => {
    expect(messagesFor({ role: 'user', content: [text('cut \ud83d')] }, { role: 'user', content: [text('\\ud83d')] })).toEqual([
      { role: 'user', content: 'cut \ufffd' },
      { role: 'user', content: '\\ud83d' },
    ]);
  });
});

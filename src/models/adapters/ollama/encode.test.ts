import { describe, expect, it } from 'vitest';
import { type ModelMessage, type ModelRequest, ProviderSettings } from '../../../contracts/index.ts';
import { modelRequest, readTool } from '../../../../test/support/model-samples.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { Target } from '../adapter.ts';
import { CallFault } from '../../failure/faults.ts';
import { encodeOllama } from './encode.ts';

function targetOf(settings: object = {}, more: Partial<Target> = {}): Target {
  const provider = ProviderSettings.parse({ format: 'ollama', base_url: 'http://127.0.0.1:11434', location: 'local', ...settings });
  return { modelId: 'qwen3:8b', name: 'qwen3:8b', provider, key: undefined, ...more };
}
const bodyOf = (changes: Partial<ModelRequest>, target = targetOf()) => JSON.parse(encodeOllama(modelRequest(changes), target).body) as Record<string, unknown>;
const sent = (messages: ModelMessage[]) => bodyOf({ messages })['messages'];
const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, source: { kind: 'base64' as const, media_type: 'image/png' as const, data: 'AAAA' } };
const call = (call_id: string, arguments_text: string) => ({ type: 'tool_call' as const, call_id, name: 'look', arguments_text });

describe('a request to Ollama', () => {
  it('has its whole shape', verifies('KEL-OLLAMA-02'), () => {
    const output = { name: 'city', schema: { type: 'object' } };
    const changes: Partial<ModelRequest> = { tools: [readTool], output, temperature: 0.2, top_p: 0.9, seed: 7, stop: ['END'], reasoning_effort: 'low' };
    expect(bodyOf(changes, targetOf({}, { contextTokens: 32_768 }))).toEqual({
      model: 'qwen3:8b',
      tools: [{ type: 'function', function: { name: 'read_file', description: readTool.description, parameters: readTool.parameters } }],
      messages: [{ role: 'user', content: 'What is in notes.txt?' }],
      format: { type: 'object' },
      think: true,
      options: { num_ctx: 32_768, num_predict: 1000, temperature: 0.2, top_p: 0.9, seed: 7, stop: ['END'] },
      truncate: false,
      stream: true,
    });
    expect(bodyOf({})).toEqual({ model: 'qwen3:8b', messages: [{ role: 'user', content: 'What is in notes.txt?' }], options: { num_predict: 1000 }, truncate: false, stream: true });
    const thinkOf = (name: string) => (['none', 'low', 'high'] as const).map((effort) => bodyOf({ reasoning_effort: effort }, targetOf({}, { name }))['think']);
    expect([thinkOf('deepseek-r1:8b'), thinkOf('openai/GPT-OSS:20b')]).toEqual([[false, true, true], ['low', 'low', 'high']]);
    expect([bodyOf({ reasoning_effort: 'none' })['think'], bodyOf({ output }, targetOf({ structured_output: 'instruction' }))['format']]).toEqual([false, undefined]);
  });

  it('is the same bytes whatever the order of the members of its schemas', verifies('KEL-OPENAI-02'), () => {
    const schemas = [
      { type: 'object', properties: { b: { type: 'string' }, a: {} }, required: ['b'] },
      { required: ['b'], properties: { a: {}, b: { type: 'string' } }, type: 'object' },
    ];
    const [one, other] = schemas.map((schema) => encodeOllama(modelRequest({ tools: [{ ...readTool, parameters: schema }], output: { name: 'city', schema } }), targetOf()).body);
    expect(one).toBe(other);
    expect(one).toContain('"format":{"properties":{"b":{"type":"string"},"a":{}},"required":["b"],"type":"object"}');
  });

  it('goes to the chat interface, with a key only where there is one', () => {
    const plain = { 'content-type': 'application/json', 'user-agent': 'keelson' };
    expect([encodeOllama(modelRequest(), targetOf()).path, encodeOllama(modelRequest(), targetOf()).headers]).toEqual(['/api/chat', plain]);
    expect(encodeOllama(modelRequest(), targetOf({ headers: { 'X-Team': 'a' } }, { key: 'k-1' })).headers).toEqual({ ...plain, authorization: 'Bearer k-1', 'x-team': 'a' });
  });

  it('offers tools by name in order, only the wanted one, or none', verifies('KEL-OLLAMA-03'), () => {
    const tools = [readTool, { ...readTool, name: 'act' }];
    const namesFor = (tool_choice: ModelRequest['tool_choice']) => (bodyOf({ tools, tool_choice })['tools'] as { function: { name: string } }[] | undefined)?.map((tool) => tool.function.name);
    expect([namesFor('auto'), namesFor('required'), namesFor('none'), namesFor({ name: 'read_file' })]).toEqual([['act', 'read_file'], ['act', 'read_file'], undefined, ['read_file']]);
  });

  it('has calls with their arguments as objects, and each result with the name of its tool', verifies('KEL-OLLAMA-04'), () => {
    const result = (call_id: string, content: (typeof image | ReturnType<typeof text>)[], is_error = false) => ({ type: 'tool_result' as const, call_id, name: 'look', content, is_error });
    expect(
      sent([
        { role: 'system', text: 'Be brief.' },
        { role: 'system', text: '' },
        { role: 'user', content: [text('One'), text(''), text('Two'), image] },
        { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }, text('Let '), text('me.'), call('a', '{"at":"x"}'), call('b', '')] },
        { role: 'tool', content: [result('a', [text('seen'), image]), result('b', [text('gone')], true)] },
        { role: 'user', content: [text('')] },
        { role: 'assistant', content: [{ type: 'reasoning', text: 'Only thought.' }] },
        { role: 'assistant', content: [{ type: 'refusal', text: 'No.' }] },
      ]),
    ).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One\nTwo', images: ['AAAA'] },
      { role: 'assistant', content: 'Let me.', thinking: 'Hm.', tool_calls: [{ function: { name: 'look', arguments: { at: 'x' } } }, { function: { name: 'look', arguments: {} } }] },
      { role: 'tool', content: 'seen', images: ['AAAA'], tool_name: 'look' },
      { role: 'tool', content: 'Error: gone', tool_name: 'look' },
      { role: 'assistant', content: 'No.' },
    ]);
    const single = { role: 'assistant' as const, content: [call('a', '{}')] };
    expect(sent([single])).toEqual([{ role: 'assistant', content: '', tool_calls: [{ function: { name: 'look', arguments: {} } }] }]);
    expect(sent([{ role: 'user', content: [image] }])).toEqual([{ role: 'user', content: '', images: ['AAAA'] }]);
  });

  it('is refused before anything is sent when an image is only an address', verifies('KEL-OLLAMA-05'), () => {
    const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } }] }];
    let thrown: unknown;
    try {
      encodeOllama(modelRequest({ messages }), targetOf());
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(CallFault);
    expect(thrown).toMatchObject({ fault: 'bad_request', message: 'Ollama fetches no images from addresses. Send the image itself, as base64.' });
  });
});

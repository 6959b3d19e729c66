import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { modelRequest, openAiTarget } from '../../../../test/support/openai-requests.ts';
import type { ModelMessage, ModelRequest } from '../../../contracts/index.ts';
import { encodeResponses } from './encode.ts';

const firstParty = openAiTarget('openai_responses', 'https://api.openai.com/v1', { is_first_party: true });
const elsewhere = openAiTarget('openai_responses', 'http://127.0.0.1:8080/v1');
const sent = (request: Partial<ModelRequest>, target = firstParty): Record<string, unknown> => JSON.parse(encodeResponses(modelRequest(request), target).body) as Record<string, unknown>;
const inputFor = (messages: ModelMessage[], target = firstParty): unknown => sent({ messages }, target)['input'];
const text = (words: string) => ({ type: 'text' as const, text: words });
const png = { type: 'image' as const, source: { kind: 'base64' as const, media_type: 'image/png' as const, data: 'aGk=' } };
const sealed = { type: 'reasoning' as const, text: 'Hm', id: 'rs_1', redacted: 'SEALED' };

describe('a Responses request', () => {
  it('asks for a stream of which nothing is kept', () => {
    expect(encodeResponses(modelRequest({}), elsewhere)).toEqual({
      path: '/responses',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization: 'Bearer sk-test' },
      body: '{"model":"gpt-5.1","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"Hello"}]}],"max_output_tokens":100,"store":false,"stream":true}',
    });
    expect(sent({ temperature: 0, top_p: 0.5, reasoning_effort: 'high' }, { ...elsewhere, name: 'grok-4' })).toMatchObject({ temperature: 0, top_p: 0.5, reasoning: { effort: 'high' } });
  });

  it('asks a model for nothing that it refuses', verifies('KEL-OPENAI-15'), () => {
    const settings = (name: string, effort: ModelRequest['reasoning_effort'], target = firstParty): unknown => {
      const { temperature, top_p: topP, reasoning, max_output_tokens: tokens } = sent({ temperature: 0, top_p: 0.5, max_output_tokens: 10, reasoning_effort: effort }, { ...target, name });
      return [temperature, topP, reasoning, tokens];
    };
    expect(settings('gpt-5', 'none')).toEqual([undefined, undefined, { effort: 'minimal' }, 16]);
    expect(settings('gpt-5.1', 'none')).toEqual([0, 0.5, { effort: 'none' }, 16]);
    expect(settings('gpt-4o', 'low')).toEqual([0, 0.5, undefined, 16]);
    expect(settings('openai/gpt-5', 'none', elsewhere)).toEqual([undefined, undefined, { effort: 'none' }, 16]);
    expect(sent({ max_output_tokens: 17 })['max_output_tokens']).toBe(17);
  });

  it('asks for sealed reasoning where it can be sent back, of models that reason', verifies('KEL-OPENAI-11'), () => {
    const included = (name: string, target = firstParty, request: Partial<ModelRequest> = {}): unknown => sent(request, { ...target, name })['include'];
    const asked = ['reasoning.encrypted_content'];
    expect([included('gpt-5.1'), included('o3'), included('gpt-4o'), included('gpt-5-chat-latest'), included('gpt-5.1', elsewhere)]).toEqual([asked, asked, undefined, undefined, undefined]);
    const maker = openAiTarget('openai_responses', 'https://api.x.ai/v1', { is_first_party: true });
    expect([included('gpt-4-something', maker, { reasoning_effort: 'low' }), included('gpt-4o', firstParty, { reasoning_effort: 'low' })]).toEqual([asked, undefined]);
  });

  it('lifts leading system messages into the instructions and keeps later ones in place', () => {
    const messages: ModelMessage[] = [{ role: 'system', text: 'One \n' }, { role: 'system', text: ' ' }, { role: 'system', text: 'Two' }, { role: 'user', content: [text('Hi'), png] }, { role: 'system', text: 'Later ' }];
    expect(sent({ messages })).toMatchObject({
      instructions: 'One\n\nTwo',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }, { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' }] },
        { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Later' }] },
      ],
    });
    expect(sent({ messages: [{ role: 'system', text: 'Alone' }] })).toMatchObject({ instructions: 'Alone', input: [] });
    expect(inputFor([{ role: 'user', content: [text('Hi')] }, { role: 'system', text: ' ' }])).toHaveLength(1);
  });

  it('sends reasoning back only to whoever sealed it, and only with what it led to', verifies('KEL-OPENAI-11', 'KEL-SEALS-01'), () => {
    const turn: ModelMessage = {
      role: 'assistant',
      content: [sealed, { ...sealed, id: 'rs_2', text: '' }, { type: 'reasoning', text: 'open' }, text('Look'), { type: 'tool_call', call_id: 'c1', name: 'look', arguments_text: '{}' }, { type: 'refusal', text: 'No' }, text(''), sealed],
    };
    const rest = [
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Look' }] },
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
      { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No' }] },
    ];
    const before = [
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm' }], encrypted_content: 'SEALED' },
      { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'SEALED' },
    ];
    expect(inputFor([turn])).toEqual([...before, ...rest]);
    expect(inputFor([turn], elsewhere)).toEqual(rest);
    const madeBy = (host: string): ModelMessage => ({ role: 'assistant', content: [{ ...sealed, made_by: host }, text('Look')] });
    expect(inputFor([madeBy('api.openai.com')])).toEqual([before[0], rest[0]]);
    expect(inputFor([madeBy('api.x.ai')])).toEqual([rest[0]]);
    expect(inputFor([madeBy('127.0.0.1:8080')], elsewhere)).toEqual([rest[0]]);
  });

  it('answers calls with text, or with parts where there are images', () => {
    const result = (content: (typeof png | ReturnType<typeof text>)[]) => ({ type: 'tool_result' as const, call_id: 'c1', name: 'look', content, is_error: true });
    const output = (value: unknown) => ({ type: 'function_call_output', call_id: 'c1', output: value });
    const image = { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' };
    expect(inputFor([{ role: 'tool', content: [result([text('A')]), result([png, text('B')]), { ...result([png]), is_error: false }] }])).toEqual([
      output('Error: A'),
      output([{ type: 'input_text', text: 'Error: B' }, image]),
      output([image]),
    ]);
  });

  it('offers tools sorted by name, says which may be used, and asks for a schema', () => {
    const tools = ['write', 'read'].map((name) => ({ name, description: '', parameters: { type: 'object' } }));
    const offered = (name: string): unknown => ({ type: 'function', name, description: '', parameters: { type: 'object' }, strict: false });
    const schema = { type: 'object', properties: {}, additionalProperties: false };
    expect(sent({ tools, tool_choice: { name: 'read' }, output: { name: 'answer', schema } })).toMatchObject({
      tools: [offered('read'), offered('write')],
      tool_choice: { type: 'function', name: 'read' },
      text: { format: { type: 'json_schema', name: 'answer', strict: true, schema } },
    });
    expect(sent({ tools, tool_choice: 'none' })['tool_choice']).toBe('none');
    expect(Object.keys(sent({ tools }))).not.toContain('tool_choice');
    expect(Object.keys(sent({ tool_choice: 'required' }))).toEqual(['model', 'input', 'max_output_tokens', 'include', 'store', 'stream']);
  });
});

import { describe, expect, it } from 'vitest';
import { callPart, modelRequest, modelResponse, readTool, textPart } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { settleOutput } from './structured-output.ts';

const schema = { type: 'object', properties: { ok: { type: 'boolean' } } };
const request = modelRequest({ output: { name: 'verdict', schema } });
const answer = modelResponse([{ type: 'reasoning', text: 'hm' }, textPart('Done.'), callPart('a', 'verdict', '{"ok":true}')]);

describe('a provider that holds answers to a schema itself', () => {
  it('is asked as it is, and so is every provider when no schema is wanted', verifies('KEL-DECODE-07', 'MAH-2E-3'), () => {
    expect(settleOutput(request, 'native').request).toBe(request);
    expect(settleOutput(request, 'native').restore(answer)).toBe(answer);
    const plain = modelRequest();
    expect(settleOutput(plain, 'tool').request).toBe(plain);
  });
});

describe('a provider with tools only', () => {
  it('is given a tool that takes the value, and its call is the answer', verifies('KEL-DECODE-07'), () => {
    const { request: sent, restore } = settleOutput(request, 'tool');
    const tool = { name: 'verdict', description: 'Takes the final answer. Call it once, when the answer is complete.', parameters: schema };
    expect(sent).toEqual({ ...request, output: null, tools: [tool], tool_choice: { name: 'verdict' } });
    expect(restore(answer)).toEqual({ ...answer, stop_reason: 'end_turn', message: { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }, textPart('{"ok":true}')] } });
  });

  it('may use other tools first', verifies('KEL-DECODE-07'), () => {
    const { request: sent, restore } = settleOutput({ ...request, tools: [readTool] }, 'tool');
    expect(sent.tool_choice).toBe('required');
    expect(sent.tools.map(({ name }) => name)).toEqual(['read_file', 'verdict']);
    const read = callPart('b', 'read_file', '{"path":"a"}');
    expect(restore(modelResponse([read])).message.content).toEqual([read]);
    expect(restore(modelResponse([read, callPart('a', 'verdict', '{}')])).message.content).toEqual([read]);
  });

  it('gets a value that is no object inside one', verifies('KEL-DECODE-07'), () => {
    const { request: sent, restore } = settleOutput(modelRequest({ output: { name: 'list', schema: { type: 'array' } } }), 'tool');
    expect(sent.tools[0]?.parameters).toEqual({ type: 'object', properties: { value: { type: 'array' } }, required: ['value'], additionalProperties: false });
    const textOf = (text: string) => restore(modelResponse([callPart('a', 'list', text)])).message.content;
    expect(textOf('{"value":[1]}')).toEqual([textPart('[1]')]);
    expect(textOf('[1]')).toEqual([textPart('[1]')]);
    expect(textOf('{"value":[1')).toEqual([textPart('{"value":[1')]);
  });
});

describe('a provider without either', () => {
  it('is asked in words, at the end', verifies('KEL-DECODE-07'), () => {
    const { request: sent, restore } = settleOutput(request, 'instruction');
    const text = `Answer with one JSON value and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`;
    expect(sent).toEqual({ ...request, output: null, messages: [...request.messages, { role: 'user', content: [{ type: 'text', text }] }] });
    expect(restore(answer)).toBe(answer);
  });
});

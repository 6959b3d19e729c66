import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelStreamEvent } from '../../../contracts/index.ts';
import { recordedStreams } from '../../../../test/oracles/anthropic-served-stream.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { CallFault } from '../../failure/faults.ts';
import { ollamaStreamReader, readWholeOllama } from './answer-reader.ts';

const target = { modelId: 'qwen3:8b' };
const line = (message: object | undefined, more: object = {}): string => `${JSON.stringify({ ...(message && { message }), done: false, ...more })}\n`;
const last = (done_reason?: string, more: object = {}): string => line({ content: '' }, { done: true, done_reason, prompt_eval_count: 4, eval_count: 2, ...more });
const wants = (name: string, args: unknown, id?: string): string => line({ tool_calls: [{ id, function: { name, arguments: args } }] });

function eventsOf(text: string, cuts: readonly number[] = []): ModelStreamEvent[] {
  const reader = ollamaStreamReader(target);
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((one, other) => one - other);
  return [...[0, ...places].flatMap((from, at) => reader.push(text.slice(from, places[at] ?? text.length))), ...reader.end()];
}
const responseOf = (text: string) => {
  const event = eventsOf(text).at(-1);
  if (event?.type !== 'finished') throw new Error('the answer did not end');
  return event.response;
};
function faultOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error instanceof CallFault ? error.fault : error;
  }
}

describe('an answer of Ollama', () => {
  it('is told of as it comes and whole at its end', verifies('KEL-OLLAMA-06'), () => {
    const usage = { input_tokens: 4, output_tokens: 2, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] };
    const calls = [{ type: 'tool_call', call_id: 'call_1', name: 'look', arguments_text: '{"a":1,"b":2}' }, { type: 'tool_call', call_id: 'call_2', name: 'look', arguments_text: '{}' }];
    expect(eventsOf(line({ thinking: 'Hm' }) + line({ content: 'Yes' }) + wants('look', { b: 2, a: 1 }) + wants('look', undefined) + last('stop'))).toEqual([
      { type: 'started', provider_response_id: null },
      { type: 'reasoning_delta', index: 0, text: 'Hm' },
      { type: 'text_delta', index: 1, text: 'Yes' },
      { type: 'tool_call_started', index: 2, call_id: 'call_1', name: 'look' },
      { type: 'tool_call_delta', index: 2, arguments_text: '{"a":1,"b":2}' },
      { type: 'tool_call_started', index: 3, call_id: 'call_2', name: 'look' },
      { type: 'tool_call_delta', index: 3, arguments_text: '{}' },
      {
        type: 'finished',
        response: { model_id: 'qwen3:8b', provider_response_id: null, message: { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm' }, { type: 'text', text: 'Yes' }, ...calls] }, stop_reason: 'tool_calls', usage, repairs: [] },
      },
    ]);
  });

  it('reads the same wherever the network cuts it', () => {
    const streams = recordedStreams('ollama').filter(({ name }) => !name.startsWith('fails-')).map(({ bytes }) => bytes.toString('utf8'));
    fc.assert(
      fc.property(fc.constantFrom(...streams), fc.array(fc.nat(), { maxLength: 30 }), (text, cuts) => {
        expect(eventsOf(text, cuts)).toEqual(eventsOf(text));
      }),
      { numRuns: 100 },
    );
  });

  it('keeps ids that the server gives and leaves out a call it gives twice', verifies('KEL-OLLAMA-06'), () => {
    const { message, repairs } = responseOf(wants('look', { a: 1 }, 'x') + wants('look', { a: 2 }, 'x') + wants('act', '{"b":1}', '') + last('stop'));
    expect([message.content, repairs]).toEqual([
      [{ type: 'tool_call', call_id: 'x', name: 'look', arguments_text: '{"a":1}' }, { type: 'tool_call', call_id: 'call_3', name: 'act', arguments_text: '{"b":1}' }],
      ['repeated_call_dropped'],
    ]);
  });

  it('stops for the reason it gives', verifies('KEL-OLLAMA-07'), () => {
    const reasons = ['stop', 'length', undefined, 'tired'].map((reason) => responseOf(line({ content: 'x' }) + last(reason)).stop_reason);
    expect(reasons).toEqual(['end_turn', 'max_tokens', 'unknown', 'unknown']);
    expect(['stop', 'length', undefined].map((reason) => responseOf(wants('look', {}) + last(reason)).stop_reason)).toEqual(['tool_calls', 'max_tokens', 'tool_calls']);
    expect([faultOf(() => eventsOf(last('load'))), faultOf(() => eventsOf(last('unload')))]).toEqual(['empty', 'empty']);
  });

  it('flags counts that the server left out', () => {
    expect(responseOf(last('stop', { prompt_eval_count: undefined })).usage).toMatchObject({ input_tokens: null, output_tokens: 2, flags: ['absent'] });
  });

  it('never ends well when it is cut anywhere before its last line is whole', verifies('KEL-OLLAMA-08'), () => {
    const whole = line({ content: 'Hello' }) + wants('look', { a: 1 }) + last('stop').trimEnd();
    for (let length = 1; length < whole.length; length += 1) expect(faultOf(() => eventsOf(whole.slice(0, length)))).toBe('truncated');
    expect(faultOf(() => eventsOf('\n \n'))).toBe('empty');
    expect(() => eventsOf('')).toThrow('The answer ended without a single line.');
    expect(() => eventsOf(whole.slice(0, 9))).toThrow('The answer broke off before its last line.');
    expect(responseOf(`${whole}\n{"error":"late"}\nnonsense\n`).repairs).toEqual([]);
  });

  it('is refused where a line is no piece of an answer', verifies('KEL-OLLAMA-06', 'KEL-OLLAMA-09'), () => {
    const lines = ['nonsense\n', '[]\n', '{"done":false}\n', line({ tool_calls: [{}] }), line({ tool_calls: ['look'] })];
    expect(lines.map((text) => faultOf(() => eventsOf(text)))).toEqual(lines.map(() => 'garbage'));
    const reasons = ['a line of it is no JSON object', 'a line of it is no JSON object', 'a line of it holds no message', 'a tool call names no function', 'a tool call names no function'];
    for (const [at, text] of lines.entries()) expect(() => eventsOf(text)).toThrow(`The answer is no chat: ${reasons[at]}.`);
    expect(faultOf(() => eventsOf(line({ content: 'x' }) + line(undefined, { done: true, done_reason: 'stop' })))).toMatchObject([{ type: 'started' }, {}, { type: 'finished' }]);
  });

  it('may come whole', () => {
    const body = JSON.stringify({ model: 'qwen3:8b', message: { role: 'assistant', content: 'Yes' }, done: true, done_reason: 'stop', prompt_eval_count: 4, eval_count: 2 });
    expect(readWholeOllama(body, target)).toEqual(responseOf(`${body}\n`));
    expect([faultOf(() => readWholeOllama('{"message":{"content":"x"}}', target)), faultOf(() => readWholeOllama('<html>', target)), faultOf(() => readWholeOllama('{"error":"no"}', target))]).toEqual(['truncated', 'garbage', 'provider_error']);
  });
});

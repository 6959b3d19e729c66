import { describe, expect, it } from 'vitest';
import { faultOf, openAiTarget } from '../../../../test/support/openai-requests.ts';
import { readWholeChat } from './read-whole.ts';

const target = openAiTarget('openai_chat', 'http://127.0.0.1/v1');
const read = (value: unknown) => readWholeChat(JSON.stringify(value), target);

describe('a chat completion in one piece', () => {
  it('gives the answer that a stream would', () => {
    const message = { role: 'assistant', content: 'Hi', reasoning: 'Hm', tool_calls: [{ id: 'c0', type: 'function', function: { name: 'read', arguments: '{}' } }, { id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } }] };
    expect(read({ id: 'chatcmpl-1', choices: [{ index: 0, message, finish_reason: 'stop' }], usage: { prompt_tokens: 3, completion_tokens: 2 } })).toEqual({
      model_id: 'test/model',
      provider_response_id: 'chatcmpl-1',
      message: {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm' },
          { type: 'text', text: 'Hi' },
          { type: 'tool_call', call_id: 'c0', name: 'read', arguments_text: '{}' },
          { type: 'tool_call', call_id: 'c1', name: 'read', arguments_text: '{}' },
        ],
      },
      stop_reason: 'tool_calls',
      usage: { input_tokens: 3, output_tokens: 2, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] },
      repairs: ['whole_answer_for_stream'],
    });
    expect(read({ choices: [{ message: { content: 'Hi' } }] }).stop_reason).toBe('unknown');
  });

  it('is refused when it is none', () => {
    expect(faultOf(() => read({ error: { message: 'No credit', code: 402 } }))).toBe('payment: No credit');
    expect(faultOf(() => read({ choices: [] }))).toBe('garbage: the answer is not a chat completion: it holds no choices');
    expect(faultOf(() => readWholeChat(' \n', target))).toBe('empty: the answer has ended without saying anything');
    expect(faultOf(() => readWholeChat('<html>', target))).toBe('garbage: the answer holds a piece that is not a JSON object');
  });
});

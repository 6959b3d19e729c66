import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createAnswerBuilder } from './answer-builder.ts';
import { NO_USAGE } from './read-usage.ts';

describe('an answer put together', () => {
  it('names the host with everything that it sealed, and with nothing else', verifies('KEL-ANSWER-01'), () => {
    const contentOf = (sealMaker?: string): unknown => {
      const builder = createAnswerBuilder('m', sealMaker);
      builder.sealReasoning(0, {});
      builder.sealReasoning(1, { signature: 's' });
      builder.sealReasoning(2, { redacted: 'r' });
      builder.sealReasoning(3, { provider_data: { a: 1 } });
      builder.beginCall(4, 'c', 'read');
      builder.sealCall(4, { b: 2 });
      builder.sealCall(5, { b: 3 });
      builder.finish('tool_calls');
      const last = builder.take().at(-1);
      return last?.type === 'finished' ? last.response.message.content : undefined;
    };
    const call = { type: 'tool_call', call_id: 'c', name: 'read', arguments_text: '' };
    const open = { type: 'reasoning', text: '' };
    const sealed = (more: object) => [open, { ...open, signature: 's', ...more }, { ...open, redacted: 'r', ...more }, { ...open, provider_data: { a: 1 }, ...more }, { ...call, provider_data: { b: 2 }, ...more }];
    expect(contentOf('host:1')).toEqual(sealed({ made_by: 'host:1' }));
    expect(contentOf()).toEqual(sealed({}));
  });

  it('has its parts in the order they began and tells of each piece', verifies('KEL-ANSWER-01'), () => {
    const builder = createAnswerBuilder('m');
    builder.start('resp_1');
    builder.start('resp_2');
    builder.reasoning(0, 'hm');
    builder.text(0, 'Good ');
    expect(builder.beginCall(0, 'a', 'read')).toBe(true);
    builder.callArguments(0, '{"x"');
    builder.text(0, 'day');
    builder.callArguments(0, ':1}');
    builder.sealReasoning(0, { signature: 'si' });
    builder.sealReasoning(0, { signature: 'gn', id: 'rs_1', redacted: '' });
    builder.refusal(1, 'no');
    builder.text(2, '');
    expect(builder.take()).toEqual([
      { type: 'started', provider_response_id: 'resp_1' },
      { type: 'reasoning_delta', index: 0, text: 'hm' },
      { type: 'text_delta', index: 1, text: 'Good ' },
      { type: 'tool_call_started', index: 2, call_id: 'a', name: 'read' },
      { type: 'tool_call_delta', index: 2, arguments_text: '{"x"' },
      { type: 'text_delta', index: 1, text: 'day' },
      { type: 'tool_call_delta', index: 2, arguments_text: ':1}' },
      { type: 'refusal_delta', index: 3, text: 'no' },
    ]);
    builder.repair('call_id_made');
    builder.finish('tool_calls');
    expect(builder.take()).toEqual([
      {
        type: 'finished',
        response: {
          model_id: 'm',
          provider_response_id: 'resp_1',
          message: {
            role: 'assistant',
            content: [
              { type: 'reasoning', text: 'hm', signature: 'sign', id: 'rs_1' },
              { type: 'text', text: 'Good day' },
              { type: 'tool_call', call_id: 'a', name: 'read', arguments_text: '{"x":1}' },
              { type: 'refusal', text: 'no' },
            ],
          },
          stop_reason: 'tool_calls',
          usage: NO_USAGE,
          repairs: ['call_id_made'],
        },
      },
    ]);
    expect(builder.take()).toEqual([]);
  });

  it('leaves out a second call of an id that is taken, with everything that follows in its place', verifies('KEL-ANSWER-02'), () => {
    const builder = createAnswerBuilder('m');
    builder.beginCall(0, 'a', 'read');
    builder.callArguments(0, '{}');
    expect(builder.beginCall(1, 'a', 'delete')).toBe(false);
    builder.callArguments(1, '{"all":true}');
    builder.replaceArguments(1, '{"all":true}');
    expect([builder.hasBegun(0), builder.hasBegun(1), builder.hasBegun(2), builder.hasCalls]).toEqual([true, true, false, true]);
    builder.replaceArguments(0, '{"x":2}');
    builder.finish('tool_calls');
    const finished = builder.take().at(-1);
    expect(finished).toMatchObject({ response: { message: { content: [{ call_id: 'a', name: 'read', arguments_text: '{"x":2}' }] }, repairs: ['repeated_call_dropped'] } });
  });

  it('begins and ends once, and takes nothing after its end', verifies('KEL-ANSWER-02'), () => {
    const builder = createAnswerBuilder('m');
    expect([builder.isEmpty, builder.hasCalls]).toEqual([true, false]);
    builder.sealReasoning('r', { redacted: 'sealed' });
    expect(builder.isEmpty).toBe(false);
    builder.usage({ ...NO_USAGE, input_tokens: 3, output_tokens: 1, flags: [] });
    builder.finish('end_turn');
    expect(builder.take()).toMatchObject([{ type: 'started', provider_response_id: null }, { type: 'finished', response: { message: { content: [{ type: 'reasoning', text: '', redacted: 'sealed' }] }, usage: { input_tokens: 3 } } }]);
    expect(() => builder.text(0, 'more')).toThrow('an answer that has ended does not go on');
    expect(() => builder.beginCall(0, 'b', 'read')).toThrow('an answer that has ended does not go on');
    expect(() => builder.finish('end_turn')).toThrow('an answer ends once');
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyConversation } from '../../../test/support/conversations.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { AssistantPart, ModelMessage } from '../../contracts/index.ts';
import { healConversation } from './heal-conversation.ts';

const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const call = (call_id: string, name = 'read'): AssistantPart => ({ type: 'tool_call', call_id, name, arguments_text: '{}' });
const asks = (...content: AssistantPart[]): ModelMessage => ({ role: 'assistant', content });
const answers = (...ids: string[]): ModelMessage => ({
  role: 'tool',
  content: ids.map((call_id) => ({ type: 'tool_result', call_id, name: 'read', content: [{ type: 'text', text: `of ${call_id}` }], is_error: false })),
});
const interrupted = (call_id: string): ModelMessage => ({
  role: 'tool',
  content: [{ type: 'tool_result', call_id, name: 'read', content: [{ type: 'text', text: 'No result was recorded for this call. It was interrupted, and whether it took effect is not known.' }], is_error: true }],
});

describe('a sound conversation', () => {
  it('comes back as it is, message by message', verifies('KEL-SHAPE-01'), () => {
    const messages = [user('go'), asks({ type: 'text', text: 'I look.' }, call('a'), call('b')), answers('a', 'b'), asks({ type: 'text', text: 'done' }), user('thanks')];
    const { messages: sound, healed } = healConversation(messages);
    expect(healed).toEqual([]);
    expect(sound.every((message, at) => message === messages[at])).toBe(true);
    expect(sound).toHaveLength(5);
  });
});

describe('a conversation that was broken', () => {
  it('says of a call that was never answered that nothing is known', verifies('KEL-SHAPE-02'), () => {
    expect(healConversation([user('go'), asks(call('a'))])).toEqual({
      messages: [user('go'), asks(call('a')), interrupted('a')],
      healed: [{ what: 'call_without_result', at: 1, callId: 'a' }],
    });
  });

  it('loses results that nobody asked for, and second ones', verifies('KEL-SHAPE-02'), () => {
    const { messages, healed } = healConversation([answers('x'), user('go'), asks(call('a')), answers('a', 'y'), answers('a')]);
    expect(messages).toEqual([user('go'), asks(call('a')), answers('a')]);
    expect(healed).toEqual([
      { what: 'result_without_call', at: 0, callId: 'x' },
      { what: 'result_without_call', at: 3, callId: 'y' },
      { what: 'second_result', at: 4, callId: 'a' },
    ]);
  });

  it('has its results right after the calls, in their order, before what a person said meanwhile', verifies('KEL-SHAPE-03'), () => {
    const { messages, healed } = healConversation([user('go'), asks(call('a'), call('b')), user('hurry'), answers('b'), answers('a')]);
    expect(messages).toEqual([user('go'), asks(call('a'), call('b')), answers('a', 'b'), user('hurry')]);
    expect(healed).toEqual([
      { what: 'result_out_of_place', at: 3, callId: 'b' },
      { what: 'result_out_of_place', at: 4, callId: 'a' },
    ]);
  });

  it('loses calls without a name, second calls of one id, and messages that say nothing', verifies('KEL-SHAPE-02'), () => {
    const empty: ModelMessage = { role: 'system', text: '' };
    const { messages, healed } = healConversation([empty, user(''), user('go'), asks(call('a', ''), call('b'), call('b')), answers('b'), asks({ type: 'text', text: '' }), user(''), user('on')]);
    expect(messages).toEqual([user('go'), asks(call('b')), answers('b'), user('on')]);
    expect(healed).toEqual([
      { what: 'empty_message', at: 0 },
      { what: 'empty_message', at: 1 },
      { what: 'call_without_name', at: 3, callId: 'a' },
      { what: 'second_call', at: 3, callId: 'b' },
      { what: 'empty_message', at: 5 },
      { what: 'empty_message', at: 6 },
    ]);
  });

  it('never has the same id for two calls, nor one that a provider refuses', verifies('KEL-SHAPE-04'), () => {
    const odd = 'call:1/é';
    const { messages, healed } = healConversation([user('go'), asks(call('a')), answers('a'), asks(call('a'), call(odd)), answers(odd, 'a')]);
    const ids = messages.flatMap((message) => (message.role === 'assistant' ? message.content : [])).map((part) => part.type === 'tool_call' && part.call_id);
    expect(ids).toEqual(['a', 'a_2', 'call_25f8cd705821a430e77f7a4f']);
    expect(messages[4]).toMatchObject({ content: [{ call_id: 'a_2', content: [{ text: 'of a' }] }, { call_id: ids[2], content: [{ text: `of ${odd}` }] }] });
    expect(healed).toEqual([
      { what: 'call_id_replaced', at: 3, callId: 'a' },
      { what: 'call_id_replaced', at: 3, callId: odd },
    ]);
    expect(healConversation([asks(call('x'.repeat(41)))]).messages[0]).toMatchObject({ content: [{ call_id: expect.stringMatching(/^call_[0-9a-f]{24}$/) as unknown }] });
  });
});

describe('whatever is healed', () => {
  it('needs no healing any more, and each call is answered once right after its turn', verifies('KEL-SHAPE-05'), () => {
    fc.assert(
      fc.property(anyConversation(), (messages) => {
        const { messages: sound } = healConversation(messages);
        expect(healConversation(sound)).toEqual({ messages: sound, healed: [] });
        for (const [at, message] of sound.entries()) {
          const calls = message.role === 'assistant' ? message.content.filter((part) => part.type === 'tool_call').map((part) => part.call_id) : [];
          const next = sound[at + 1];
          const answered = next?.role === 'tool' ? next.content.map((part) => part.call_id) : [];
          expect(message.role === 'assistant' ? answered : []).toEqual(calls);
        }
      }),
    );
  });
});

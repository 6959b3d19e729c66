import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { eventStream, faultOf, openAiTarget, readAll, responseOf } from '../../../../test/support/openai-requests.ts';
import type { ModelResponse } from '../../../contracts/index.ts';
import { createChatStreamReader } from './stream-reader.ts';

const target = openAiTarget('openai_chat', 'http://127.0.0.1/v1');
const eventsOf = (...values: unknown[]) => readAll(createChatStreamReader(target), [eventStream(...values)]);
const answerOf = (...values: unknown[]): ModelResponse | undefined => responseOf(eventsOf(...values));
const contentOf = (...values: unknown[]): unknown => answerOf(...values)?.message.content;
const delta = (piece: unknown, more: object = {}) => ({ id: 'chatcmpl-1', choices: [{ index: 0, delta: piece, finish_reason: null }], ...more });
const call = (...calls: unknown[]) => delta({ tool_calls: calls });
const finished = (reason: string, more: object = {}) => ({ id: 'chatcmpl-1', choices: [{ index: 0, delta: {}, finish_reason: reason }], ...more });
const DONE = '[DONE]';
const toolCall = (callId: string, name: string, argumentsText: string) => ({ type: 'tool_call', call_id: callId, name, arguments_text: argumentsText });

describe('a chat completions stream', () => {
  it('becomes events and an answer', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 }, completion_tokens_details: { reasoning_tokens: 2 } };
    const events = eventsOf(delta({ role: 'assistant', content: '' }), delta({ content: 'Hel' }), delta({ content: 'lo' }), finished('stop'), { id: 'chatcmpl-1', choices: [], usage }, DONE);
    expect(events).toEqual([
      { type: 'started', provider_response_id: 'chatcmpl-1' },
      { type: 'text_delta', index: 0, text: 'Hel' },
      { type: 'text_delta', index: 0, text: 'lo' },
      {
        type: 'finished',
        response: {
          model_id: 'test/model',
          provider_response_id: 'chatcmpl-1',
          message: { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
          stop_reason: 'end_turn',
          usage: { input_tokens: 10, output_tokens: 5, cached_input_tokens: 4, cache_write_tokens: 0, reasoning_tokens: 2, flags: [] },
          repairs: [],
        },
      },
    ]);
  });

  it('is read alike wherever the network cut it', () => {
    const text = eventStream(delta({ content: 'Grüße' }), delta({ content: ' 👋' }), finished('stop'), DONE).replaceAll('\n', '\r\n');
    const whole = responseOf(readAll(createChatStreamReader(target), [text]));
    expect(responseOf(readAll(createChatStreamReader(target), Array.from({ length: text.length }, (_, at) => text.charAt(at))))).toEqual(whole);
    expect(whole?.message.content).toEqual([{ type: 'text', text: 'Grüße 👋' }]);
  });

  it('reads content in parts, refusals and the reasoning that servers name differently', () => {
    expect(contentOf(delta({ content: [{ type: 'text', text: 'Hi' }] }), delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] }), finished('stop'), DONE)).toEqual([
      { type: 'text', text: 'Hi' },
      { type: 'reasoning', text: 'Hm' },
    ]);
    expect(answerOf(delta({ refusal: 'I will ' }), delta({ refusal: 'not.' }), finished('stop'), DONE)).toMatchObject({ message: { content: [{ type: 'refusal', text: 'I will not.' }] }, stop_reason: 'refusal' });
    const thought = (piece: object): unknown => contentOf(delta(piece), finished('stop'), DONE);
    expect(thought({ reasoning: 'a' })).toEqual([{ type: 'reasoning', text: 'a' }]);
    expect(thought({ reasoning_content: 'b' })).toMatchObject([{ type: 'reasoning', text: 'b' }]);
    expect(thought({ reasoning: 'c', reasoning_content: 'c' })).toMatchObject([{ type: 'reasoning', text: 'c' }]);
    expect(thought({ reasoning: 'd', reasoning_details: [{ type: 'reasoning.text', text: 'd' }] })).toMatchObject([{ type: 'reasoning', text: 'd' }]);
    expect(thought({ reasoning: null, reasoning_details: [{ type: 'reasoning.summary', summary: 'e' }, { type: 'reasoning.encrypted', data: 'x' }] })).toMatchObject([{ type: 'reasoning', text: 'e' }]);
    expect(answerOf(delta({ content: [{ type: 'audio' }] }), finished('stop'), DONE)).toMatchObject({ message: { content: [] }, repairs: ['unknown_part_ignored'] });
  });

  it('puts parallel calls together by their numbers', verifies('KEL-OPENAI-06'), () => {
    const events = eventsOf(
      call({ index: 0, id: 'c0', type: 'function', function: { name: 'read', arguments: '' } }),
      call({ index: 0, function: { arguments: '{"a":' } }, { index: 1, id: 'c1', function: { name: 'write', arguments: '{' } }),
      call({ index: 1, function: { arguments: '}' } }, { index: 0, function: { arguments: '1}' } }),
      finished('tool_calls'),
      DONE,
    );
    expect(events.slice(0, -1)).toEqual([
      { type: 'started', provider_response_id: 'chatcmpl-1' },
      { type: 'tool_call_started', index: 0, call_id: 'c0', name: 'read' },
      { type: 'tool_call_delta', index: 0, arguments_text: '{"a":' },
      { type: 'tool_call_started', index: 1, call_id: 'c1', name: 'write' },
      { type: 'tool_call_delta', index: 1, arguments_text: '{' },
      { type: 'tool_call_delta', index: 1, arguments_text: '}' },
      { type: 'tool_call_delta', index: 0, arguments_text: '1}' },
    ]);
    expect(responseOf(events)).toMatchObject({ message: { content: [toolCall('c0', 'read', '{"a":1}'), toolCall('c1', 'write', '{}')] }, stop_reason: 'tool_calls', repairs: [] });
  });

  it('puts calls together that are not numbered, or all numbered alike', verifies('KEL-OPENAI-06'), () => {
    const both = [toolCall('c0', 'read', '{"a":1}'), toolCall('c1', 'read', '{}')];
    const begin = (id: string, text: string, index?: number) => ({ index, id, function: { name: 'read', arguments: text } });
    const goOn = (text: string) => ({ function: { arguments: text } });
    expect(contentOf(call(begin('c0', '{"a"')), call(goOn(':1}')), call(begin('c1', '{')), call(goOn('}')), finished('tool_calls'), DONE)).toEqual(both);
    expect(contentOf(call(begin('c0', '{"a":1}', 0)), call(begin('c1', '{}', 0)), finished('tool_calls'), DONE)).toEqual(both);
    expect(contentOf(call(begin('c0', '{"a"', 0)), call(begin('c0', ':1}', 0)), call(begin('c1', '{}', 1)), finished('tool_calls'), DONE)).toEqual(both);
    // An id made up anew for each piece, with the name only in the first.
    expect(contentOf(call(begin('c0', '{"a"', 0)), call({ index: 0, id: 'other', ...goOn(':1}') }), finished('tool_calls'), DONE)).toEqual(both.slice(0, 1));
    expect(contentOf(call({ index: 0, id: 'c0', ...goOn('{"a"') }), call({ index: 0, function: { name: 'read', arguments: ':1}' } }), finished('tool_calls'), DONE)).toEqual(both.slice(0, 1));
    expect(contentOf(call({ id: 'c0', function: { name: 'read', arguments: { a: 1 } } }), finished('tool_calls'), DONE)).toEqual(both.slice(0, 1));
  });

  it('takes a call for another one once nothing can be added to the arguments before it', verifies('KEL-OPENAI-06'), () => {
    const named = (text: string, name = 'read') => ({ index: 0, function: { name, arguments: text } });
    const rest = (text: string) => ({ index: 0, function: { arguments: text } });
    const callsOf = (...pieces: unknown[]): unknown => answerOf(...pieces.map((piece) => call(piece)), finished('tool_calls'), DONE)?.message.content.map((part) => (part.type === 'tool_call' ? `${part.name} ${part.arguments_text}` : part));
    const both = ['read {"a":1}', 'read {"b":2}'];
    expect(callsOf(named('{"a":1}'), named('{"b":2}'))).toEqual(both);
    expect(callsOf(named('{"a"'), named(':1}'), named('{"b":2}'))).toEqual(both);
    expect(callsOf(named('{"a":1}'), named(''), rest('{"b"'), rest(':2}'))).toEqual(both);
    expect(callsOf(named('{"a":1}'), named('', 'write'), rest('{}'))).toEqual(['read {"a":1}', 'write {}']);
    expect(callsOf(named('{"a"'), named(''), rest(':1}'))).toEqual(both.slice(0, 1));
    // The same call said again, in one chunk.
    expect(answerOf(call(named('{"a":1}'), named('{"a":1}')), finished('tool_calls'), DONE)).toMatchObject({ message: { content: [{ arguments_text: '{"a":1}' }] }, repairs: ['call_id_made', 'repeated_call_dropped'] });
    // A name in the last piece too, or white space at the end, is no other call.
    expect(callsOf(named('{"a":1}'), named(''))).toEqual(both.slice(0, 1));
    expect(callsOf(named('{"a":1}'), named(''), rest('\n'))).toEqual(['read {"a":1}\n']);
    expect(callsOf({ ...named('{"a":1}'), id: 'c0' }, { ...named('{"b":2}'), id: 'c0' })).toEqual(both.slice(0, 1));
  });

  it('keeps what the server wants back with reasoning and calls, under the name of the server', verifies('KEL-OPENAI-14'), () => {
    const thought = (text: string, providerData: object) => ({ type: 'reasoning', text, made_by: '127.0.0.1', provider_data: providerData });
    expect(contentOf(delta({ reasoning_content: 'Hm' }), delta({ reasoning_content: '.' }), finished('stop'), DONE)).toEqual([thought('Hm.', { text_field: 'reasoning_content' })]);
    const pieces = [
      { type: 'reasoning.summary', summary: 'So', index: 0 },
      { type: 'reasoning.summary', summary: ' so', index: 0, format: null },
      { type: 'reasoning.text', text: 'Hm', signature: null, index: 1 },
      { type: 'reasoning.text', text: '.', signature: 'SIG', index: 1 },
      { type: 'reasoning.text', signature: null, index: 1 },
      { type: 'reasoning.text', text: 'Other', index: 2 },
      { type: 'reasoning.summary', summary: 'In short', index: 2 },
      { type: 'reasoning.encrypted', data: 'A', index: 3 },
      { type: 'reasoning.encrypted', data: 'B', index: 3 },
      null,
    ];
    const details = [
      { type: 'reasoning.summary', summary: 'So so', index: 0 },
      { type: 'reasoning.text', text: 'Hm.', signature: 'SIG', index: 1 },
      { type: 'reasoning.text', text: 'Other', index: 2 },
      { type: 'reasoning.summary', summary: 'In short', index: 2 },
      { type: 'reasoning.encrypted', data: 'A', index: 3 },
      { type: 'reasoning.encrypted', data: 'B', index: 3 },
    ];
    expect(contentOf(...pieces.map((piece) => delta({ reasoning_details: [piece] })), finished('stop'), DONE)).toEqual([thought('So soHm.OtherIn short', { reasoning_details: details })]);
    const signed = { index: 0, id: 'c0', function: { name: 'read', arguments: '{' }, extra_content: { google: { thought_signature: 'SIG' } } };
    expect(contentOf(delta({ tool_calls: [signed], reasoning_details: [{ type: 'reasoning.encrypted', data: 'A' }] }), call({ index: 0, function: { arguments: '}' } }), finished('tool_calls'), DONE)).toEqual([
      thought('', { reasoning_details: [{ type: 'reasoning.encrypted', data: 'A' }] }),
      { ...toolCall('c0', 'read', '{}'), made_by: '127.0.0.1', provider_data: { extra_content: { google: { thought_signature: 'SIG' } } } },
    ]);
    // What cannot be stored cannot be sent back.
    expect(contentOf(delta({ tool_calls: [{ ...signed, extra_content: { half: '\ud83d' } }] }), finished('length'), DONE)).toEqual([toolCall('c0', 'read', '{')]);
  });

  it('makes ids for calls without, the same each time', verifies('KEL-OPENAI-06'), () => {
    const stream = [call({ index: 0, id: '', function: { name: 'read', arguments: '{}' } }, { index: 1, function: { name: 'read', arguments: '{}' } }), finished('stop'), DONE];
    const answer = answerOf(...stream);
    expect(answer).toMatchObject({
      message: { content: [toolCall('call_ab759629ab88849d1536f5ff', 'read', '{}'), toolCall('call_667408e051b873978c9ae81c', 'read', '{}')] },
      stop_reason: 'tool_calls',
      repairs: ['call_id_made'],
    });
    expect(answerOf(...stream)).toEqual(answer);
    const old = answerOf(delta({ function_call: { name: 'read', arguments: '{"a"' } }), delta({ function_call: { arguments: ':1}' } }), finished('function_call'), DONE);
    expect(old).toMatchObject({ message: { content: [{ name: 'read', arguments_text: '{"a":1}' }] }, stop_reason: 'tool_calls', repairs: ['call_id_made'] });
  });

  it('takes a call once, although it is said twice', verifies('KEL-OPENAI-07'), () => {
    const begin = { index: 0, id: 'c0', function: { name: 'read', arguments: '{}' } };
    const once = { message: { content: [toolCall('c0', 'read', '{}')] }, repairs: ['repeated_call_dropped'] };
    expect(answerOf(call(begin), call({ ...begin, index: 1, function: { name: 'read', arguments: '{"b":2}' } }), finished('tool_calls'), DONE)).toMatchObject(once);
    expect(answerOf(call(begin), delta({ tool_calls: [begin], content: '' }), finished('tool_calls'), DONE)).toMatchObject(once);
  });

  it('drops a chunk that was sent twice, and only what cannot honestly come twice', verifies('KEL-OPENAI-07'), () => {
    const repairsOf = (...values: unknown[]): unknown => answerOf(...values, finished('stop'), DONE)?.repairs;
    const dropped = ['repeated_chunk_dropped'];
    const long = delta({ content: 'These are exactly 24 cha' });
    expect(contentOf(long, long, delta({ content: '.' }), finished('stop'), DONE)).toEqual([{ type: 'text', text: 'These are exactly 24 cha.' }]);
    expect(repairsOf(long, long)).toEqual(dropped);
    expect(contentOf(delta({ content: 'ha' }), delta({ content: 'ha' }), finished('stop'), DONE)).toEqual([{ type: 'text', text: 'haha' }]);
    const short = delta({ content: 'These are exactly 23 ch' });
    expect(repairsOf(short, short)).toEqual([]);
    const row = delta({ content: '-'.repeat(32) });
    expect(contentOf(row, row, finished('stop'), DONE)).toEqual([{ type: 'text', text: '-'.repeat(64) }]);
    const veiled = delta({ content: 'a' }, { obfuscation: 'x1' });
    expect(contentOf(veiled, veiled, finished('stop'), DONE)).toEqual([{ type: 'text', text: 'a' }]);
    const begin = call({ index: 0, id: 'c0', function: { name: 'read', arguments: '{"a"' } });
    expect(contentOf(begin, begin, call({ index: 0, function: { arguments: ':1}' } }), finished('tool_calls'), DONE)).toEqual([toolCall('c0', 'read', '{"a":1}')]);
    const zero = call({ index: 0, function: { arguments: '0' } });
    expect(contentOf(begin, zero, zero, finished('tool_calls'), DONE)).toEqual([toolCall('c0', 'read', '{"a"00')]);
    expect(repairsOf(finished('stop'))).toEqual(dropped);
    expect(repairsOf(delta({ reasoning: 'A thought of more than 24 characters' }), delta({ reasoning: 'A thought of more than 24 characters' }))).toEqual(dropped);
  });

  it('ends for the reason that the server gave', verifies('KEL-OPENAI-08'), () => {
    const reason = (finish: string, ...before: unknown[]): unknown => answerOf(...before, finished(finish), DONE)?.stop_reason;
    const aCall = call({ index: 0, id: 'c0', function: { name: 'read', arguments: '{' } });
    expect([reason('stop'), reason('length'), reason('content_filter'), reason('tool_calls'), reason('end_turn'), reason('new_reason')]).toEqual(['end_turn', 'max_tokens', 'content_filter', 'unknown', 'end_turn', 'unknown']);
    expect([reason('stop', aCall), reason('length', aCall), reason('tool_calls', aCall)]).toEqual(['tool_calls', 'max_tokens', 'tool_calls']);
    expect(faultOf(() => reason('error'))).toBe('provider_error: the provider gave up on its answer and did not say why');
    expect(faultOf(() => reason('insufficient_system_resource'))).toBe('overloaded: the provider had no room to finish its answer');
    expect(faultOf(() => reason('abort'))).toBe('truncated: the provider broke its answer off');
  });

  it('accepts a finished answer without an end marker and refuses an unfinished one with it', verifies('KEL-OPENAI-09'), () => {
    expect(answerOf(delta({ content: 'Hi' }), finished('stop'))).toMatchObject({ message: { content: [{ type: 'text', text: 'Hi' }] }, repairs: ['end_marker_missing'] });
    expect(faultOf(() => eventsOf(delta({ content: 'Hi' })))).toBe('truncated: the answer broke off before it was finished');
    expect(faultOf(() => eventsOf(delta({ content: 'Hi' }), DONE))).toBe('truncated: the answer broke off before it was finished');
    expect(faultOf(() => eventsOf(DONE))).toBe('empty: the answer has ended without saying anything');
    expect(faultOf(() => readAll(createChatStreamReader(target), [': OPENROUTER PROCESSING\n\n', ': ping\n\n', 'data:\n\n']))).toBe('empty: the answer has ended without saying anything');
    expect(responseOf(eventsOf(finished('stop'), DONE, 'not JSON'))?.repairs).toEqual([]);
  });

  it('fails on an error in the midst, on garbage and on a call without a name', verifies('KEL-OPENAI-05'), () => {
    expect(faultOf(() => eventsOf(delta({ content: 'Hi' }), { error: { message: 'Slow down', code: 429 } }))).toBe('rate_limited: Slow down');
    expect(faultOf(() => eventsOf(delta({ content: 'Hi' }), finished('error', { error: { message: 'Gone', code: 502 } })))).toBe('server_error: Gone');
    expect(faultOf(() => eventsOf({ object: 'error', message: 'Bad', code: 400 }))).toBe('bad_request: Bad');
    expect(faultOf(() => createChatStreamReader(target).push('event: error\ndata: {"message":"Busy","type":"overloaded_error"}\n\n'))).toBe('overloaded: Busy');
    expect(faultOf(() => eventsOf('{"id":'))).toBe('garbage: the answer holds a piece that is not a JSON object');
    expect(faultOf(() => eventsOf(call({ index: 0, id: 'c0' }), finished('tool_calls'), DONE))).toBe('garbage: the answer holds a tool call without a name');
    expect(answerOf(call({ index: 0, id: 'c0' }), finished('length'), DONE)).toMatchObject({ message: { content: [] }, stop_reason: 'max_tokens' });
    const many = Array.from({ length: 1_001 }, (_, index) => ({ index, id: `c${index}`, function: { name: 'read' } }));
    expect(faultOf(() => eventsOf(call(...many)))).toBe('garbage: the answer holds more than 1000 tool calls');
    expect(faultOf(() => eventsOf(call(...many.slice(1)), finished('tool_calls'), DONE))).toBe('no fault');
  });

  it('reads the first choice only and passes over what it does not know', () => {
    const other = { id: 'chatcmpl-1', choices: [{ index: 1, delta: { content: 'other' } }, null, 7], error: null };
    expect(contentOf({ id: '', choices: [], prompt_filter_results: [] }, other, { id: 'chatcmpl-1', choices: [{ delta: { content: 'Hi', tool_calls: [null], new: 1 } }] }, finished('stop'), DONE)).toEqual([{ type: 'text', text: 'Hi' }]);
    expect(answerOf({ id: '', choices: [] }, delta({ content: 'Hi' }), finished('stop'), DONE)?.provider_response_id).toBe('chatcmpl-1');
    expect(answerOf(call({ index: 0, id: 'c0', type: 'custom', custom: { name: 'x', input: 'y' } }), finished('stop'), DONE)).toMatchObject({ message: { content: [] }, repairs: ['unknown_part_ignored'] });
  });

  it('believes the last usage, wherever it stands', verifies('KEL-OPENAI-10'), () => {
    const usageOf = (...values: unknown[]): unknown => answerOf(...values, DONE)?.usage;
    const figures = { input_tokens: 9, output_tokens: 3, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] };
    const usage = { prompt_tokens: 9, completion_tokens: 3 };
    expect(usageOf(delta({ content: 'a' }, { usage: { prompt_tokens: 9, completion_tokens: 1 } }), finished('stop', { usage }))).toEqual(figures);
    expect(usageOf({ choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] })).toEqual(figures);
    expect(usageOf(finished('stop', { x_groq: { usage } }))).toEqual(figures);
    expect(usageOf(finished('stop', { usage: null }))).toMatchObject({ input_tokens: null, flags: ['absent'] });
    expect(usageOf(finished('stop', { usage: { ...usage, prompt_cache_hit_tokens: 4 } }))).toEqual({ ...figures, cached_input_tokens: 4 });
    expect(usageOf(finished('stop', { usage: { ...usage, prompt_tokens_details: { cached_tokens: 1, cache_write_tokens: 2 } } }))).toEqual({ ...figures, cached_input_tokens: 1, cache_write_tokens: 2 });
  });

  it('counts reasoning as output where a server counts it beside', verifies('KEL-OPENAI-10'), () => {
    const outputOf = (total: number): unknown => answerOf(finished('stop', { usage: { prompt_tokens: 9, completion_tokens: 30, total_tokens: total, completion_tokens_details: { reasoning_tokens: 20 } } }), DONE)?.usage.output_tokens;
    expect([outputOf(59), outputOf(39)]).toEqual([50, 30]);
  });
});

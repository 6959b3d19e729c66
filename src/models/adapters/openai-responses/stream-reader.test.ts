import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { eventStream, faultOf, openAiTarget, readAll, responseOf } from '../../../../test/support/openai-requests.ts';
import type { ModelResponse } from '../../../contracts/index.ts';
import { readWholeResponse } from './read-whole.ts';
import { createResponsesStreamReader } from './stream-reader.ts';

const target = openAiTarget('openai_responses', 'http://127.0.0.1/v1');
const eventsOf = (...values: unknown[]) => readAll(createResponsesStreamReader(target), [eventStream(...values)]);
const answerOf = (...values: unknown[]): ModelResponse | undefined => responseOf(eventsOf(...values));
const contentOf = (...values: unknown[]): unknown => answerOf(...values)?.message.content;
/** Numbered as a server does. */
const numbered = (...events: object[]): object[] => events.map((event, at) => ({ ...event, sequence_number: at }));
const created = { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } };
const completed = (more: object = {}) => ({ type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [], ...more } });
const words = (delta: string, index = 0) => ({ type: 'response.output_text.delta', output_index: index, content_index: 0, delta });
const message = (...content: object[]) => ({ type: 'message', id: 'msg_1', role: 'assistant', content });
const callItem = (argumentsText: string, more: object = {}) => ({ type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'read', arguments: argumentsText, ...more });
const added = (item: object, index = 0) => ({ type: 'response.output_item.added', output_index: index, item });
const done = (item: object, index = 0) => ({ type: 'response.output_item.done', output_index: index, item });
const pieces = (delta: string, index = 0) => ({ type: 'response.function_call_arguments.delta', output_index: index, delta });
const toolCall = (argumentsText: string, callId = 'c1') => ({ type: 'tool_call', call_id: callId, name: 'read', arguments_text: argumentsText });

describe('a Responses stream', () => {
  it('becomes events and an answer', () => {
    const usage = { input_tokens: 10, input_tokens_details: { cached_tokens: 4 }, output_tokens: 5, output_tokens_details: { reasoning_tokens: 2 } };
    const events = eventsOf(
      ...numbered(
        created,
        added({ type: 'reasoning', id: 'rs_1', summary: [] }),
        { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'Hm' },
        { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 1, delta: 'ok' },
        done({ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm' }, { type: 'summary_text', text: 'ok' }], encrypted_content: 'SEALED' }),
        added(message(), 1),
        words('Hel', 1),
        words('lo', 1),
        { type: 'response.output_text.done', output_index: 1, content_index: 0, text: 'Hello' },
        done(message({ type: 'output_text', text: 'Hello' }), 1),
        { type: 'response.brand_new' },
        completed({ usage }),
      ),
    );
    expect(events).toEqual([
      { type: 'started', provider_response_id: 'resp_1' },
      { type: 'reasoning_delta', index: 0, text: 'Hm' },
      { type: 'reasoning_delta', index: 0, text: '\n\nok' },
      { type: 'text_delta', index: 1, text: 'Hel' },
      { type: 'text_delta', index: 1, text: 'lo' },
      {
        type: 'finished',
        response: {
          model_id: 'test/model',
          provider_response_id: 'resp_1',
          message: { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm\n\nok', redacted: 'SEALED', id: 'rs_1', made_by: '127.0.0.1' }, { type: 'text', text: 'Hello' }] },
          stop_reason: 'end_turn',
          usage: { input_tokens: 10, output_tokens: 5, cached_input_tokens: 4, cache_write_tokens: 0, reasoning_tokens: 2, flags: [] },
          repairs: [],
        },
      },
    ]);
  });

  it('puts calls together from their pieces, or takes them whole', () => {
    const whole = { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{"a":1}' };
    expect(contentOf(created, added(callItem('')), pieces('{"a":'), pieces('1}'), whole, done(callItem('{"a":1}')), completed())).toEqual([toolCall('{"a":1}')]);
    expect(contentOf(created, added(callItem('')), pieces('{"a":'), whole, completed())).toEqual([toolCall('{"a":1}')]);
    expect(contentOf(created, added(callItem('')), pieces('{"b":'), whole, completed())).toEqual([toolCall('{"a":1}')]);
    expect(contentOf(created, done(callItem('{"a":1}')), completed())).toEqual([toolCall('{"a":1}')]);
    expect(contentOf(created, pieces('{"a":1}'), done(callItem('{"a":1}')), completed())).toEqual([toolCall('{"a":1}')]);
    expect(contentOf(created, completed({ output: [callItem('{"a":1}')] }))).toEqual([toolCall('{"a":1}')]);
    expect(answerOf(created, done(callItem('{}')), completed())?.stop_reason).toBe('tool_calls');
    expect(answerOf(created, done(callItem('{}')), done(callItem('{"b":2}', { id: 'fc_2' }), 1), completed())).toMatchObject({ message: { content: [toolCall('{}')] }, repairs: ['repeated_call_dropped'] });
    expect(answerOf(created, done(callItem('{}', { call_id: null })), completed())).toMatchObject({ repairs: ['call_id_made'] });
    expect(faultOf(() => eventsOf(created, added(callItem('', { name: null }))))).toBe('garbage: the answer holds a tool call without a name');
  });

  it('reads no item twice, although the whole answer repeats it under another number', () => {
    const output = [message({ type: 'output_text', text: 'Hi' }), callItem('{}')];
    const told = [created, added({ type: 'reasoning', id: 'rs_1' }), { type: 'response.reasoning_text.delta', output_index: 0, content_index: 0, delta: 'Hm' }, added(message(), 1), words('Hi', 1), done(message({ type: 'output_text', text: 'Hi' }), 1), added(callItem(''), 2), pieces('{}', 2)];
    expect(contentOf(...told, completed({ output }))).toEqual([{ type: 'reasoning', text: 'Hm' }, { type: 'text', text: 'Hi' }, toolCall('{}')]);
    expect(contentOf(created, words('Hi'), completed({ output: [message({ type: 'output_text', text: 'Hi' })] }))).toEqual([{ type: 'text', text: 'Hi' }]);
  });

  it('reads refusals, and notes parts that it does not know', () => {
    expect(answerOf(created, { type: 'response.refusal.delta', output_index: 0, content_index: 0, delta: 'No.' }, completed())).toMatchObject({ message: { content: [{ type: 'refusal', text: 'No.' }] }, stop_reason: 'refusal' });
    expect(answerOf(created, done(message({ type: 'refusal', refusal: 'No.' })), completed())).toMatchObject({ message: { content: [{ type: 'refusal', text: 'No.' }] }, stop_reason: 'refusal' });
    expect(answerOf(created, done({ type: 'web_search_call', id: 'ws_1' }), done(message({ type: 'hologram' }), 1), completed())).toMatchObject({ message: { content: [] }, repairs: ['unknown_part_ignored'] });
  });

  it('drops events that were sent twice and refuses a stream with a gap', verifies('KEL-OPENAI-12'), () => {
    const [first, second, third, fourth, fifth, last] = numbered(created, { type: 'response.in_progress' }, added(message()), words('a'), words('a'), completed());
    const begun = [first, second, third];
    const once = { message: { content: [{ type: 'text', text: 'aa' }] }, repairs: ['repeated_chunk_dropped'] };
    expect(answerOf(...begun, fourth, fourth, fifth, last)).toMatchObject(once);
    expect(answerOf(...begun, fourth, fifth, fourth, fifth, last)).toMatchObject(once);
    expect(answerOf(...begun, fourth, fifth, first, last)).toMatchObject(once);
    expect(faultOf(() => eventsOf(...begun, fourth, last))).toBe('garbage: the answer jumps from event 3 to event 5');
  });

  it('loses no text to numbers that are not what they seem', verifies('KEL-OPENAI-12'), () => {
    const events = [created, { type: 'response.in_progress' }, words('Hello '), words('world'), words('!'), words('!'), completed()];
    const answerNumbered = (...numbers: number[]): unknown => {
      const answer = answerOf(...events.map((event, at) => ({ ...event, sequence_number: numbers[at] })));
      return [answer?.message.content, answer?.repairs];
    };
    const whole = [[{ type: 'text', text: 'Hello world!!' }], []];
    const odd = [
      [0, 1, 0, 0, 0, 0, 2],
      [0, 10, 20, 30, 40, 50, 60],
      [1, 3, 4, 5, 6, 7, 8],
      [0, 1, 0, 1, 2, 3, 4],
      [0, 1, 1, 1, 1, 1, 9],
      [0, 1, 2, 4, 5, 6, 7],
      [0, 1, 2, 9, 10, 12, 13],
      [0, 9, 10, 11, 12, 14, 15],
      [0, 1, 2, 3, 4, 5, 0],
      [0, 1, 2, 3, 1, 9, 4],
      [5, 5, 5, 5, 5, 5, 5],
    ];
    expect(odd.map((numbers) => answerNumbered(...numbers))).toEqual(odd.map(() => whole));
    expect(faultOf(() => answerNumbered(0, 9, 10, 11, 12, 13, 15))).toBe('garbage: the answer jumps from event 13 to event 15');
    // Alike from the first on, and not one of them is dropped.
    expect(contentOf(...[words('ha'), words('ha'), completed()].map((event) => ({ ...event, sequence_number: 0 })))).toEqual([{ type: 'text', text: 'haha' }]);
  });

  it('does not believe numbers that never grow', verifies('KEL-OPENAI-12'), () => {
    const alike = [created, words('a'), words('b'), words('b'), completed()].map((event) => ({ ...event, sequence_number: 0 }));
    expect(contentOf(...alike)).toEqual([{ type: 'text', text: 'abb' }]);
    expect(contentOf(created, words('a'), words('a'), completed())).toEqual([{ type: 'text', text: 'aa' }]);
  });

  it('ends for the reason that the server gave', verifies('KEL-OPENAI-08'), () => {
    const cut = (reason: unknown): unknown => answerOf(created, done(callItem('{"a')), { type: 'response.incomplete', response: { status: 'incomplete', incomplete_details: reason } })?.stop_reason;
    expect([cut({ reason: 'max_output_tokens' }), cut({ reason: 'content_filter' }), cut({ reason: 'new' }), cut(null)]).toEqual(['max_tokens', 'content_filter', 'unknown', 'unknown']);
    expect(answerOf(created, { type: 'response.incomplete', response: { incomplete_details: { reason: 'max_output_tokens' } } })?.stop_reason).toBe('max_tokens');
  });

  it('fails when the answer failed, was cancelled or broke off', verifies('KEL-OPENAI-08'), () => {
    const failed = (error: unknown): string => faultOf(() => eventsOf(created, words('a'), { type: 'response.failed', response: { status: 'failed', error } }));
    expect(failed({ code: 'server_error', message: 'Oops' })).toBe('server_error: Oops');
    expect(failed({ code: 'rate_limit_exceeded', message: 'Slow' })).toBe('rate_limited: Slow');
    expect(failed(null)).toBe('provider_error: the provider ended its answer with an error and no explanation');
    expect(faultOf(() => eventsOf(created, completed({ status: 'cancelled' })))).toBe('truncated: the provider broke its answer off');
    expect(faultOf(() => eventsOf(created, { type: 'error', code: 'context_length_exceeded', message: 'Long', param: null }))).toBe('context_too_long: Long');
    expect(faultOf(() => eventsOf(created, { type: 'error', error: { type: 'overloaded_error', message: 'Busy' } }))).toBe('overloaded: Busy');
    expect(faultOf(() => eventsOf(created, { error: { code: 502, message: 'Gone' } }))).toBe('server_error: Gone');
    expect(faultOf(() => eventsOf(created, words('a'), '[DONE]'))).toBe('truncated: the answer broke off before it was finished');
    expect(faultOf(() => eventsOf('[DONE]', ' '))).toBe('empty: the answer has ended without saying anything');
    expect(faultOf(() => eventsOf('nonsense'))).toBe('garbage: the answer holds a piece that is not a JSON object');
    expect(responseOf(eventsOf(created, completed(), '[DONE]', 'nonsense'))?.stop_reason).toBe('end_turn');
  });

  it('takes the name of an event from the stream where the data has none', () => {
    const named = ['response.created', 'response.output_text.delta', 'response.completed'].map((name, at) => `event: ${name}\ndata: ${['{"response":{"id":"resp_1"}}', '{"output_index":0,"content_index":0,"delta":"Hi"}', '{"response":{}}'][at]}\n\n`);
    expect(responseOf(readAll(createResponsesStreamReader(target), named))).toMatchObject({ provider_response_id: 'resp_1', message: { content: [{ type: 'text', text: 'Hi' }] } });
  });
});

describe('a response in one piece', () => {
  it('gives the answer that a stream would', () => {
    const output = [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm' }], content: [{ type: 'reasoning_text', text: 'mm' }] }, message({ type: 'output_text', text: 'Hi' }, { type: 'output_text', text: 'there' }), callItem('{}')];
    expect(readWholeResponse(JSON.stringify({ id: 'resp_1', status: 'completed', output, error: null }), target)).toMatchObject({
      provider_response_id: 'resp_1',
      message: { content: [{ type: 'reasoning', text: 'Hm\n\nmm' }, { type: 'text', text: 'Hi' }, { type: 'text', text: 'there' }, toolCall('{}')] },
      stop_reason: 'tool_calls',
      repairs: ['whole_answer_for_stream'],
    });
  });

  it('is refused when it is none', () => {
    expect(faultOf(() => readWholeResponse('', target))).toBe('empty: the answer has ended without saying anything');
    expect(faultOf(() => readWholeResponse('{}', target))).toBe('garbage: the answer is not a response: it holds no output');
    expect(faultOf(() => readWholeResponse('{"error":{"message":"No","code":"invalid_api_key"}}', target))).toBe('authentication: No');
  });
});

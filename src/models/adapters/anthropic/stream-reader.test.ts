import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelResponse, type ModelStreamEvent, ProviderSettings } from '../../../contracts/index.ts';
import { recordedStreams } from '../../../../test/oracles/anthropic-served-stream.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { CallFault } from '../../failure/faults.ts';
import { anthropicStreamReader, REPEATED_PIECE_CHARS_MIN } from './stream-reader.ts';

const event = (type: string, fields: object = {}): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const begin = event('message_start', { message: { id: 'msg_1', usage: { input_tokens: 7, output_tokens: 1 } } });
const open = (index: number, content_block: object): string => event('content_block_start', { index, content_block });
const openText = open(0, { type: 'text', text: '' });
const openCall = (index: number, id = 'toolu_1'): string => open(index, { type: 'tool_use', id, name: 'look', input: {} });
const delta = (index: number, fields: object): string => event('content_block_delta', { index, delta: fields });
const grow = (text: string): string => delta(0, { type: 'text_delta', text });
const growCall = (index: number, partial_json: string): string => delta(index, { type: 'input_json_delta', partial_json });
const stop = (index = 0): string => event('content_block_stop', { index });
const because = (stop_reason: string | null, usage: object = { output_tokens: 5 }): string => event('message_delta', { delta: { stop_reason }, usage });
const end = event('message_stop');
const closing = stop() + because('end_turn') + end;

const provider = ProviderSettings.parse({ format: 'anthropic', base_url: 'https://api.example.com:8443/v1', location: 'cloud' });
function eventsOf(text: string, cuts: readonly number[] = []): ModelStreamEvent[] {
  const reader = anthropicStreamReader({ modelId: 'maker/model', provider });
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((one, other) => one - other);
  const pieces = [0, ...places].map((from, at) => text.slice(from, places[at] ?? text.length));
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}
function readingOf(text: string): Pick<ModelResponse, 'repairs' | 'stop_reason'> & { readonly content: ModelResponse['message']['content'] } {
  const last = eventsOf(text).at(-1);
  if (last?.type !== 'finished') throw new Error('the message did not end');
  const { message, repairs, stop_reason } = last.response;
  return { content: message.content, repairs, stop_reason };
}
/** Which fault it is, or the kinds of the events when there is none. */
function faultOf(text: string): string {
  try {
    return eventsOf(text).map(({ type }) => type).join(' ');
  } catch (error) {
    return error instanceof CallFault ? error.fault : String(error);
  }
}
const ended = (text: string, repairs: ModelResponse['repairs'] = []) => ({ content: [{ type: 'text', text }], repairs, stop_reason: 'end_turn' });

describe('a message in pieces', () => {
  it('is told of as it comes and whole at its end', verifies('KEL-ANTHROPIC-10'), () => {
    const content = [{ type: 'text', text: 'Hello' }, { type: 'tool_call', call_id: 'toolu_1', name: 'look', arguments_text: '{"a":1}' }];
    const usage = { input_tokens: 7, output_tokens: 5, cached_input_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0, flags: [] };
    expect(eventsOf(begin + openText + grow('He') + grow('llo') + stop() + openCall(1) + growCall(1, '{"a":') + growCall(1, '1}') + stop(1) + because('tool_use') + end)).toEqual([
      { type: 'started', provider_response_id: 'msg_1' },
      { type: 'text_delta', index: 0, text: 'He' },
      { type: 'text_delta', index: 0, text: 'llo' },
      { type: 'tool_call_started', index: 1, call_id: 'toolu_1', name: 'look' },
      { type: 'tool_call_delta', index: 1, arguments_text: '{"a":' },
      { type: 'tool_call_delta', index: 1, arguments_text: '1}' },
      { type: 'finished', response: { model_id: 'maker/model', provider_response_id: 'msg_1', message: { role: 'assistant', content }, stop_reason: 'tool_calls', usage, repairs: [] } },
    ]);
  });

  it('reads the same wherever the network cuts it', () => {
    const streams = recordedStreams('anthropic').filter(({ name }) => !name.startsWith('fails-')).map(({ bytes }) => bytes.toString('utf8'));
    fc.assert(
      fc.property(fc.constantFrom(...streams), fc.array(fc.nat(), { maxLength: 30 }), (text, cuts) => {
        expect(eventsOf(text, cuts)).toEqual(eventsOf(text));
      }),
      { numRuns: 150 },
    );
  });

  it('never ends well when it is cut anywhere before its reason to stop', verifies('KEL-ANTHROPIC-07'), () => {
    const whole = begin + openText + grow('Hello') + stop() + openCall(1) + growCall(1, '{"a":1}') + stop(1);
    const rest = because('tool_use');
    for (let length = 1; length < whole.length + rest.length; length += 1) expect(faultOf((whole + rest).slice(0, length))).toMatch(/^(truncated|empty)$/);
    expect(faultOf(whole + rest.slice(0, -1))).toBe('truncated');
    expect(readingOf(whole + rest).repairs).toEqual(['end_marker_missing']);
    expect(faultOf(begin + openText + because('end_turn'))).toBe('truncated');
    expect(faultOf(begin + openCall(0) + growCall(0, '{"a":') + because('tool_use') + end)).toBe('truncated');
    expect(readingOf(begin + openText + grow('Open') + because('end_turn') + end)).toEqual(ended('Open'));
  });

  it('drops a long piece that was sent twice and keeps a short one', verifies('KEL-ANTHROPIC-08', 'KEL-ANTHROPIC-10'), () => {
    const long = 'x'.repeat(REPEATED_PIECE_CHARS_MIN);
    const short = long.slice(1);
    const dropped: ModelResponse['repairs'] = ['repeated_chunk_dropped'];
    expect(readingOf(begin + openText + grow(long) + event('ping') + grow(long) + grow(long) + closing)).toEqual(ended(long, dropped));
    expect(readingOf(begin + openText + grow(short) + grow(short) + closing)).toEqual(ended(short + short));
    expect(readingOf(begin + openText + grow(long) + grow('.') + grow(long) + closing)).toEqual(ended(`${long}.${long}`));
    expect(readingOf(begin + openText + grow(long) + event('weather') + grow(long) + closing)).toEqual(ended(long + long));
    expect(readingOf(begin + openText + openText + grow('Once') + closing)).toEqual(ended('Once', dropped));
    const thinking = open(0, { type: 'thinking', thinking: '', signature: '' });
    const seal = delta(0, { type: 'signature_delta', signature: long });
    expect(readingOf(begin + thinking + seal + seal + closing).content).toEqual([{ type: 'reasoning', text: '', signature: long, made_by: 'api.example.com:8443' }]);
    const piece = growCall(0, `{"a":"${long}"}`);
    expect(readingOf(begin + openCall(0) + piece + piece + closing).content).toEqual([{ type: 'tool_call', call_id: 'toolu_1', name: 'look', arguments_text: `{"a":"${long}"}` }]);
    const thought = delta(0, { type: 'thinking_delta', thinking: long });
    expect(readingOf(begin + thinking + thought + thought + closing).content).toEqual([{ type: 'reasoning', text: long }]);
  });

  it('cannot begin twice, grow before it began or after it stopped', verifies('KEL-ANTHROPIC-09', 'KEL-ANTHROPIC-13'), () => {
    const broken = {
      'two beginnings': begin + begin,
      'a block before the beginning': openText,
      'a reason before the beginning': because('end_turn'),
      'an end before the beginning': end,
      'a piece before its block': begin + grow('x'),
      'a piece after its block': begin + openText + stop() + grow('x'),
      'two ends of a block': begin + openText + stop() + stop(),
      'another block in its place': begin + openText + open(0, { type: 'text', text: 'x' }),
      'a block without a number': begin + event('content_block_start', { content_block: { type: 'text' } }),
      'a block with a number below 0': begin + open(-1, { type: 'text' }),
      'a block that is nothing': begin + event('content_block_start', { index: 0 }),
      'no JSON': `${begin}data: {"type"\n\n`,
      'no object': `${begin}data: 7\n\n`,
    };
    expect(Object.entries(broken).map(([name, text]) => [name, faultOf(text)])).toEqual(Object.keys(broken).map((name) => [name, 'garbage']));
  });

  it('ignores what it does not know and says so', verifies('KEL-ANTHROPIC-10'), () => {
    const unknown = open(1, { type: 'hologram' }) + delta(1, { type: 'light_delta' }) + stop(1);
    expect(readingOf(begin + openText + grow('Yes') + unknown + event('weather') + closing)).toEqual(ended('Yes', ['unknown_part_ignored']));
    expect(readingOf(begin + openText + grow('Yes') + delta(0, { type: 'thinking_delta', thinking: 'Hm' }) + closing)).toEqual(ended('Yes', ['unknown_part_ignored']));
    expect(readingOf(begin + openText + grow('Yes') + delta(0, { type: 'citations_delta', citation: {} }) + closing)).toEqual(ended('Yes'));
  });

  it('has a call without arguments as one with none', verifies('KEL-ANTHROPIC-10'), () => {
    const content = [{ type: 'tool_call', call_id: 'toolu_1', name: 'look', arguments_text: '{}' }];
    expect([openCall(0), openCall(0) + growCall(0, '')].map((call) => readingOf(begin + call + closing).content)).toEqual([content, content]);
  });

  it('goes by the kind in the data where events have no name, and ignores all after the end', () => {
    const nameless = (begin + openText + grow('Yes') + closing).split('\n').filter((line) => !line.startsWith('event:')).join('\n');
    expect(readingOf(`${nameless}data: [DONE]\n\n${begin}data: nonsense\n\n`)).toEqual(ended('Yes'));
    expect(readingOf(`${begin.replace('"type":"message_start",', '')}data:\n\n${openText}${grow('Yes')}${closing}`)).toEqual(ended('Yes'));
    expect(readingOf(`${begin}${openText}${grow('Yes')}${stop()}${because('end_turn')}data: [DONE]\n\n`)).toEqual(ended('Yes', ['end_marker_missing']));
    expect(readingOf(event('message_start') + openText + grow('Yes') + stop() + because('end_turn') + event('message_delta') + end)).toEqual(ended('Yes'));
  });

  it('makes an id for a call that has none, and leaves out a call whose id it has seen', () => {
    const calls = begin + openCall(0, '') + growCall(0, '{}') + stop() + openCall(1) + growCall(1, '{"a":1}') + stop(1) + openCall(2) + growCall(2, '{"b":1}') + stop(2) + because('tool_use') + end;
    expect(readingOf(calls)).toEqual({
      content: [{ type: 'tool_call', call_id: 'call_0', name: 'look', arguments_text: '{}' }, { type: 'tool_call', call_id: 'toolu_1', name: 'look', arguments_text: '{"a":1}' }],
      repairs: ['call_id_made', 'repeated_call_dropped'],
      stop_reason: 'tool_calls',
    });
  });

  it('has an unknown reason when it gives none or a new one', () => {
    expect([null, 'tired', 'constructor'].map((reason) => readingOf(begin + openText + stop() + because(reason) + end).stop_reason)).toEqual(['unknown', 'unknown', 'unknown']);
  });
});

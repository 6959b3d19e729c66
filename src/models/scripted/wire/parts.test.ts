import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { StopReason } from '../../../contracts/index.ts';
import type { ScriptedAnswer, ScriptedPart } from '../answer.ts';
import { anthropic } from './anthropic.ts';
import { ollama } from './ollama.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';
import type { WireWriter } from './wire-writer.ts';

const PARTS: ScriptedPart[] = [
  { type: 'reasoning', text: '', redacted: 'sealed' },
  { type: 'reasoning', text: 'Hm.' },
  { type: 'refusal', text: 'I will not.' },
  { type: 'tool_call', name: null, callId: null, argumentsText: '{"a"', sharesIndex: false },
  { type: 'tool_call', name: 'winds', callId: 'c2', argumentsText: '{}', sharesIndex: true },
];
const answer: ScriptedAnswer = { number: 7, model: 'm', createdMs: 0, parts: PARTS, stopReason: 'refusal', usage: null, tellsUsage: true, choices: 1 };

type Read = Record<string, unknown>;
const whole = (writer: WireWriter): Read => writer.whole(answer) as Read;
const stream = (writer: WireWriter): Read[] => writer.frames(answer, 100).flatMap(({ payload }) => (payload === '[DONE]' ? [] : [JSON.parse(payload) as Read]));

describe('parts that are seldom seen', () => {
  it('are blocks of an Anthropic message', verifies('KEL-MOCK-01'), () => {
    expect(whole(anthropic)['content']).toEqual([
      { type: 'redacted_thinking', data: 'sealed' },
      { type: 'thinking', thinking: 'Hm.', signature: '' },
      { type: 'text', text: 'I will not.', citations: null },
      { type: 'tool_use', input: '{"a"' },
      { type: 'tool_use', id: 'c2', name: 'winds', input: {} },
    ]);
    const starts = stream(anthropic).filter(({ type }) => type === 'content_block_start');
    expect(starts).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'redacted_thinking', data: 'sealed' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '', citations: null } },
      { type: 'content_block_start', index: 3, content_block: { type: 'tool_use', input: {} } },
      { type: 'content_block_start', index: 3, content_block: { type: 'tool_use', id: 'c2', name: 'winds', input: {} } },
    ]);
  });

  it('are items of an OpenAI response', verifies('KEL-MOCK-01'), () => {
    expect(whole(openAiResponses)['output']).toEqual([
      { id: 'rs_mock_7_0', type: 'reasoning', summary: [], encrypted_content: 'sealed' },
      { id: 'rs_mock_7_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: null },
      { id: 'msg_mock_7_2', type: 'message', status: 'completed', role: 'assistant', content: [{ type: 'refusal', refusal: 'I will not.' }] },
      { id: 'fc_mock_7_3', type: 'function_call', status: 'completed', arguments: '{"a"' },
      { id: 'fc_mock_7_4', type: 'function_call', status: 'completed', call_id: 'c2', name: 'winds', arguments: '{}' },
    ]);
    const events = stream(openAiResponses);
    expect(events.map((event) => event['sequence_number'])).toEqual([...events.keys()]);
    expect(events.filter(({ type }) => type === 'response.output_item.added').map((event) => event['output_index'])).toEqual([0, 1, 2, 3, 3]);
    expect(events.find(({ type }) => type === 'response.refusal.delta')).toMatchObject({ delta: 'I will not.', item_id: 'msg_mock_7_2', output_index: 2, content_index: 0 });
  });

  it('are fields of an OpenAI chat message', verifies('KEL-MOCK-01'), () => {
    expect(whole(openAiChat)['choices']).toMatchObject([
      {
        message: {
          content: null,
          refusal: 'I will not.',
          reasoning_content: 'Hm.',
          tool_calls: [
            { type: 'function', function: { arguments: '{"a"' } },
            { id: 'c2', type: 'function', function: { name: 'winds', arguments: '{}' } },
          ],
        },
      },
    ]);
    const calls = stream(openAiChat).flatMap((chunk) => (chunk['choices'] as { delta: { tool_calls?: object[] } }[]).flatMap(({ delta }) => delta.tool_calls ?? []));
    expect(calls).toEqual([
      { index: 0, type: 'function', function: { arguments: '' } },
      { index: 0, function: { arguments: '{"a"' } },
      { index: 0, id: 'c2', type: 'function', function: { name: 'winds', arguments: '' } },
      { index: 0, function: { arguments: '{}' } },
    ]);
  });

  it('are fields of an Ollama message', verifies('KEL-MOCK-01'), () => {
    expect(whole(ollama)['message']).toEqual({
      role: 'assistant',
      content: 'I will not.',
      thinking: 'Hm.',
      tool_calls: [{ function: { index: 0, arguments: '{"a"' } }, { id: 'c2', function: { index: 1, name: 'winds', arguments: {} } }],
    });
    expect(stream(ollama).map((line) => (line['message'] as Read)['tool_calls']).filter(Boolean)).toEqual([
      [{ function: { index: 0, arguments: '{"a"' } }],
      [{ id: 'c2', function: { index: 0, name: 'winds', arguments: {} } }],
    ]);
  });
});

describe('why a model stopped', () => {
  it('is said in the words of each format', verifies('KEL-MOCK-01'), () => {
    const said = StopReason.options.map((stopReason) => {
      const read = (writer: WireWriter): Read => writer.whole({ ...answer, stopReason }) as Read;
      const response = read(openAiResponses);
      const [choice] = read(openAiChat)['choices'] as Read[];
      return [stopReason, choice?.['finish_reason'], response['status'], response['incomplete_details'], read(anthropic)['stop_reason'], read(ollama)['done_reason']];
    });
    expect(said).toEqual([
      ['end_turn', 'stop', 'completed', null, 'end_turn', 'stop'],
      ['tool_calls', 'tool_calls', 'completed', null, 'tool_use', 'stop'],
      ['max_tokens', 'length', 'incomplete', { reason: 'max_output_tokens' }, 'max_tokens', 'length'],
      ['stop_sequence', 'stop', 'completed', null, 'stop_sequence', 'stop'],
      ['refusal', 'stop', 'completed', null, 'refusal', 'stop'],
      ['content_filter', 'content_filter', 'incomplete', { reason: 'content_filter' }, 'refusal', 'stop'],
      ['pause', 'stop', 'completed', null, 'pause_turn', 'stop'],
      ['unknown', 'mystery', 'incomplete', { reason: 'mystery' }, 'mystery', 'mystery'],
    ]);
  });
});

describe('usage', () => {
  it('is left out, or sent word for word, in every format', verifies('KEL-MOCK-01'), () => {
    const fields = (usage: ScriptedAnswer['usage']): unknown[] =>
      [openAiChat, openAiResponses, anthropic].map((writer) => (writer.whole({ ...answer, usage }) as Read)['usage']);
    expect(fields(null)).toEqual([undefined, null, undefined]);
    expect(fields({ as_sent: 'plenty' })).toEqual(['plenty', 'plenty', 'plenty']);
    const local = (usage: ScriptedAnswer['usage']): unknown[] => {
      const read = ollama.whole({ ...answer, usage }) as Read;
      return [read['prompt_eval_count'], read['eval_count']];
    };
    expect([local(null), local({ as_sent: 'plenty' }), local({ as_sent: { eval_count: -1 } })]).toEqual([
      [undefined, undefined],
      ['plenty', 'plenty'],
      [undefined, -1],
    ]);
  });

  it('is told in a stream where the format tells it', verifies('KEL-MOCK-01'), () => {
    const frames = anthropic.frames({ ...answer, usage: { input_tokens: -4, output_tokens: 2.5, cached_input_tokens: 'NaN' } }, 9).map(({ payload }) => JSON.parse(payload) as Read);
    expect(frames[0]).toMatchObject({ message: { usage: { input_tokens: -4, output_tokens: 1, cache_read_input_tokens: 'NaN' } } });
    expect(frames.find(({ type }) => type === 'message_delta')?.['usage']).toMatchObject({ input_tokens: -4, output_tokens: 2.5 });
  });
});

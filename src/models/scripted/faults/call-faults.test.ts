import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { ScenarioCallFault } from '../../../contracts/index.ts';
import type { ScriptedAnswer, ScriptedCall } from '../answer.ts';
import { openAiChat } from '../wire/openai-chat.ts';
import { DEEP_ARGUMENTS_LEVELS, HUGE_ARGUMENTS_CHARS, spoilCall } from './call-faults.ts';

const asked = openAiChat.asked({ tools: [{ function: { name: 'tides' } }] });
const call: ScriptedCall = { type: 'tool_call', name: 'winds', callId: 'c1', argumentsText: '{"port":"Bergen"}', sharesIndex: false };
const text = { type: 'text' as const, text: 'Let me see.' };
const answer: ScriptedAnswer = { number: 4, model: 'm', createdMs: 0, parts: [text, call], stopReason: 'tool_calls', usage: null, tellsUsage: true, choices: 1 };

const spoilt = (how: ScenarioCallFault): unknown[] => spoilCall(answer, how, asked).parts.slice(1);

describe('a spoilt tool call', () => {
  it.each<[ScenarioCallFault, unknown[]]>([
    ['duplicate_id', [call, { ...call, argumentsText: '{"query":"the second of two calls with one id"}' }]],
    ['same_index', [call, { ...call, callId: 'c1_second', sharesIndex: true }]],
    ['empty_id', [{ ...call, callId: '' }]],
    ['no_id', [{ ...call, callId: null }]],
    ['no_name', [{ ...call, name: null }]],
    ['unknown_name', [{ ...call, name: 'no_such_tool' }]],
    ['empty_arguments', [{ ...call, argumentsText: '' }]],
    ['invalid_arguments', [{ ...call, argumentsText: '{"query": tide tables, }}' }]],
    ['truncated_arguments', [{ ...call, argumentsText: '{"port":"Berge' }]],
    ['non_object_arguments', [{ ...call, argumentsText: '["tide tables"]' }]],
    ['double_encoded_arguments', [{ ...call, argumentsText: String.raw`"{\"port\":\"Bergen\"}"` }]],
  ])('can have %s', verifies('KEL-MOCK-05'), (how, expected) => {
    expect(spoilt(how)).toEqual(expected);
  });

  it('can be deep and huge', verifies('KEL-MOCK-05'), () => {
    const [deep] = spoilt('deep_arguments') as ScriptedCall[];
    expect(deep?.argumentsText).toBe(`{"query":${'['.repeat(DEEP_ARGUMENTS_LEVELS)}${']'.repeat(DEEP_ARGUMENTS_LEVELS)}}`);
    const [huge] = spoilt('huge_arguments') as ScriptedCall[];
    expect(huge?.argumentsText.length).toBe(HUGE_ARGUMENTS_CHARS + '{"query":""}'.length);
  });

  it('is made of the first tool on offer where the answer has none', verifies('KEL-MOCK-05'), () => {
    const plain: ScriptedAnswer = { ...answer, parts: [text], stopReason: 'end_turn' };
    const made = { type: 'tool_call', name: 'tides', callId: null, argumentsText: '{"query":"tide tables"}', sharesIndex: false };
    expect(spoilCall(plain, 'no_id', asked)).toEqual({ ...plain, parts: [text, made], stopReason: 'tool_calls' });
    expect(spoilCall({ ...plain, stopReason: 'max_tokens' }, 'no_name', openAiChat.asked({}))).toMatchObject({ parts: [text, { callId: 'call_mock_4' }], stopReason: 'max_tokens' });
    expect(spoilCall(plain, 'no_id', openAiChat.asked({})).parts[1]).toMatchObject({ name: 'lookup' });
  });

  it('leaves later calls as they are', verifies('KEL-MOCK-05'), () => {
    expect(spoilCall({ ...answer, parts: [call, { ...call, callId: 'c2' }] }, 'no_name', asked).parts).toEqual([{ ...call, name: null }, { ...call, callId: 'c2' }]);
  });
});

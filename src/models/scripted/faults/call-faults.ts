import type { ScenarioCallFault } from '../../../contracts/index.ts';
import { isCall, type ScriptedAnswer, type ScriptedCall, type ScriptedPart } from '../answer.ts';
import type { Asked } from '../asked.ts';

/** Deeper than any decoder should follow. */
export const DEEP_ARGUMENTS_LEVELS = 2_000;
export const HUGE_ARGUMENTS_CHARS = 5 * 1024 * 1024;
/** Nobody offers a tool of this name. */
export const UNKNOWN_TOOL_NAME = 'no_such_tool';

/** The answer with its first tool call spoilt; an answer without one gets a call first. */
export function spoilCall(answer: ScriptedAnswer, how: ScenarioCallFault, asked: Asked): ScriptedAnswer {
  const made: ScriptedCall = {
    type: 'tool_call',
    name: asked.toolNames[0] ?? 'lookup',
    callId: `call_mock_${answer.number}`,
    argumentsText: '{"query":"tide tables"}',
    sharesIndex: false,
  };
  const parts = answer.parts.some(isCall) ? answer.parts : [...answer.parts, made];
  const at = parts.findIndex(isCall);
  return {
    ...answer,
    parts: parts.flatMap((part, index): ScriptedPart[] => (index === at && isCall(part) ? spoilt(part, how) : [part])),
    stopReason: answer.stopReason === 'end_turn' ? 'tool_calls' : answer.stopReason,
  };
}

function spoilt(call: ScriptedCall, how: ScenarioCallFault): ScriptedCall[] {
  switch (how) {
    case 'duplicate_id':
      return [call, { ...call, argumentsText: '{"query":"the second of two calls with one id"}' }];
    case 'same_index':
      return [call, { ...call, callId: `${call.callId ?? 'call_mock'}_second`, sharesIndex: true }];
    case 'empty_id':
      return [{ ...call, callId: '' }];
    case 'no_id':
      return [{ ...call, callId: null }];
    case 'no_name':
      return [{ ...call, name: null }];
    case 'unknown_name':
      return [{ ...call, name: UNKNOWN_TOOL_NAME }];
    default:
      return [{ ...call, argumentsText: spoiltArguments(call.argumentsText, how) }];
  }
}

type ArgumentsFault = Extract<ScenarioCallFault, `${string}_arguments`>;

function spoiltArguments(text: string, how: ArgumentsFault): string {
  switch (how) {
    case 'empty_arguments':
      return '';
    case 'invalid_arguments':
      return '{"query": tide tables, }}';
    case 'truncated_arguments':
      return text.slice(0, Math.max(1, text.length - 3));
    case 'non_object_arguments':
      return '["tide tables"]';
    case 'double_encoded_arguments':
      return JSON.stringify(text);
    case 'deep_arguments':
      return `{"query":${'['.repeat(DEEP_ARGUMENTS_LEVELS)}${']'.repeat(DEEP_ARGUMENTS_LEVELS)}}`;
    case 'huge_arguments':
      return JSON.stringify({ query: 'x'.repeat(HUGE_ARGUMENTS_CHARS) });
  }
}

import type { ScenarioPart, ScenarioToolCall, ScenarioTurn, ScenarioUsage, StopReason } from '../../contracts/index.ts';
import type { Asked } from './asked.ts';

export interface ScriptedCall {
  readonly type: 'tool_call';
  readonly name: string | null;
  readonly callId: string | null;
  readonly argumentsText: string;
  /** True when it goes under the number of the call before it, which no provider should do. */
  readonly sharesIndex: boolean;
}

export type ScriptedPart = Exclude<ScenarioPart, ScenarioToolCall> | ScriptedCall;

/** One answer, ready to be written in any wire format. */
export interface ScriptedAnswer {
  /** Makes ids differ from answer to answer. */
  readonly number: number;
  readonly model: string;
  readonly createdMs: number;
  readonly parts: readonly ScriptedPart[];
  readonly stopReason: StopReason;
  readonly usage: ScenarioUsage;
  /** Whether a stream tells its usage in formats where that has to be asked for. */
  readonly tellsUsage: boolean;
  readonly choices: number;
}

/** Near enough for English; nobody is billed for it. */
const CHARS_PER_TOKEN = 4;

export interface AnswerPlace {
  readonly number: number;
  readonly createdMs: number;
  /** Of the request's body. */
  readonly requestChars: number;
}

export function answerOf(turn: ScenarioTurn, asked: Asked, { number, createdMs, requestChars }: AnswerPlace): ScriptedAnswer {
  const parts = turn.answer.map((part, at) => (part.type === 'tool_call' ? callOf(part, `call_mock_${number}_${at}`) : part));
  const answerChars = parts.reduce((sum, part) => sum + (part.type === 'tool_call' ? part.argumentsText : part.text).length, 0);
  return {
    number,
    model: asked.model,
    createdMs,
    parts,
    stopReason: turn.stop_reason ?? stopReasonOf(parts),
    usage: turn.usage === undefined ? { input_tokens: tokensOf(requestChars), output_tokens: tokensOf(answerChars) } : turn.usage,
    tellsUsage: asked.wantsUsage,
    choices: 1,
  };
}

export function stopReasonOf(parts: readonly ScriptedPart[]): StopReason {
  if (parts.some((part) => part.type === 'tool_call')) return 'tool_calls';
  return parts.some((part) => part.type === 'refusal') ? 'refusal' : 'end_turn';
}

function callOf(call: ScenarioToolCall, callId: string): ScriptedCall {
  return {
    type: 'tool_call',
    name: call.name,
    callId: call.call_id === undefined ? callId : call.call_id,
    argumentsText: call.arguments_text ?? JSON.stringify(call.arguments ?? {}),
    sharesIndex: false,
  };
}

function tokensOf(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

export function isCall(part: ScriptedPart): part is ScriptedCall {
  return part.type === 'tool_call';
}

/** The texts of all parts of one type, joined; null when there is none. */
export function joined(parts: readonly ScriptedPart[], type: 'text' | 'reasoning' | 'refusal'): string | null {
  const texts = parts.flatMap((part) => (part.type === type ? [part.text] : []));
  return texts.length === 0 ? null : texts.join('');
}

import type { AnswerBuilder } from '../answer-builder.ts';
import { listOf, objectOf, textOf, type WireObject } from '../wire-values.ts';
import type { CallsReader } from './read-calls.ts';

/** The format has one text, one refusal and one line of reasoning. */
export const SLOT = 0;

/** Reads a message, or the piece of one that a stream adds: both have the same members. */
export function readMessage(message: WireObject, answer: AnswerBuilder, calls: CallsReader): void {
  answer.reasoning(SLOT, reasoningText(message));
  readContent(message['content'], answer);
  answer.refusal(SLOT, textOf(message['refusal']));
  for (const item of listOf(message['tool_calls'])) {
    const piece = objectOf(item);
    if (piece !== undefined) calls.toolCall(piece);
  }
  const functionCall = objectOf(message['function_call']);
  if (functionCall !== undefined) calls.functionCall(functionCall);
}

/** All the texts that a message carries, whatever they are. */
export function textsOf(message: WireObject): readonly string[] {
  const calls = listOf(message['tool_calls']).map((call) => textOf(objectOf(objectOf(call)?.['function'])?.['arguments']));
  return [textOf(message['content']), textOf(message['refusal']), reasoningText(message), ...calls];
}

function readContent(content: unknown, answer: AnswerBuilder): void {
  if (typeof content === 'string') return answer.text(SLOT, content);
  for (const item of listOf(content)) {
    const part = objectOf(item);
    if (part?.['type'] === 'text') answer.text(SLOT, textOf(part['text']));
    else if (part?.['type'] === 'refusal') answer.refusal(SLOT, textOf(part['refusal']));
    else if (part?.['type'] === 'thinking') answer.reasoning(SLOT, thinkingText(part['thinking']));
    else answer.repair('unknown_part_ignored');
  }
  return undefined;
}

function thinkingText(value: unknown): string {
  return typeof value === 'string' ? value : listOf(value).map((item) => textOf(objectOf(item)?.['text'])).join('');
}

/** Servers disagree about the name, and some send the same words under two of them. */
function reasoningText(message: WireObject): string {
  const named = textOf(message['reasoning_content']) || textOf(message['reasoning']);
  if (named !== '') return named;
  return listOf(message['reasoning_details'])
    .map((item) => textOf(objectOf(item)?.['text']) || textOf(objectOf(item)?.['summary']))
    .join('');
}

import type { ScenarioUsage, StopReason } from '../../../contracts/index.ts';
import { isCall, joined, type ScriptedAnswer, type ScriptedCall } from '../answer.ts';
import { contentText, fieldOf, lastText, listOf, sinceModelSpoke, textOf, type Asked } from '../asked.ts';
import { argumentsValue, chunksOf, type Frame, type WireWriter } from './wire-writer.ts';

const DONE_REASONS: Readonly<Record<StopReason, string>> = {
  end_turn: 'stop',
  tool_calls: 'stop',
  max_tokens: 'length',
  stop_sequence: 'stop',
  refusal: 'stop',
  content_filter: 'stop',
  pause: 'stop',
  unknown: 'mystery',
};

/** Ollama's own interface: lines of JSON. It has no refusals, so one is text. */
export const ollama: WireWriter = {
  streamType: 'application/x-ndjson',
  asked,
  whole(answer) {
    const calls = answer.parts.filter(isCall);
    const thinking = joined(answer.parts, 'reasoning');
    const content = (joined(answer.parts, 'text') ?? '') + (joined(answer.parts, 'refusal') ?? '');
    const message = { role: 'assistant', content, ...(thinking !== null && { thinking }), ...(calls.length > 0 && { tool_calls: calls.map(callOf) }) };
    return { ...head(answer), message, ...ending(answer) };
  },
  frames(answer, chunkChars) {
    const frames: Frame[] = [];
    let callIndex = -1;
    for (const part of answer.parts) {
      if (isCall(part)) {
        if (!part.sharesIndex) callIndex += 1;
        frames.push(line(answer, 'call', { content: '', tool_calls: [callOf(part, Math.max(callIndex, 0))] }));
      } else {
        for (const text of chunksOf(part.text, chunkChars)) frames.push(line(answer, 'text', part.type === 'reasoning' ? { content: '', thinking: text } : { content: text }));
      }
    }
    frames.push({ kind: 'end', payload: JSON.stringify({ ...head(answer), message: { role: 'assistant', content: '' }, ...ending(answer) }) });
    return frames;
  },
  loneText: (answer, text) => line(answer, 'text', { content: text }),
  error: (_status, _type, message) => ({ error: message }),
  errorFrame: (_answer, _type, message) => ({ kind: 'structure', payload: JSON.stringify({ error: message }) }),
};

function head(answer: ScriptedAnswer): object {
  return { model: answer.model, created_at: new Date(answer.createdMs).toISOString() };
}

function line(answer: ScriptedAnswer, kind: Frame['kind'], message: object): Frame {
  return { kind, payload: JSON.stringify({ ...head(answer), message: { role: 'assistant', ...message }, done: false }) };
}

function callOf(call: ScriptedCall, index: number): object {
  return { ...(call.callId !== null && { id: call.callId }), function: { index, ...(call.name !== null && { name: call.name }), arguments: argumentsValue(call.argumentsText) } };
}

/** Durations are in nanoseconds; nothing was computed, so they are round. */
const DURATIONS = { total_duration: 3_000_000, load_duration: 1_000_000, prompt_eval_duration: 1_000_000, eval_duration: 1_000_000 };

function ending(answer: ScriptedAnswer): object {
  return { done: true, done_reason: DONE_REASONS[answer.stopReason], ...DURATIONS, ...usageFields(answer.usage) };
}

function usageFields(usage: ScenarioUsage): object {
  if (usage === null) return {};
  if ('as_sent' in usage) return typeof usage.as_sent === 'object' && usage.as_sent !== null ? usage.as_sent : { prompt_eval_count: usage.as_sent, eval_count: usage.as_sent };
  return { prompt_eval_count: usage.input_tokens, eval_count: usage.output_tokens };
}

function asked(body: unknown): Asked {
  const messages = listOf(fieldOf(body, 'messages'));
  const roleOf = (message: unknown): string => textOf(fieldOf(message, 'role'));
  const contentsOf = (role: string): unknown[] => messages.filter((message) => roleOf(message) === role).map((message) => fieldOf(message, 'content'));
  const results = sinceModelSpoke(messages, (message) => roleOf(message) === 'assistant').filter((message) => roleOf(message) === 'tool');
  const format = fieldOf(body, 'format');
  return {
    format: 'ollama',
    model: textOf(fieldOf(body, 'model')),
    // Ollama streams unless it is told not to.
    isStreaming: fieldOf(body, 'stream') !== false,
    lastUserText: lastText(contentsOf('user')),
    systemText: contentsOf('system').map(contentText).join('\n'),
    toolNames: listOf(fieldOf(body, 'tools')).map((tool) => textOf(fieldOf(tool, 'function', 'name'))),
    toolResults: results.map((message) => ({ name: textOf(fieldOf(message, 'tool_name')), text: contentText(fieldOf(message, 'content')) })),
    hasOutputSchema: typeof format === 'object' && format !== null,
    outputSchemaName: '',
    wantsUsage: true,
  };
}

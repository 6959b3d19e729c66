import type { JsonValue, ScenarioUsage, StopReason } from '../../../contracts/index.ts';
import { isCall, type ScriptedAnswer, type ScriptedPart } from '../answer.ts';
import { contentText, fieldOf, lastText, listOf, sinceModelSpoke, textOf, type Asked } from '../asked.ts';
import { argumentsValue, chunksOf, plus, type Frame, type WireWriter } from './wire-writer.ts';

const STOP_REASONS: Readonly<Record<StopReason, string>> = {
  end_turn: 'end_turn',
  tool_calls: 'tool_use',
  max_tokens: 'max_tokens',
  stop_sequence: 'stop_sequence',
  refusal: 'refusal',
  content_filter: 'refusal',
  pause: 'pause_turn',
  unknown: 'mystery',
};

/** Anthropic's messages. A refusal is text and a stop reason. */
export const anthropic: WireWriter = {
  streamType: 'text/event-stream',
  asked,
  whole: (answer) => ({ ...message(answer, answer.parts.map(blockOf)), stop_reason: STOP_REASONS[answer.stopReason], ...usageField(answer.usage) }),
  frames(answer, chunkChars) {
    // What was read is told at the start, what was written only at the end.
    const startUsage = answer.usage === null || 'as_sent' in answer.usage ? answer.usage : { ...answer.usage, output_tokens: 1, reasoning_tokens: undefined };
    const frames = [
      frame('structure', { type: 'message_start', message: { ...message(answer, []), stop_reason: null, ...usageField(startUsage) } }),
      frame('structure', { type: 'ping' }),
    ];
    let index = -1;
    for (const part of answer.parts) {
      if (!(isCall(part) && part.sharesIndex && index >= 0)) index += 1;
      const kind = isCall(part) ? 'call' : 'text';
      frames.push(frame(isCall(part) ? 'call' : 'structure', { type: 'content_block_start', index, content_block: emptyBlockOf(part) }));
      for (const delta of deltasOf(part, chunkChars)) frames.push(frame(kind, { type: 'content_block_delta', index, delta }));
      frames.push(frame(isCall(part) ? 'call' : 'structure', { type: 'content_block_stop', index }));
    }
    frames.push(frame('finish', { type: 'message_delta', delta: { stop_reason: STOP_REASONS[answer.stopReason], stop_sequence: null }, ...usageField(answer.usage) }));
    frames.push(frame('end', { type: 'message_stop' }));
    return frames;
  },
  loneText: (_answer, text) => frame('text', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  error: (_status, type, text) => ({ type: 'error', error: { type, message: text }, request_id: 'req_mock' }),
  errorFrame: (_answer, type, text) => frame('structure', { type: 'error', error: { type, message: text } }),
};

function frame(kind: Frame['kind'], data: { readonly type: string } & Readonly<Record<string, unknown>>): Frame {
  return { kind, event: data.type, payload: JSON.stringify(data) };
}

function message(answer: ScriptedAnswer, content: readonly object[]): object {
  return { id: `msg_mock_${answer.number}`, type: 'message', role: 'assistant', model: answer.model, content, stop_sequence: null };
}

function blockOf(part: ScriptedPart): object {
  if (isCall(part)) return { ...emptyBlockOf(part), input: argumentsValue(part.argumentsText) };
  if (part.type !== 'reasoning') return { ...emptyBlockOf(part), text: part.text };
  return part.redacted === undefined ? { type: 'thinking', thinking: part.text, signature: part.signature ?? '' } : emptyBlockOf(part);
}

/** A block as it begins, before its deltas. */
function emptyBlockOf(part: ScriptedPart): object {
  if (isCall(part)) return { type: 'tool_use', ...(part.callId !== null && { id: part.callId }), ...(part.name !== null && { name: part.name }), input: {} };
  if (part.type !== 'reasoning') return { type: 'text', text: '', citations: null };
  return part.redacted === undefined ? { type: 'thinking', thinking: '', signature: '' } : { type: 'redacted_thinking', data: part.redacted };
}

function deltasOf(part: ScriptedPart, chunkChars: number): object[] {
  if (isCall(part)) return ['', ...chunksOf(part.argumentsText, chunkChars)].map((text) => ({ type: 'input_json_delta', partial_json: text }));
  if (part.type !== 'reasoning') return chunksOf(part.text, chunkChars).map((text) => ({ type: 'text_delta', text }));
  if (part.redacted !== undefined) return [];
  const thoughts: object[] = chunksOf(part.text, chunkChars).map((text) => ({ type: 'thinking_delta', thinking: text }));
  return part.signature === undefined ? thoughts : [...thoughts, { type: 'signature_delta', signature: part.signature }];
}

/** Here input does not include what was cached. */
function usageField(usage: ScenarioUsage): object {
  if (usage === null) return {};
  if ('as_sent' in usage) return { usage: usage.as_sent };
  const { cached_input_tokens = 0, cache_write_tokens = 0, reasoning_tokens } = usage;
  const cached = plus(cached_input_tokens, cache_write_tokens);
  const uncached: JsonValue | undefined = plus(usage.input_tokens, cached === undefined ? undefined : -cached) ?? usage.input_tokens;
  return {
    usage: {
      input_tokens: uncached,
      cache_creation_input_tokens: cache_write_tokens,
      cache_read_input_tokens: cached_input_tokens,
      output_tokens: usage.output_tokens,
      output_tokens_details: reasoning_tokens === undefined ? null : { thinking_tokens: reasoning_tokens },
      server_tool_use: null,
      service_tier: 'standard',
    },
  };
}

function asked(body: unknown): Asked {
  const messages = listOf(fieldOf(body, 'messages'));
  const roleOf = (item: unknown): string => textOf(fieldOf(item, 'role'));
  const blocksOf = (items: readonly unknown[], type: string): unknown[] =>
    items.flatMap((item) => listOf(fieldOf(item, 'content'))).filter((block) => fieldOf(block, 'type') === type);
  const names = new Map(blocksOf(messages, 'tool_use').map((call) => [fieldOf(call, 'id'), textOf(fieldOf(call, 'name'))]));
  const results = blocksOf(sinceModelSpoke(messages, (item) => roleOf(item) === 'assistant'), 'tool_result');
  const format = fieldOf(body, 'output_config', 'format', 'type') ?? fieldOf(body, 'output_format', 'type');
  return {
    format: 'anthropic',
    model: textOf(fieldOf(body, 'model')),
    isStreaming: fieldOf(body, 'stream') === true,
    lastUserText: lastText(messages.filter((item) => roleOf(item) === 'user').map((item) => fieldOf(item, 'content'))),
    systemText: contentText(fieldOf(body, 'system')),
    toolNames: listOf(fieldOf(body, 'tools')).map((tool) => textOf(fieldOf(tool, 'name'))),
    toolResults: results.map((block) => ({ name: names.get(fieldOf(block, 'tool_use_id')) ?? '', text: contentText(fieldOf(block, 'content')) })),
    hasOutputSchema: format === 'json_schema',
    outputSchemaName: '',
    wantsUsage: true,
  };
}

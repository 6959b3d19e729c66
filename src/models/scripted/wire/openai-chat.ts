import type { ScenarioUsage, StopReason } from '../../../contracts/index.ts';
import { isCall, joined, type ScriptedAnswer, type ScriptedCall } from '../answer.ts';
import { contentText, fieldOf, lastText, listOf, sinceModelSpoke, textOf, type Asked } from '../asked.ts';
import { chunksOf, totalOf, type Frame, type WireWriter } from './wire-writer.ts';
import { openAiError } from './openai-error.ts';

const FINISH_REASONS: Readonly<Record<StopReason, string>> = {
  end_turn: 'stop',
  tool_calls: 'tool_calls',
  max_tokens: 'length',
  stop_sequence: 'stop',
  refusal: 'stop',
  content_filter: 'content_filter',
  pause: 'stop',
  unknown: 'mystery',
};

/** OpenAI's chat completions, as most other servers speak them too. */
export const openAiChat: WireWriter = {
  streamType: 'text/event-stream',
  asked,
  whole(answer) {
    const calls = answer.parts.filter(isCall);
    const reasoning = joined(answer.parts, 'reasoning');
    const message = {
      role: 'assistant',
      content: joined(answer.parts, 'text'),
      refusal: joined(answer.parts, 'refusal'),
      annotations: [],
      ...(reasoning !== null && { reasoning_content: reasoning }),
      ...(calls.length > 0 && { tool_calls: calls.map((call) => ({ ...idOf(call), type: 'function', function: { ...nameOf(call), arguments: call.argumentsText } })) }),
    };
    const choice = { message, logprobs: null, finish_reason: FINISH_REASONS[answer.stopReason] };
    return { ...head(answer, 'chat.completion'), choices: Array.from({ length: answer.choices }, (_, index) => ({ index, ...choice })), ...usageField(answer.usage) };
  },
  frames(answer, chunkChars) {
    const frames: Frame[] = [];
    const add = (kind: Frame['kind'], delta: object, finish: string | null = null): void => {
      for (let index = 0; index < answer.choices; index += 1) frames.push(chunk(answer, kind, [{ index, delta, logprobs: null, finish_reason: finish }]));
    };
    add('structure', { role: 'assistant', content: '', refusal: null });
    let callIndex = -1;
    for (const part of answer.parts) {
      if (!isCall(part)) {
        const field = { text: 'content', refusal: 'refusal', reasoning: 'reasoning_content' }[part.type];
        for (const text of chunksOf(part.text, chunkChars)) add('text', { [field]: text });
        continue;
      }
      if (!part.sharesIndex) callIndex += 1;
      const index = Math.max(callIndex, 0);
      add('call', { tool_calls: [{ index, ...idOf(part), type: 'function', function: { ...nameOf(part), arguments: '' } }] });
      for (const text of chunksOf(part.argumentsText, chunkChars)) add('call', { tool_calls: [{ index, function: { arguments: text } }] });
    }
    add('finish', {}, FINISH_REASONS[answer.stopReason]);
    if (answer.tellsUsage && answer.usage !== null) frames.push(chunk(answer, 'structure', [], usageField(answer.usage)));
    frames.push({ kind: 'end', payload: '[DONE]' });
    return frames;
  },
  loneText: (answer, text) => chunk(answer, 'text', [{ index: 0, delta: { content: text }, logprobs: null, finish_reason: null }]),
  error: openAiError,
  errorFrame: (_answer, type, message) => ({ kind: 'structure', payload: JSON.stringify({ error: { message, type, param: null, code: null } }) }),
};

function head(answer: ScriptedAnswer, object: string): object {
  return {
    id: `chatcmpl-mock-${answer.number}`,
    object,
    created: Math.floor(answer.createdMs / 1_000),
    model: answer.model,
    service_tier: 'default',
    system_fingerprint: 'fp_mock',
  };
}

function chunk(answer: ScriptedAnswer, kind: Frame['kind'], choices: readonly object[], more: object = answer.tellsUsage ? { usage: null } : {}): Frame {
  return { kind, payload: JSON.stringify({ ...head(answer, 'chat.completion.chunk'), choices, ...more }) };
}

const idOf = (call: ScriptedCall): object => (call.callId === null ? {} : { id: call.callId });
const nameOf = (call: ScriptedCall): object => (call.name === null ? {} : { name: call.name });

function usageField(usage: ScenarioUsage): object {
  if (usage === null) return {};
  if ('as_sent' in usage) return { usage: usage.as_sent };
  const { input_tokens, output_tokens, cached_input_tokens = 0, cache_write_tokens = 0, reasoning_tokens = 0 } = usage;
  return {
    usage: {
      prompt_tokens: input_tokens,
      completion_tokens: output_tokens,
      total_tokens: totalOf(usage),
      prompt_tokens_details: { cached_tokens: cached_input_tokens, audio_tokens: 0, cache_write_tokens },
      completion_tokens_details: { reasoning_tokens, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
    },
  };
}

function asked(body: unknown): Asked {
  const messages = listOf(fieldOf(body, 'messages'));
  const roleOf = (message: unknown): string => textOf(fieldOf(message, 'role'));
  const contentsOf = (...roles: readonly string[]): unknown[] => messages.filter((message) => roles.includes(roleOf(message))).map((message) => fieldOf(message, 'content'));
  const names = new Map(
    messages.flatMap((message) => listOf(fieldOf(message, 'tool_calls'))).map((call) => [fieldOf(call, 'id'), textOf(fieldOf(call, 'function', 'name'))]),
  );
  const results = sinceModelSpoke(messages, (message) => roleOf(message) === 'assistant').filter((message) => roleOf(message) === 'tool');
  const format = fieldOf(body, 'response_format', 'type');
  return {
    format: 'openai_chat',
    model: textOf(fieldOf(body, 'model')),
    isStreaming: fieldOf(body, 'stream') === true,
    lastUserText: lastText(contentsOf('user')),
    systemText: contentsOf('system', 'developer').map(contentText).join('\n'),
    toolNames: listOf(fieldOf(body, 'tools')).map((tool) => textOf(fieldOf(tool, 'function', 'name'))),
    toolResults: results.map((message) => ({ name: names.get(fieldOf(message, 'tool_call_id')) ?? '', text: contentText(fieldOf(message, 'content')) })),
    hasOutputSchema: format === 'json_schema',
    outputSchemaName: textOf(fieldOf(body, 'response_format', 'json_schema', 'name')),
    wantsUsage: fieldOf(body, 'stream_options', 'include_usage') === true,
  };
}

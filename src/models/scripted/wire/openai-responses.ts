import type { ScenarioUsage, StopReason } from '../../../contracts/index.ts';
import { isCall, type ScriptedAnswer, type ScriptedPart } from '../answer.ts';
import { contentText, fieldOf, lastText, listOf, sinceModelSpoke, textOf, type Asked } from '../asked.ts';
import { openAiError } from './openai-error.ts';
import { chunksOf, totalOf, type Frame, type WireWriter } from './wire-writer.ts';

/** Why an answer is incomplete; other reasons complete it. */
const INCOMPLETE: Readonly<Partial<Record<StopReason, string>>> = { max_tokens: 'max_output_tokens', content_filter: 'content_filter', unknown: 'mystery' };

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

/** OpenAI's responses. */
export const openAiResponses: WireWriter = {
  streamType: 'text/event-stream',
  asked,
  whole: (answer) => finished(answer),
  frames(answer, chunkChars) {
    const events: { readonly kind: Frame['kind']; readonly data: Event }[] = [];
    const add = (kind: Frame['kind'], data: Event): void => void events.push({ kind, data });
    add('structure', { type: 'response.created', response: begun(answer) });
    add('structure', { type: 'response.in_progress', response: begun(answer) });
    let outputIndex = -1;
    for (const [at, part] of answer.parts.entries()) {
      if (!(isCall(part) && part.sharesIndex && outputIndex >= 0)) outputIndex += 1;
      const place = { item_id: itemId(answer, part, at), output_index: outputIndex };
      const kind = isCall(part) ? 'call' : 'structure';
      add(kind, { type: 'response.output_item.added', output_index: outputIndex, item: itemOf(answer, part, at, 'in_progress') });
      for (const [pieceKind, data] of piecesOf(part, chunkChars)) add(pieceKind, { ...data, ...place });
      add(kind, { type: 'response.output_item.done', output_index: outputIndex, item: itemOf(answer, part, at, 'completed') });
    }
    add('end', { type: answer.stopReason in INCOMPLETE ? 'response.incomplete' : 'response.completed', response: finished(answer) });
    return events.map(({ kind, data }, sequence) => frame(kind, data, sequence));
  },
  loneText: (answer, text) => frame('text', { type: 'response.output_text.delta', item_id: `msg_mock_${answer.number}_0`, output_index: 0, content_index: 0, delta: text, logprobs: [] }, 0),
  error: openAiError,
  errorFrame: (_answer, type, message) => frame('structure', { type: 'error', code: type, message, param: null }, 0),
};

function frame(kind: Frame['kind'], data: Event, sequence: number): Frame {
  return { kind, event: data.type, payload: JSON.stringify({ ...data, sequence_number: sequence }) };
}

/** What all responses say of the request, in round figures. */
function begun(answer: ScriptedAnswer): object {
  return {
    id: `resp_mock_${answer.number}`,
    object: 'response',
    created_at: Math.floor(answer.createdMs / 1_000),
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: answer.model,
    output: [],
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: null,
  };
}

function finished(answer: ScriptedAnswer): object {
  const reason = INCOMPLETE[answer.stopReason];
  return {
    ...begun(answer),
    status: reason === undefined ? 'completed' : 'incomplete',
    incomplete_details: reason === undefined ? null : { reason },
    output: answer.parts.map((part, at) => itemOf(answer, part, at, 'completed')),
    ...usageField(answer.usage),
  };
}

function itemId(answer: ScriptedAnswer, part: ScriptedPart, at: number): string {
  const prefix = { tool_call: 'fc', reasoning: 'rs', text: 'msg', refusal: 'msg' }[part.type];
  return `${prefix}_mock_${answer.number}_${at}`;
}

/** An item as it begins, without content, or as it ends. */
function itemOf(answer: ScriptedAnswer, part: ScriptedPart, at: number, status: 'in_progress' | 'completed'): object {
  const id = itemId(answer, part, at);
  const isDone = status === 'completed';
  if (isCall(part)) {
    const { callId, name, argumentsText } = part;
    return { id, type: 'function_call', status, ...(callId !== null && { call_id: callId }), ...(name !== null && { name }), arguments: isDone ? argumentsText : '' };
  }
  if (part.type === 'reasoning') {
    const summary = isDone && part.text !== '' ? [{ type: 'summary_text', text: part.text }] : [];
    return { id, type: 'reasoning', summary, encrypted_content: isDone ? (part.redacted ?? part.signature ?? null) : null };
  }
  return { id, type: 'message', status, role: 'assistant', content: isDone ? [contentOf(part.type, part.text)] : [] };
}

function contentOf(type: 'text' | 'refusal', text: string): object {
  return type === 'text' ? { type: 'output_text', text, annotations: [], logprobs: [] } : { type: 'refusal', refusal: text };
}

/** What comes between the beginning of an item and its end. */
function piecesOf(part: ScriptedPart, chunkChars: number): (readonly [Frame['kind'], Event])[] {
  if (isCall(part)) {
    const deltas = chunksOf(part.argumentsText, chunkChars).map((delta) => ['call', { type: 'response.function_call_arguments.delta', delta }] as const);
    return [...deltas, ['call', { type: 'response.function_call_arguments.done', arguments: part.argumentsText }]];
  }
  const chunks = chunksOf(part.text, chunkChars);
  if (part.type === 'reasoning') {
    if (chunks.length === 0) return [];
    const at = { summary_index: 0 };
    return [
      ['structure', { type: 'response.reasoning_summary_part.added', ...at, part: { type: 'summary_text', text: '' } }],
      ...chunks.map((delta) => ['text', { type: 'response.reasoning_summary_text.delta', ...at, delta }] as const),
      ['structure', { type: 'response.reasoning_summary_text.done', ...at, text: part.text }],
      ['structure', { type: 'response.reasoning_summary_part.done', ...at, part: { type: 'summary_text', text: part.text } }],
    ];
  }
  const at = { content_index: 0 };
  const name = part.type === 'text' ? 'output_text' : 'refusal';
  const more = part.type === 'text' ? { text: part.text, logprobs: [] } : { refusal: part.text };
  return [
    ['structure', { type: 'response.content_part.added', ...at, part: contentOf(part.type, '') }],
    ...chunks.map((delta) => ['text', { type: `response.${name}.delta`, ...at, delta, ...(part.type === 'text' && { logprobs: [] }) }] as const),
    ['structure', { type: `response.${name}.done`, ...at, ...more }],
    ['structure', { type: 'response.content_part.done', ...at, part: contentOf(part.type, part.text) }],
  ];
}

function usageField(usage: ScenarioUsage): object {
  if (usage === null) return {};
  if ('as_sent' in usage) return { usage: usage.as_sent };
  const { input_tokens, output_tokens, cached_input_tokens = 0, cache_write_tokens = 0, reasoning_tokens = 0 } = usage;
  return {
    usage: {
      input_tokens,
      input_tokens_details: { cached_tokens: cached_input_tokens, cache_write_tokens },
      output_tokens,
      output_tokens_details: { reasoning_tokens },
      total_tokens: totalOf(usage),
    },
  };
}

const BY_MODEL = new Set<unknown>(['function_call', 'reasoning']);

function asked(body: unknown): Asked {
  const input = fieldOf(body, 'input');
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input);
  const contentsOf = (...roles: readonly string[]): unknown[] => items.filter((item) => roles.includes(textOf(fieldOf(item, 'role')))).map((item) => fieldOf(item, 'content'));
  const names = new Map(items.filter((item) => fieldOf(item, 'type') === 'function_call').map((call) => [fieldOf(call, 'call_id'), textOf(fieldOf(call, 'name'))]));
  const recent = sinceModelSpoke(items, (item) => fieldOf(item, 'role') === 'assistant' || BY_MODEL.has(fieldOf(item, 'type')));
  return {
    format: 'openai_responses',
    model: textOf(fieldOf(body, 'model')),
    isStreaming: fieldOf(body, 'stream') === true,
    lastUserText: lastText(contentsOf('user')),
    systemText: [textOf(fieldOf(body, 'instructions')), ...contentsOf('system', 'developer').map(contentText)].filter((text) => text !== '').join('\n'),
    toolNames: listOf(fieldOf(body, 'tools')).map((tool) => textOf(fieldOf(tool, 'name'))),
    toolResults: recent
      .filter((item) => fieldOf(item, 'type') === 'function_call_output')
      .map((item) => ({ name: names.get(fieldOf(item, 'call_id')) ?? '', text: contentText(fieldOf(item, 'output')) })),
    hasOutputSchema: fieldOf(body, 'text', 'format', 'type') === 'json_schema',
    outputSchemaName: textOf(fieldOf(body, 'text', 'format', 'name')),
    wantsUsage: true,
  };
}

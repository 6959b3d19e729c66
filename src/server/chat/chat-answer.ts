import type { ChatChunk, ChatCompletion, ChatFinishReason, ChatUsage, ResponseResource, ResponseStreamEvent, ResponseUsage } from '../../contracts/index.ts';

type Delta = ChatChunk['choices'][number]['delta'];

export interface ChatAnswer {
  /** `chatcmpl-` and what its record goes by. */
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

export function chatIdOf(responseId: string): string {
  return `chatcmpl-${responseId.slice(responseId.indexOf('_') + 1)}`;
}

/** A whole answer, put together from what the response came to. */
export function completionOf({ id, created, model }: ChatAnswer, resource: ResponseResource): ChatCompletion {
  const parts = resource.output.flatMap((item) => (item.type === 'message' ? item.content : []));
  const texts = parts.flatMap((part) => (part.type === 'output_text' ? [part] : []));
  const refusals = parts.flatMap((part) => (part.type === 'refusal' ? [part.refusal] : []));
  const calls = resource.output.flatMap((item) => (item.type === 'function_call' ? [{ id: item.call_id, type: 'function' as const, function: { name: item.name, arguments: item.arguments } }] : []));
  const thoughts = resource.output.flatMap((item) => (item.type === 'reasoning' ? item.summary.map(({ text }) => text) : [])).join('\n');
  const annotations = texts.flatMap((part) => part.annotations.map(({ url, title, start_index, end_index }) => ({ type: 'url_citation' as const, url_citation: { url, title, start_index, end_index } })));
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: texts.length === 0 ? null : texts.map(({ text }) => text).join('\n'),
          refusal: refusals.length === 0 ? null : refusals.join('\n'),
          ...(thoughts !== '' && { reasoning_content: thoughts }),
          ...(calls.length > 0 && { tool_calls: calls }),
          ...(annotations.length > 0 && { annotations }),
        },
        finish_reason: finishReasonOf(resource),
        logprobs: null,
      },
    ],
    usage: chatUsageOf(resource.usage),
  };
}

/** Events of a response as chunks of a chat. Calls are numbered by themselves, in the order in which they began. */
export function createChunks({ id, created, model }: ChatAnswer, send: (chunk: ChatChunk) => void): { take(event: ResponseStreamEvent): void; end(resource: ResponseResource, withUsage: boolean): void } {
  const calls = new Map<number, number>();
  const chunk = (delta: Delta, finish: ChatFinishReason | null = null): void => send({ id, object: 'chat.completion.chunk', created, model, choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }] });
  return {
    take(event) {
      switch (event.type) {
        case 'response.created':
          return chunk({ role: 'assistant', content: '' });
        case 'response.output_text.delta':
          return chunk({ content: event.delta });
        case 'response.refusal.delta':
          return chunk({ refusal: event.delta });
        case 'response.reasoning_summary_text.delta':
          return chunk({ reasoning_content: event.delta });
        case 'response.output_item.added': {
          if (event.item.type !== 'function_call') return undefined;
          calls.set(event.output_index, calls.size);
          return chunk({ tool_calls: [{ index: calls.size - 1, id: event.item.call_id, type: 'function', function: { name: event.item.name, arguments: '' } }] });
        }
        case 'response.function_call_arguments.delta':
          return chunk({ tool_calls: [{ index: calls.get(event.output_index) ?? 0, function: { arguments: event.delta } }] });
        default:
          return undefined;
      }
    },
    end(resource, withUsage) {
      chunk({}, finishReasonOf(resource));
      if (withUsage) send({ id, object: 'chat.completion.chunk', created, model, choices: [], usage: chatUsageOf(resource.usage) });
    },
  };
}

function finishReasonOf({ output, incomplete_details: incomplete }: ResponseResource): ChatFinishReason {
  if (incomplete?.reason === 'max_output_tokens') return 'length';
  if (incomplete?.reason === 'content_filter') return 'content_filter';
  return output.some(({ type }) => type === 'function_call') ? 'tool_calls' : 'stop';
}

function chatUsageOf(usage: ResponseUsage | null): ChatUsage {
  return {
    prompt_tokens: usage?.input_tokens ?? 0,
    completion_tokens: usage?.output_tokens ?? 0,
    total_tokens: usage?.total_tokens ?? 0,
    prompt_tokens_details: { cached_tokens: usage?.input_tokens_details.cached_tokens ?? 0 },
    completion_tokens_details: { reasoning_tokens: usage?.output_tokens_details.reasoning_tokens ?? 0 },
  };
}

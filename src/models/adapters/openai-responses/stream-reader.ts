import { createSseReader, type SseEvent } from '../../wire/sse.ts';
import type { AnswerReader, Target } from '../adapter.ts';
import { createAnswerBuilder } from '../answer-builder.ts';
import { brokenOff, emptyAnswer } from '../openai-shared/answer-faults.ts';
import { faultOfErrorPiece } from '../openai-shared/provider-error.ts';
import { parsePiece } from '../openai-shared/wire-piece.ts';
import { sealMakerOf } from '../seals.ts';
import { objectOf, textOf, type WireObject } from '../wire-values.ts';
import { createItemsReader } from './read-items.ts';
import { finishResponse } from './read-response.ts';
import { createSequenceGuard } from './sequence-guard.ts';

/** The format has none; gateways that speak several formats send it all the same. */
const END_MARKER = '[DONE]';

export function createResponsesStreamReader({ modelId, provider }: Target): AnswerReader {
  const stream = createSseReader();
  const answer = createAnswerBuilder(modelId, sealMakerOf(provider));
  const isRepeat = createSequenceGuard();
  let responseId = '';
  const items = createItemsReader(answer, () => responseId);
  let hasBegun = false;
  let hasEnded = false;

  const start = (response: WireObject): void => {
    responseId ||= textOf(response['id']);
    if (responseId !== '') answer.start(responseId);
  };
  const finish = (response: WireObject, status: string): void => {
    start(response);
    hasEnded = true;
    finishResponse({ ...response, status: response['status'] ?? status }, answer, items);
  };
  /** Events that are not listed tell nothing that these do not. */
  const readEvent = (type: string, event: WireObject): void => {
    const { output_index: index, content_index: contentIndex } = event;
    const delta = textOf(event['delta']);
    const item = objectOf(event['item']) ?? {};
    switch (type) {
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        return start(objectOf(event['response']) ?? {});
      case 'response.output_item.added':
        return items.beginItem(index, item);
      case 'response.output_item.done':
        return items.wholeItem(index, item);
      case 'response.output_text.delta':
        return items.words('text', index, contentIndex, delta);
      case 'response.refusal.delta':
        return items.words('refusal', index, contentIndex, delta);
      case 'response.reasoning_summary_text.delta':
        return items.reasoning(index, `summary ${String(event['summary_index'])}`, delta);
      case 'response.reasoning_text.delta':
        return items.reasoning(index, `text ${String(contentIndex)}`, delta);
      case 'response.function_call_arguments.delta':
        return items.callArguments(index, delta);
      case 'response.function_call_arguments.done':
        return items.wholeArguments(index, textOf(event['arguments']));
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return finish(objectOf(event['response']) ?? {}, type.slice('response.'.length));
      case 'error':
        throw faultOfErrorPiece(event);
      default:
        return undefined;
    }
  };
  const read = ({ event: name, data }: SseEvent): void => {
    if (hasEnded || data.trim() === '' || data.trim() === END_MARKER) return;
    hasBegun = true;
    const event = parsePiece(data);
    if (isRepeat(event['sequence_number'], data)) return answer.repair('repeated_chunk_dropped');
    const type = textOf(event['type']) || name;
    // Gateways break off with the error of the other format.
    if (type === 'message' && objectOf(event['error']) !== undefined) throw faultOfErrorPiece(event);
    return readEvent(type, event);
  };

  return {
    push(text) {
      for (const event of stream.push(text)) read(event);
      return answer.take();
    },
    end() {
      for (const event of stream.end()) read(event);
      if (!hasBegun) throw emptyAnswer();
      if (!hasEnded) throw brokenOff();
      return answer.take();
    },
  };
}

import type { ModelUsage, StopReason } from '../../../contracts/index.ts';
import { CallFault } from '../../failure/faults.ts';
import type { AnswerBuilder } from '../answer-builder.ts';
import { readUsage } from '../read-usage.ts';
import { faultOfErrorPiece } from '../openai-shared/provider-error.ts';
import { listOf, objectOf, textOf, type WireObject } from '../wire-values.ts';
import type { ItemsReader } from './read-items.ts';

/** Ends the answer as the whole response says. Throws when it failed. */
export function finishResponse(response: WireObject, answer: AnswerBuilder, items: ItemsReader): void {
  const { status } = response;
  if (objectOf(response['error']) !== undefined || status === 'failed') throw faultOfErrorPiece(response);
  if (status === 'cancelled') throw new CallFault('truncated', 'the provider broke its answer off');
  for (const [index, value] of listOf(response['output']).entries()) {
    const item = objectOf(value);
    if (item !== undefined) items.lastItem(index, item);
  }
  const usage = objectOf(response['usage']);
  if (usage !== undefined) answer.usage(readResponseUsage(usage));
  answer.finish(status === 'incomplete' ? reasonCut(response) : reasonEnded(answer.hasCalls, items.hasRefusal));
}

function reasonEnded(hasCalls: boolean, hasRefusal: boolean): StopReason {
  if (hasCalls) return 'tool_calls';
  return hasRefusal ? 'refusal' : 'end_turn';
}

function reasonCut(response: WireObject): StopReason {
  switch (textOf(objectOf(response['incomplete_details'])?.['reason'])) {
    case 'max_output_tokens':
      return 'max_tokens';
    case 'content_filter':
      return 'content_filter';
    default:
      return 'unknown';
  }
}

function readResponseUsage(usage: WireObject): ModelUsage {
  const inputDetails = objectOf(usage['input_tokens_details']);
  return readUsage({
    input: usage['input_tokens'],
    output: usage['output_tokens'],
    cachedInput: inputDetails?.['cached_tokens'],
    cacheWrite: inputDetails?.['cache_write_tokens'],
    reasoning: objectOf(usage['output_tokens_details'])?.['reasoning_tokens'],
  });
}

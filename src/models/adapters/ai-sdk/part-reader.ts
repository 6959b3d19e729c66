import type { ModelId, ModelStreamEvent, ModelUsage, StopReason } from '../../../contracts/index.ts';
import { CallFault } from '../../failure/faults.ts';
import { createAnswerBuilder } from '../answer-builder.ts';
import { argumentsTextOf } from '../call-arguments.ts';
import { readUsage } from '../read-usage.ts';
import { objectOf, textOf, type WireObject } from '../wire-values.ts';
import { faultFromError } from './model-error.ts';

const STOP_REASONS: Readonly<Record<string, StopReason>> = { stop: 'end_turn', length: 'max_tokens', 'content-filter': 'content_filter', 'tool-calls': 'tool_calls' };

/** They say nothing that an answer holds. */
const SILENT_KINDS = new Set(['stream-start', 'text-start', 'text-end', 'tool-input-end', 'raw', 'ping', 'source']);

export interface PartReader {
  read(part: unknown): readonly ModelStreamEvent[];
  /** Throws unless the answer had ended. */
  end(): void;
  readonly isFinished: boolean;
}

/** Reads the parts of an answer, of every version of the interface: they differ in how they finish only. */
export function createPartReader(modelId: ModelId): PartReader {
  const answer = createAnswerBuilder(modelId);
  /** Calls that began and are not yet given whole. */
  const openCalls = new Set<string>();
  /** Calls that the provider carries out itself, and calls whose pieces are no JSON. */
  const unread = new Set<string>();
  let hasParts = false;
  let isFinished = false;

  const beginInput = (part: WireObject): void => {
    const id = textOf(part['id']);
    if (part['providerExecuted'] === true) {
      unread.add(id);
      answer.repair('unknown_part_ignored');
      return;
    }
    if (part['inputEncoding'] === 'text') unread.add(id);
    openCalls.add(id);
    answer.beginCall(id, id, textOf(part['toolName']));
  };
  const takeCall = (part: WireObject): void => {
    if (part['providerExecuted'] === true) {
      answer.repair('unknown_part_ignored');
      return;
    }
    const id = textOf(part['toolCallId']);
    const text = argumentsTextOf(part['input']);
    openCalls.delete(id);
    if (answer.hasBegun(id)) answer.replaceArguments(id, text);
    else if (answer.beginCall(id, id, textOf(part['toolName']))) answer.callArguments(id, text);
  };
  /** What the provider wants back with this reasoning is kept as one text, in place of a signature. The last one counts. */
  const seals = new Map<string, string>();
  const takeSeal = (part: WireObject): void => {
    const seal = objectOf(part['providerMetadata']);
    if (seal === undefined) return;
    seals.set(textOf(part['id']), JSON.stringify(seal));
    // Sealed reasoning may have no words, and it has its place among the other parts all the same.
    answer.sealReasoning(textOf(part['id']), {});
  };
  const finish = (part: WireObject): void => {
    const given = part['finishReason'];
    const reason = textOf(given) || textOf(objectOf(given)?.['unified']);
    if (reason === 'error') throw new CallFault('provider_error', 'The model ended its answer with an error.');
    if (isCut(reason, openCalls.size)) throw new CallFault('truncated', 'The answer of the model broke off before its end.');
    for (const [id, signature] of seals) answer.sealReasoning(id, { signature });
    answer.usage(usageOf(objectOf(part['usage']) ?? {}));
    answer.finish((Object.hasOwn(STOP_REASONS, reason) ? STOP_REASONS[reason] : undefined) ?? 'unknown');
    isFinished = true;
  };

  return {
    read(value) {
      const part = objectOf(value) ?? {};
      const id = textOf(part['id']);
      hasParts = true;
      switch (part['type']) {
        case 'response-metadata':
          answer.start(id);
          break;
        case 'text-delta':
          answer.text(id, textOf(part['delta']));
          break;
        case 'reasoning-start':
        case 'reasoning-end':
          takeSeal(part);
          break;
        case 'reasoning-delta':
          answer.reasoning(id, textOf(part['delta']));
          takeSeal(part);
          break;
        case 'tool-input-start':
          beginInput(part);
          break;
        case 'tool-input-delta':
          if (!unread.has(id)) answer.callArguments(id, textOf(part['delta']));
          break;
        case 'tool-call':
          takeCall(part);
          break;
        case 'error':
          throw faultFromError(part['error']);
        case 'finish':
          finish(part);
          break;
        default:
          if (!SILENT_KINDS.has(textOf(part['type']))) answer.repair('unknown_part_ignored');
      }
      return answer.take();
    },
    end() {
      if (isFinished) return;
      throw hasParts ? new CallFault('truncated', 'The answer of the model broke off before its end.') : new CallFault('empty', 'The model answered with nothing.');
    },
    get isFinished() {
      return isFinished;
    },
  };
}

/** A call that is not whole when the model stops by itself was lost on the way; only a full answer may cut one. */
function isCut(reason: string, openCalls: number): boolean {
  return reason === 'interrupted' || (openCalls > 0 && reason !== 'length');
}

/** Figures stood side by side in the second version and stand in groups since. */
function usageOf(usage: WireObject): ModelUsage {
  const input = objectOf(usage['inputTokens']);
  const output = objectOf(usage['outputTokens']);
  return readUsage({
    input: input === undefined ? usage['inputTokens'] : input['total'],
    output: output === undefined ? usage['outputTokens'] : output['total'],
    cachedInput: input === undefined ? usage['cachedInputTokens'] : input['cacheRead'],
    cacheWrite: input?.['cacheWrite'],
    reasoning: output === undefined ? usage['reasoningTokens'] : output['reasoning'],
  });
}

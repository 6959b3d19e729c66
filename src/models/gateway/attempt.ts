import type { ModelAttempt, ModelFault, ModelId, ModelRequest, ModelResponse, ModelStreamEvent } from '../../contracts/index.ts';
import { KeelsonError, timestamp, type Clock, type Random } from '../../kernel/index.ts';
import type { Target } from '../adapters/adapter.ts';
import { readUsage } from '../adapters/read-usage.ts';
import { requestHash } from '../cassettes/request-hash.ts';
import { settleOutput } from '../decode/structured-output.ts';
import { CallFault } from '../failure/faults.ts';
import type { HttpLimits } from '../http/http-port.ts';
import type { AnswersKept } from '../routing/answers-kept.ts';
import { healConversation } from '../shape/heal-conversation.ts';
import type { AnswerPort } from './answer-port.ts';
import { limitsFor, limitsWithin } from './limits.ts';
import { nextTry } from './next-try.ts';
import type { TryOutcome } from './try-outcome.ts';
import { withoutKey } from './without-key.ts';

/** A model that can be asked now, with the key for it; hears how it went. */
export interface Lease {
  readonly kind: 'leased';
  readonly target: Target;
  /** How long it took to get. */
  readonly waitedMs: number;
  /** More than the model ever writes is not asked for. */
  readonly outputTokensMax: number;
  answered(response: ModelResponse): void;
  /** Tells whether the model can be asked at once with another key. */
  failed(fault: CallFault): boolean;
  /** Neither: whoever asked no longer wants to know. */
  cancelled(): void;
}

/** None of the candidates can be asked in time. */
export interface NoLease {
  readonly kind: 'none';
  readonly modelId: ModelId;
  readonly fault: ModelFault;
  readonly detail: string;
  readonly waitedMs: number;
  readonly hasOtherKey: boolean;
}

export interface AttemptOrder {
  readonly request: ModelRequest;
  /** The best first; which of them is asked depends on which is free and well. */
  readonly candidates: readonly ModelId[];
  /** The tries that failed before this one. */
  readonly before: readonly ModelAttempt[];
  /** Milliseconds left for the whole call. */
  readonly leftMs: number;
  readonly signal: AbortSignal;
  onEvent?(event: ModelStreamEvent): void;
}

export interface AttemptPorts {
  readonly answers: AnswerPort;
  readonly clock: Clock;
  readonly random: Random;
  /** Instead of those of the provider. */
  readonly limits?: HttpLimits | undefined;
  /** Earlier answers, where a person allows them to be used again. */
  readonly kept?: AnswersKept | undefined;
  lease(candidates: readonly ModelId[], order: Pick<AttemptOrder, 'request' | 'leftMs' | 'signal'>): Promise<Lease | NoLease>;
}

/**
 * Asks one model once. Rejects only with `model.cancelled`, when it was stopped: a broken connection after a stop is the stop,
 * never a reason to try again.
 */
export async function makeAttempt(order: AttemptOrder, ports: AttemptPorts): Promise<TryOutcome> {
  const [first] = order.candidates;
  const reused = first === undefined ? undefined : await ports.kept?.get(requestHash(order.request, first));
  if (reused !== undefined) return reuse(reused, order, ports.clock);
  const startedAt = timestamp(ports.clock);
  const leased = await ports.lease(order.candidates, order);
  if (leased.kind === 'leased') return askOne(leased, order, ports);
  const { modelId, fault, detail, waitedMs, hasOtherKey } = leased;
  const attempt: ModelAttempt = { model_id: modelId, started_at: startedAt, duration_ms: 0, first_byte_ms: null, outcome: 'not_sent', fault, detail, waited_ms: waitedMs };
  return failedTry(attempt, order, { leftMs: order.leftMs - waitedMs, hasOtherKey, retryAfterMs: undefined, random: ports.random });
}

/** It costs nothing, so it has used nothing. */
function reuse(kept: ModelResponse, { onEvent }: AttemptOrder, clock: Clock): TryOutcome {
  const response: ModelResponse = { ...kept, usage: readUsage({ input: 0, output: 0 }) };
  onEvent?.({ type: 'finished', response });
  return { kind: 'answered', response, attempt: { model_id: kept.model_id, started_at: timestamp(clock), duration_ms: 0, first_byte_ms: null, outcome: 'reused', fault: null, detail: '', waited_ms: 0 } };
}

async function askOne(leased: Lease, order: AttemptOrder, { answers, clock, random, limits, kept }: AttemptPorts): Promise<TryOutcome> {
  const { request, leftMs, signal, onEvent } = order;
  const { target, waitedMs } = leased;
  const startedAt = timestamp(clock);
  const started = clock.monotonicMs();
  let firstByteMs: number | null = null;
  const attempt = (outcome: ModelAttempt['outcome'], fault: ModelAttempt['fault'], detail: string): ModelAttempt => ({
    model_id: target.modelId,
    started_at: startedAt,
    duration_ms: clock.monotonicMs() - started,
    first_byte_ms: firstByteMs,
    outcome,
    fault,
    detail,
    waited_ms: waitedMs,
  });
  const { messages } = healConversation(request.messages);
  const asked = { ...request, messages: [...messages], max_output_tokens: Math.min(request.max_output_tokens, leased.outputTokensMax) };
  const settled = settleOutput(asked, target.provider.structured_output);
  try {
    if (signal.aborted) throw signal.reason;
    const answered = await answers({
      request: settled.request,
      target,
      limits: limitsWithin(limits ?? limitsFor(target.provider), leftMs - waitedMs),
      signal,
      onEvent(event) {
        firstByteMs ??= clock.monotonicMs() - started;
        if (event.type !== 'finished') onEvent?.(event);
      },
    });
    const response = settled.restore(answered);
    leased.answered(response);
    await kept?.keep(requestHash(request, target.modelId), request, response);
    onEvent?.({ type: 'finished', response });
    return { kind: 'answered', response, attempt: attempt('answered', null, '') };
  } catch (error) {
    if (signal.aborted) {
      leased.cancelled();
      throw cancelled(target.modelId);
    }
    if (!(error instanceof CallFault)) {
      leased.cancelled();
      throw error;
    }
    const hasOtherKey = leased.failed(error);
    const detail = withoutKey(error.message, target.key).slice(0, DETAIL_CHARS_MAX);
    return failedTry(attempt('failed', error.fault, detail), order, { leftMs: leftMs - waitedMs - (clock.monotonicMs() - started), hasOtherKey, retryAfterMs: error.retryAfterMs, random });
  }
}

/** Details are bounded where they are stored. */
const DETAIL_CHARS_MAX = 2_000;

interface Circumstances {
  readonly leftMs: number;
  readonly hasOtherKey: boolean;
  readonly retryAfterMs: number | undefined;
  readonly random: Random;
}

function failedTry(attempt: ModelAttempt, { candidates, before }: AttemptOrder, circumstances: Circumstances): TryOutcome {
  const tries = before.filter(({ model_id }) => model_id === attempt.model_id).length + 1;
  const others = candidates.filter((modelId) => modelId !== attempt.model_id).length;
  return { kind: 'failed', attempt, next: nextTry({ fault: attempt.fault ?? 'provider_error', number: before.length + 1, tries, others, ...circumstances }) };
}

export function cancelled(modelId: ModelId): KeelsonError<'model.cancelled'> {
  return new KeelsonError('model.cancelled', {
    message: `The call to ${modelId} was stopped.`,
    nextStep: 'Nothing more is done for it; ask again when the answer is wanted after all.',
    data: { model_id: modelId },
  });
}

import type { ModelAttempt, ModelFault, ModelId } from '../../contracts/index.ts';
import { hasCode, KeelsonError, type Clock, type Random } from '../../kernel/index.ts';
import { backoffMs } from '../failure/backoff.ts';
import { REMEDY } from '../failure/classify.ts';
import { cancelled, type AttemptAnswer } from './attempt.ts';
import { TRIES_MAX, TRIES_PER_MODEL_MAX } from './limits.ts';

export interface FailoverOrder {
  readonly candidates: readonly { readonly modelId: ModelId; readonly contextTokens: number }[];
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** One try. The candidates are those that may still be asked, the best first. */
  attempt(number: number, candidates: readonly ModelId[], leftMs: number): Promise<AttemptAnswer>;
  /** What was shown of an answer that then failed is to be forgotten. */
  onRestart?(failed: ModelAttempt): void;
}

export interface FailoverPorts {
  readonly clock: Clock;
  readonly random: Random;
  /** Resolves after so long, or at once when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export interface FailoverAnswer extends AttemptAnswer {
  readonly attempts: readonly ModelAttempt[];
}

/**
 * Tries until there is an answer: the same model again where waiting helps, another one where it does not. It depends on
 * nothing but the outcomes of its tries, so a run that is resumed takes the same path. Nothing is tried again after a stop.
 */
export async function callWithFailover({ candidates, deadlineMs, signal, attempt, onRestart }: FailoverOrder, { clock, random, wait }: FailoverPorts): Promise<FailoverAnswer> {
  const attempts: ModelAttempt[] = [];
  let left = [...candidates];
  for (let number = 1; ; number += 1) {
    let failed: KeelsonError<'model.attempt_failed'>;
    try {
      const answer = await attempt(number, left.map(({ modelId }) => modelId), deadlineMs - clock.monotonicMs());
      return { ...answer, attempts: [...attempts, answer.attempt] };
    } catch (error) {
      if (!hasCode(error, 'model.attempt_failed')) throw error;
      failed = error;
    }
    const { retry_after_ms: retryAfterMs, ...data } = failed.data;
    const tried: ModelAttempt = { ...data, fault: data.fault as ModelFault, outcome: 'failed' };
    attempts.push(tried);
    onRestart?.(tried);
    const tries = attempts.filter(({ model_id }) => model_id === tried.model_id).length;
    const pauseMs = backoffMs({ tries, retryAfterMs: retryAfterMs ?? undefined, leftMs: deadlineMs - clock.monotonicMs(), random });
    const remedy = REMEDY[tried.fault ?? 'provider_error'];
    const mayRetry = remedy === 'retry' && tries < TRIES_PER_MODEL_MAX && pauseMs !== undefined;
    left = mayRetry ? left : withoutFailed(left, tried);
    const isOver = remedy === 'give_up' || left.length === 0 || number >= TRIES_MAX || clock.monotonicMs() >= deadlineMs;
    if (isOver) throw callFailed(attempts, failed);
    if (mayRetry) await wait(pauseMs, signal);
    if (signal.aborted) throw cancelled(tried.model_id);
  }
}

type Candidates = FailoverOrder['candidates'][number][];

function withoutFailed(left: Candidates, { model_id: failed, fault }: ModelAttempt): Candidates {
  const tokens = left.find(({ modelId }) => modelId === failed)?.contextTokens ?? 0;
  const others = left.filter(({ modelId }) => modelId !== failed);
  // Where the conversation did not fit, it will not fit into less.
  return fault === 'context_too_long' ? others.filter(({ contextTokens }) => contextTokens > tokens) : others;
}

function callFailed(attempts: readonly ModelAttempt[], last: KeelsonError<'model.attempt_failed'>): KeelsonError<'model.call_failed'> {
  const models = [...new Set(attempts.map(({ model_id }) => model_id))];
  return new KeelsonError('model.call_failed', {
    message: `No model answered after ${attempts.length} ${attempts.length === 1 ? 'try' : 'tries'} (${models.join(', ')}). The last failure was ${last.data.fault}: ${last.data.detail}`,
    nextStep: adviceFor(last.data.fault as ModelFault),
    data: { fault: last.data.fault, model_id: last.data.model_id, attempts: attempts.length, detail: last.data.detail },
    cause: last,
  });
}

function adviceFor(fault: ModelFault): string {
  switch (fault) {
    case 'authentication':
      return 'Check the key for this provider: `keelson models --check` tries it.';
    case 'payment':
      return 'The account with this provider has no credit left; top it up or configure another model.';
    case 'not_found':
      return 'The provider does not know this model; `keelson models --check` lists what it serves.';
    case 'context_too_long':
      return 'The conversation is too long for every configured model; shorten it or configure one with a larger context.';
    case 'connection_refused':
    case 'address_unknown':
      return 'Check that the server runs and its address is right: `keelson models --check` tries it.';
    default:
      return 'Try again later, or configure a second model to fall back to.';
  }
}

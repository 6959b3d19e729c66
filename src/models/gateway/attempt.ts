import type { ModelAttempt, ModelId, ModelRequest, ModelResponse, ModelStreamEvent } from '../../contracts/index.ts';
import { KeelsonError, timestamp, type Clock } from '../../kernel/index.ts';
import type { Target } from '../adapters/adapter.ts';
import { readUsage } from '../adapters/read-usage.ts';
import { requestHash } from '../cassettes/request-hash.ts';
import { settleOutput } from '../decode/structured-output.ts';
import { CallFault } from '../failure/faults.ts';
import type { HttpLimits } from '../http/http-port.ts';
import type { AnswersKept } from '../routing/answers-kept.ts';
import { healConversation } from '../shape/heal-conversation.ts';
import type { AnswerPort } from './answer-port.ts';
import { limitsWithin } from './limits.ts';

/** A model that can be asked now, with the key for it; hears how it went. */
export interface Lease {
  readonly target: Target;
  /** How long it took to get. */
  readonly waitedMs: number;
  /** More than the model ever writes is not asked for. */
  readonly outputTokensMax: number;
  answered(response: ModelResponse): void;
  failed(fault: CallFault): void;
  /** Neither: whoever asked no longer wants to know. */
  cancelled(): void;
}

export interface AttemptOrder {
  readonly request: ModelRequest;
  /** The best first; which of them is asked depends on which is free and well. */
  readonly candidates: readonly ModelId[];
  /** Milliseconds left for the whole call. */
  readonly leftMs: number;
  readonly signal: AbortSignal;
  onEvent?(event: ModelStreamEvent): void;
}

export interface AttemptAnswer {
  readonly response: ModelResponse;
  readonly attempt: ModelAttempt;
}

export interface AttemptPorts {
  readonly answers: AnswerPort;
  readonly clock: Clock;
  readonly limits: HttpLimits;
  /** Earlier answers, where a person allows them to be used again. */
  readonly kept?: AnswersKept | undefined;
  /** Throws `model.attempt_failed` when none of the candidates can be asked in time. */
  lease(candidates: readonly ModelId[], order: { readonly request: ModelRequest; readonly leftMs: number; readonly signal: AbortSignal }): Promise<Lease>;
}

/**
 * Asks one model once. Rejects with `model.attempt_failed`, or with `model.cancelled` when it was stopped: a broken
 * connection after a stop is the stop, never a reason to try again.
 */
export async function makeAttempt(order: AttemptOrder, ports: AttemptPorts): Promise<AttemptAnswer> {
  const [first] = order.candidates;
  const reused = first === undefined ? undefined : await ports.kept?.get(requestHash(order.request, first));
  return reused === undefined ? askOne(order, ports) : reuse(reused, order, ports.clock);
}

/** It costs nothing, so it has used nothing. */
function reuse(kept: ModelResponse, { onEvent }: AttemptOrder, clock: Clock): AttemptAnswer {
  const response: ModelResponse = { ...kept, usage: readUsage({ input: 0, output: 0 }) };
  onEvent?.({ type: 'finished', response });
  return { response, attempt: { model_id: kept.model_id, started_at: timestamp(clock), duration_ms: 0, first_byte_ms: null, outcome: 'reused', fault: null, detail: '', waited_ms: 0 } };
}

async function askOne({ request, candidates, leftMs, signal, onEvent }: AttemptOrder, { answers, clock, limits, kept, lease }: AttemptPorts): Promise<AttemptAnswer> {
  const leased = await lease(candidates, { request, leftMs, signal });
  const { target } = leased;
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
    waited_ms: leased.waitedMs,
  });
  const startedAt = timestamp(clock);
  const { messages } = healConversation(request.messages);
  const asked = { ...request, messages: [...messages], max_output_tokens: Math.min(request.max_output_tokens, leased.outputTokensMax) };
  const settled = settleOutput(asked, target.provider.structured_output);
  try {
    if (signal.aborted) throw signal.reason;
    const answered = await answers({
      request: settled.request,
      target,
      limits: limitsWithin(limits, leftMs - leased.waitedMs),
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
    return { response, attempt: attempt('answered', null, '') };
  } catch (error) {
    if (signal.aborted) {
      leased.cancelled();
      throw cancelled(target.modelId);
    }
    if (!(error instanceof CallFault)) {
      leased.cancelled();
      throw error;
    }
    leased.failed(error);
    throw attemptFailed(attempt('failed', error.fault, withoutKey(error.message, target.key)), error.retryAfterMs);
  }
}

export function cancelled(modelId: ModelId): KeelsonError<'model.cancelled'> {
  return new KeelsonError('model.cancelled', {
    message: `The call to ${modelId} was stopped.`,
    nextStep: 'Nothing more is done for it; ask again when the answer is wanted after all.',
    data: { model_id: modelId },
  });
}

export function attemptFailed({ outcome: _outcome, fault, ...rest }: ModelAttempt, retryAfterMs: number | undefined): KeelsonError<'model.attempt_failed'> {
  return new KeelsonError('model.attempt_failed', {
    message: `${rest.model_id} did not answer (${fault ?? 'unknown'}): ${rest.detail}`,
    nextStep: 'It is tried again, or another model is asked, as far as time and budget allow.',
    data: { ...rest, fault: fault ?? 'provider_error', retry_after_ms: retryAfterMs ?? null },
  });
}

/** Details are bounded where they are stored. */
const DETAIL_CHARS_MAX = 2_000;

/** Servers have been seen to quote the key they refuse. */
function withoutKey(detail: string, key: string | undefined): string {
  return (key === undefined || key === '' ? detail : detail.replaceAll(key, '[key]')).slice(0, DETAIL_CHARS_MAX);
}

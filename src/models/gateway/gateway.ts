import type { ModelAttempt, ModelId, ModelRequest, ModelStreamEvent } from '../../contracts/index.ts';
import type { Random } from '../../kernel/index.ts';
import type { HttpLimits } from '../http/http-port.ts';
import type { AnswersKept } from '../routing/answers-kept.ts';
import type { AnswerPort } from './answer-port.ts';
import { makeAttempt, type AttemptOrder } from './attempt.ts';
import { callWithFailover, type FailoverAnswer, type FailoverOrder } from './failover.ts';
import { createLeases, type LeasePorts } from './leases.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { modelInUse, type ModelsInUse } from './models-in-use.ts';
import type { TryOutcome } from './try-outcome.ts';

/** After `restarted` everything that was told of the answer before is void. */
export type GatewayEvent = ModelStreamEvent | { readonly type: 'restarted'; readonly failed: ModelAttempt };

export interface GatewayCall {
  readonly request: ModelRequest;
  /** The best first. */
  readonly candidates: readonly ModelId[];
  readonly signal: AbortSignal;
  /** For all tries together. */
  readonly timeoutMs?: number;
  onEvent?(event: GatewayEvent): void;
}

export interface GatewayPorts extends LeasePorts {
  readonly answers: AnswerPort;
  readonly random: Random;
  readonly limits?: HttpLimits;
  /** Given where earlier answers may be used again. */
  readonly kept?: AnswersKept | undefined;
}

/** All traffic to models. Rejects with `model.call_failed`, or with `model.cancelled` when it was stopped. */
export interface Gateway {
  readonly models: ModelsInUse;
  /** Models that are left alone for now, because their endpoint does not work. */
  unwell(): ReadonlySet<ModelId>;
  call(call: GatewayCall): Promise<FailoverAnswer>;
  /** One try, for whoever records each by itself. */
  attempt(order: AttemptOrder): Promise<TryOutcome>;
  /** The same path of tries over attempts that somebody else makes. */
  failover(call: Omit<GatewayCall, 'request'>, attempt: FailoverOrder['attempt']): Promise<FailoverAnswer>;
}

export function createGateway({ models, answers, clock, random, wait, resolveKey, kept, limits }: GatewayPorts): Gateway {
  const { lease, unwell } = createLeases({ models, clock, wait, resolveKey });
  const attempt = (order: AttemptOrder): Promise<TryOutcome> => makeAttempt(order, { answers, clock, random, limits, kept, lease });
  const failover: Gateway['failover'] = ({ candidates, signal, timeoutMs = (limits ?? DEFAULT_LIMITS).totalMs, onEvent }, attemptOne) =>
    callWithFailover(
      {
        candidates: candidates.map((modelId) => ({ modelId, contextTokens: modelInUse(models, modelId).settings.context_tokens })),
        deadlineMs: clock.monotonicMs() + timeoutMs,
        signal,
        attempt: attemptOne,
        onRestart: (failed) => onEvent?.({ type: 'restarted', failed }),
      },
      { clock, wait },
    );
  return {
    models,
    unwell,
    attempt,
    failover,
    call: (call) =>
      failover(call, async (candidates, before, leftMs) => ({
        outcome: await attempt({ request: call.request, candidates, before, leftMs, signal: call.signal, ...(call.onEvent && { onEvent: call.onEvent }) }),
        isRecorded: false,
      })),
  };
}

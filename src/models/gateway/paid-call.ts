import type { CostVector, CounterAmounts, ModelId, ModelResponse, TokenCalibration } from '../../contracts/index.ts';
import { invariant, timestamp, type Clock } from '../../kernel/index.ts';
import type { CounterOperations } from '../../ledger/index.ts';
import { costVectorFor } from '../money/cost-vector.ts';
import { utcDay } from '../stability/compose-prompt.ts';
import { uncalibrated } from '../tokens/calibration.ts';
import type { Gateway, GatewayCall } from './gateway.ts';
import { spendingOf } from './spending.ts';

/** Something set aside, until it is known what was used of it. */
export interface HeldAmounts {
  settle(used: CounterAmounts): void;
}

/** Where calls outside of runs are paid from. Rejects with `counter.exhausted` when there is not so much left. */
export interface Purse {
  take(amounts: CounterAmounts): Promise<HeldAmounts>;
}

export interface PaidCall extends Pick<GatewayCall, 'request' | 'signal' | 'onEvent'> {
  readonly modelId: ModelId;
  /** How it is called where its cost is told. */
  readonly name: string;
}

export interface PaidAnswer {
  readonly response: ModelResponse;
  readonly tries: number;
  readonly cost: CostVector;
}

export interface PaidCallPorts {
  readonly gateway: Gateway;
  readonly purse: Purse;
  readonly clock: Clock;
  calibrationOf(modelId: ModelId): Promise<TokenCalibration | undefined>;
}

/** Nothing is counted by these operations: the purse does that. */
const UNCOUNTED: Pick<CounterOperations, 'reserve' | 'commit' | 'release'> = {
  reserve: () => invariant(false, 'a purse pays') as never,
  commit: () => invariant(false, 'a purse pays') as never,
  release: () => invariant(false, 'a purse pays') as never,
};

/** A call outside of every run: the worst that each try may cost is set aside before it, and what it did cost is charged after it. */
export async function callPaid(call: PaidCall, { gateway, purse, clock, calibrationOf }: PaidCallPorts): Promise<PaidAnswer> {
  const { request, modelId, signal, onEvent, name } = call;
  const calibration = (await calibrationOf(modelId)) ?? uncalibrated(modelId);
  const spending = spendingOf(request, [modelId], { counters: [], operations: UNCOUNTED }, { models: gateway.models, calibrations: new Map([[modelId, calibration]]), day: utcDay(timestamp(clock)) });
  const worst = spending.worst.get(modelId) ?? {};
  const answer = await gateway.failover({ candidates: [modelId], signal, ...(onEvent && { onEvent }) }, async (candidates, before, leftMs) => {
    const held = await purse.take(worst);
    let used = worst;
    try {
      const outcome = await gateway.attempt({ request, candidates, before, leftMs, signal, ...(onEvent && { onEvent }) });
      used = spending.used(candidates, { ok: true, result: outcome });
      return { outcome, isRecorded: false };
    } finally {
      // Nobody knows what a call has cost that was stopped: it is charged in full.
      held.settle(used);
    }
  });
  const response = { ...answer.response, usage: spending.believed(answer.response) };
  const cost = costVectorFor({ costVectorId: name, usage: response.usage, charged: spending.charged(response), pricing: spending.pricing(modelId), durationMs: answer.attempt.duration_ms });
  return { response, tries: answer.attempts.length, cost };
}

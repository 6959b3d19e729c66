import type { CounterAmounts, ModelFault, ModelId, ModelRequest, StreamId, TokenCalibration } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import type { AttemptEnd, CounterOperations, LedgerOperation } from '../../ledger/index.ts';
import { pricesFor, type ModelPrices } from '../money/find-prices.ts';
import { larger, reservationFor, settlementFor } from '../money/reservation.ts';
import { estimateRequest } from '../tokens/estimate.ts';
import { modelInUse, type ModelsInUse } from './models-in-use.ts';
import type { TryResult } from './try-effect.ts';

/** Whose budgets a call is paid from: the run's and the user's, each under its own name. */
export interface Budgets {
  readonly counters: readonly StreamId[];
  readonly operations: Pick<CounterOperations, 'reserve' | 'commit' | 'release'>;
}

export interface SpendingInput {
  readonly models: ModelsInUse;
  readonly calibrations: ReadonlyMap<ModelId, TokenCalibration>;
  /** As `2026-11-15`. */
  readonly day: string;
}

/** A server that answers so has done no work for us. Anything else may have been billed. */
const UNBILLED: ReadonlySet<ModelFault> = new Set<ModelFault>([
  'connect_timeout',
  'connection_refused',
  'address_unknown',
  'tls',
  'rate_limited',
  'overloaded',
  'server_error',
  'authentication',
  'payment',
  'not_found',
  'bad_request',
  'context_too_long',
  'redirect',
]);

export interface Spending {
  /** The worst case over all candidates: nothing is asked that could cost more than was set aside. */
  readonly reservation: CounterAmounts;
  reserve(reservationId: string): readonly LedgerOperation[];
  /** What an attempt has cost is charged; what cannot be known is charged in full. */
  settle(reservationId: string, end: AttemptEnd<TryResult>): readonly LedgerOperation[];
  pricing(modelId: ModelId): ModelPrices;
  charged(result: TryResult): CounterAmounts;
}

export function spendingOf(request: ModelRequest, candidates: readonly ModelId[], { counters, operations }: Budgets, { models, calibrations, day }: SpendingInput): Spending {
  const pricing = (modelId: ModelId): ModelPrices => {
    const { settings, provider } = modelInUse(models, modelId);
    return pricesFor({ settings, location: provider.location }, day);
  };
  const worst = (modelId: ModelId): CounterAmounts => {
    const calibration = calibrations.get(modelId);
    const { calibrated } = estimateRequest(request, modelId, { calibration });
    return reservationFor({ inputTokens: calibrated, samples: calibration?.samples ?? 0, maxOutputTokens: request.max_output_tokens, prices: pricing(modelId).prices, location: modelInUse(models, modelId).provider.location });
  };
  const reservation = candidates.map(worst).reduce(larger, {});
  const charged = ({ response }: TryResult): CounterAmounts => {
    const { model_id: modelId, usage } = response;
    return settlementFor(usage, reservation, pricing(modelId).prices, modelInUse(models, modelId).provider.location);
  };
  return {
    reservation,
    pricing,
    charged,
    reserve: (id) => counters.map((counter) => operations.reserve(counter, id, reservation)),
    settle(id, end) {
      if ('stopped' in end && !end.hasBegun) return counters.map((counter) => operations.release(counter, id));
      const used = usedBy(end, reservation, charged);
      return counters.map((counter) => operations.commit(counter, id, used));
    },
  };
}

function usedBy(end: AttemptEnd<TryResult>, reservation: CounterAmounts, charged: (result: TryResult) => CounterAmounts): CounterAmounts {
  if (end.ok) return { ...nothingOf(reservation), ...charged(end.result) };
  const isFree = !('stopped' in end) && hasCode(end.error, 'model.attempt_failed') && UNBILLED.has(end.error.data.fault as ModelFault);
  // The call itself was made, so it counts.
  return isFree ? { ...nothingOf(reservation), ...(reservation['cloud_calls'] !== undefined && { cloud_calls: reservation['cloud_calls'] }) } : reservation;
}

/** Every unit that was reserved is accounted for, or it would be charged in full. */
function nothingOf(reservation: CounterAmounts): CounterAmounts {
  return Object.fromEntries(Object.keys(reservation).map((unit) => [unit, 0]));
}

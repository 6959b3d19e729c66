import type { CounterAmounts, ModelFault, ModelId, ModelRequest, ModelResponse, ModelUsage, StreamId, TokenCalibration } from '../../contracts/index.ts';
import type { AttemptEnd, CounterOperations, LedgerOperation } from '../../ledger/index.ts';
import { pricesFor, type ModelPrices } from '../money/find-prices.ts';
import { larger, reservationFor, settlementFor } from '../money/reservation.ts';
import { believedUsage } from '../tokens/believed-usage.ts';
import { estimateRequest } from '../tokens/estimate.ts';
import { modelInUse, type ModelsInUse } from './models-in-use.ts';
import type { TryOutcome } from './try-outcome.ts';

/** Whose budgets a call is paid from: the run's and the user's, each under its own name. */
export interface Budgets {
  readonly counters: readonly StreamId[];
  readonly operations: Pick<CounterOperations, 'reserve' | 'commit' | 'release'>;
  /** How often a person raised a limit. What was refused before that is asked for once more after it. */
  timesRaised?(): Promise<number>;
}

export interface SpendingInput {
  readonly models: ModelsInUse;
  readonly calibrations: ReadonlyMap<ModelId, TokenCalibration>;
  /** As `2026-11-15`. */
  readonly day: string;
}

/** A server that answers so has done no work for us, unless part of an answer was there already. */
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
  /** The worst case of each candidate. */
  readonly worst: ReadonlyMap<ModelId, CounterAmounts>;
  /** The worst case over these candidates: nothing is asked that could cost more than was set aside. */
  reserve(reservationId: string, candidates: readonly ModelId[]): readonly LedgerOperation[];
  /** What an attempt has cost is charged; what cannot be known is charged in full. */
  settle(reservationId: string, candidates: readonly ModelId[], end: AttemptEnd<TryOutcome>): readonly LedgerOperation[];
  /** What an attempt has cost, of every unit that was reserved for it. */
  used(candidates: readonly ModelId[], end: AttemptEnd<TryOutcome>): CounterAmounts;
  pricing(modelId: ModelId): ModelPrices;
  /** What a model reported, without what cannot be. */
  believed(response: ModelResponse): ModelUsage;
  charged(response: ModelResponse): CounterAmounts;
}

export function spendingOf(request: ModelRequest, candidates: readonly ModelId[], { counters, operations }: Budgets, { models, calibrations, day }: SpendingInput): Spending {
  const pricing = (modelId: ModelId): ModelPrices => {
    const { settings, provider } = modelInUse(models, modelId);
    return pricesFor({ settings, location: provider.location }, day);
  };
  const worstOf = (modelId: ModelId): CounterAmounts => {
    const { settings, provider } = modelInUse(models, modelId);
    const calibration = calibrations.get(modelId);
    const { calibrated } = estimateRequest(request, modelId, { calibration });
    const maxOutputTokens = Math.min(request.max_output_tokens, settings.output_tokens_max);
    return reservationFor({ inputTokens: calibrated, samples: calibration?.samples ?? 0, maxOutputTokens, prices: pricing(modelId).prices, location: provider.location });
  };
  const worst = new Map(candidates.map((modelId) => [modelId, worstOf(modelId)]));
  const reservationOf = (asked: readonly ModelId[]): CounterAmounts => asked.map((modelId) => worst.get(modelId) ?? worstOf(modelId)).reduce(larger, {});
  const believed = ({ model_id: modelId, usage }: ModelResponse): ModelUsage => believedUsage(usage, { ...estimateRequest(request, modelId), maxOutputTokens: request.max_output_tokens });
  const charged = (response: ModelResponse): CounterAmounts => chargedFor(response.model_id, believed(response));
  const chargedFor = (modelId: ModelId, usage: ModelUsage): CounterAmounts => settlementFor(usage, worst.get(modelId) ?? worstOf(modelId), pricing(modelId).prices, modelInUse(models, modelId).provider.location);
  const used: Spending['used'] = (asked, end) => {
    const reservation = reservationOf(asked);
    return { ...nothingOf(reservation), ...usedBy(end, { reservation, worst, charged }) };
  };
  return {
    worst,
    used,
    pricing,
    believed,
    charged,
    reserve: (id, asked) => counters.map((counter) => operations.reserve(counter, id, reservationOf(asked))),
    settle(id, asked, end) {
      if ('stopped' in end && !end.hasBegun) return counters.map((counter) => operations.release(counter, id));
      const taken = used(asked, end);
      return counters.map((counter) => operations.commit(counter, id, taken));
    },
  };
}

interface Charges {
  readonly reservation: CounterAmounts;
  readonly worst: ReadonlyMap<ModelId, CounterAmounts>;
  charged(response: ModelResponse): CounterAmounts;
}

/** What is known of who was asked and of what was done says what it cost; where nothing is known, everything. */
function usedBy(end: AttemptEnd<TryOutcome>, { reservation, worst, charged }: Charges): CounterAmounts {
  if (!end.ok) return reservation;
  const { attempt } = end.result;
  if (attempt.outcome === 'reused' || attempt.outcome === 'not_sent') return {};
  if (end.result.kind === 'answered') return charged(end.result.response);
  const whole = worst.get(attempt.model_id) ?? reservation;
  const isFree = attempt.first_byte_ms === null && attempt.fault !== null && UNBILLED.has(attempt.fault);
  // The call itself was made, so it counts.
  return isFree ? { ...(whole['cloud_calls'] !== undefined && { cloud_calls: whole['cloud_calls'] }) } : whole;
}

/** Every unit that was reserved is accounted for, or it would be charged in full. */
function nothingOf(reservation: CounterAmounts): CounterAmounts {
  return Object.fromEntries(Object.keys(reservation).map((unit) => [unit, 0]));
}

/** The candidates without those whose worst case is the largest; undefined when that would leave none. */
export function withoutDearest(candidates: readonly ModelId[], worst: Spending['worst']): readonly ModelId[] | undefined {
  const sizeOf = (modelId: ModelId): number => (worst.get(modelId)?.['cost_microusd'] ?? 0) * 1e6 + (worst.get(modelId)?.['cloud_calls'] ?? 0) * 1e5 + (worst.get(modelId)?.['tokens'] ?? 0) / 1e9;
  const dearest = Math.max(...candidates.map(sizeOf));
  const left = candidates.filter((modelId) => sizeOf(modelId) < dearest);
  return left.length === 0 ? undefined : left;
}

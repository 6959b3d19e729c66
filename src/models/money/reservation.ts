import type { CounterAmounts, ModelLocation, ModelUsage, TokenPrices } from '../../contracts/index.ts';
import { costOf, worstCostOf } from './cost.ts';

/** From so many measured calls on, an estimate strays little. */
export const CALIBRATED_SAMPLES_MIN = 5;
/** What an estimate may be exceeded by: as much as calibration lets pass, and more while it has not been compared. */
export const CALIBRATED_MARGIN = 1.15;
export const UNCALIBRATED_MARGIN = 1.5;

export interface ReservationRequest {
  /** As estimated, after calibration. */
  readonly inputTokens: number;
  /** Over how many calls the estimate was calibrated. */
  readonly samples: number;
  readonly maxOutputTokens: number;
  readonly prices: TokenPrices;
  readonly location: ModelLocation;
}

/** The worst case of a call: what must be free in a budget before it may start. */
export function reservationFor({ inputTokens, samples, maxOutputTokens, prices, location }: ReservationRequest): CounterAmounts {
  const margin = samples >= CALIBRATED_SAMPLES_MIN ? CALIBRATED_MARGIN : UNCALIBRATED_MARGIN;
  const input = Math.ceil(inputTokens * margin);
  return amountsOf(input + maxOutputTokens, worstCostOf(input, maxOutputTokens, prices), location);
}

/**
 * What is reported when a call has been answered. Whatever cannot be believed in the usage is charged at the whole
 * reservation, or at more where even the believable part exceeds it: a doubtful report never gives anything back.
 */
export function settlementFor(usage: ModelUsage, reservation: CounterAmounts, prices: TokenPrices, location: ModelLocation): CounterAmounts {
  const [input, output] = [usage.input_tokens ?? 0, usage.output_tokens ?? 0];
  const believed = usage.flags.length === 0 ? costOf(usage, prices) : null;
  const used = amountsOf(input + output, believed ?? worstCostOf(input, output, prices), location);
  return believed === null ? larger(reservation, used) : used;
}

/** Units as budgets name them. Only a cloud model costs money or calls: a budget without those can still be used locally. */
function amountsOf(tokens: number, costMicrousd: number, location: ModelLocation): CounterAmounts {
  const priced = costMicrousd > 0 || location === 'cloud' ? { cost_microusd: costMicrousd } : {};
  return { tokens, ...priced, ...(location === 'cloud' && { cloud_calls: 1 }) };
}

/** The larger of each unit. */
export function larger(left: CounterAmounts, right: CounterAmounts): CounterAmounts {
  const units = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return Object.fromEntries(units.map((unit) => [unit, Math.max(left[unit] ?? 0, right[unit] ?? 0)]));
}

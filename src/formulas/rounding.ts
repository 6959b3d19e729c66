import type { RoundingPolicy } from '../contracts/index.ts';

const SIX_DECIMALS = 1e6;
/** From here on a number's own spacing is coarser than the sixth decimal, and scaling it up could overflow. */
const ROUNDED_BELOW = Number.MAX_SAFE_INTEGER / SIX_DECIMALS;

/** What is stored under the policy. Rounding for display is the display's business: the stored value keeps its precision. */
export function roundForStorage(value: unknown, policy: RoundingPolicy): unknown {
  return policy === 'round_to_6_decimal_places' ? roundNumbers(value) : value;
}

function roundNumbers(value: unknown): unknown {
  if (typeof value === 'number') return roundToSixDecimals(value);
  if (Array.isArray(value)) return value.map(roundNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, roundNumbers(member)]));
}

/** Half away from zero. Adding zero turns minus zero into zero. */
export function roundToSixDecimals(value: number): number {
  if (!(Math.abs(value) < ROUNDED_BELOW)) return value;
  return (Math.sign(value) * Math.round(Math.abs(value) * SIX_DECIMALS)) / SIX_DECIMALS + 0;
}

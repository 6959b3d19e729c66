import type { DecayedSum, DecayedSums, MemoryTrace } from '../../contracts/index.ts';
import { decay } from './potentials.ts';

const MS_PER_DAY = 86_400_000;

/** One memory by the moment that it was made; its age follows from the moment of asking. */
export interface DatedTrace extends Pick<MemoryTrace, 'f' | 'sigma' | 'k'> {
  readonly created_at: string;
}

/** Days from one moment to another; none when they lie the other way round, for nothing is younger than just made. */
export function daysBetween(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / MS_PER_DAY);
}

export function emptySums(at: string): DecayedSums {
  return { at, sums: [] };
}

/**
 * The sums with one memory more. Memories of one decay fade alike, so that one pair of numbers stands for all of them at
 * whatever later time: e^(−k·(a+b)) = e^(−k·a)·e^(−k·b). The sums are of the latest memory's moment.
 */
export function withTrace(sums: DecayedSums, trace: DatedTrace): DecayedSums {
  const at = trace.created_at > sums.at ? trace.created_at : sums.at;
  const { f, sigma, k } = trace;
  const left = decay({ k, age_days: daysBetween(trace.created_at, at) });
  const aged = agedTo(sums, at).sums;
  const before = aged.find((one) => one.k === k) ?? { k, attention: 0, decision: 0 };
  const after: DecayedSum = { k, attention: before.attention + Math.abs(f) * left, decision: before.decision + sigma * f * left };
  return { at, sums: [...aged.filter((one) => one.k !== k), after].toSorted((one, other) => one.k - other.k) };
}

/** The sums with one memory less that went into them; what rounding leaves below nothing is nothing. */
export function withoutTrace(sums: DecayedSums, { f, sigma, k, created_at: from }: DatedTrace): DecayedSums {
  const left = decay({ k, age_days: daysBetween(from, sums.at) });
  return { ...sums, sums: sums.sums.map((one) => (one.k === k ? { k, attention: Math.max(0, one.attention - Math.abs(f) * left), decision: one.decision - sigma * f * left } : one)) };
}

/** The same memories at a later moment. */
export function agedTo({ at, sums }: DecayedSums, to: string): DecayedSums {
  const age_days = daysBetween(at, to);
  if (age_days === 0) return { at, sums };
  return { at: to, sums: sums.map(({ k, attention, decision }) => ({ k, attention: attention * decay({ k, age_days }), decision: decision * decay({ k, age_days }) })) };
}

/** What the registered formulas of the potentials give for the memories that went into the sums. */
export function potentialsAt(live: DecayedSums, now: string): { readonly attention: number; readonly decision: number } {
  const { sums } = agedTo(live, now);
  return { attention: sums.reduce((total, { attention }) => total + attention, 0), decision: sums.reduce((total, { decision }) => total + decision, 0) };
}

import type { CounterAmounts, CounterSettled } from '../../contracts/index.ts';
import { REPORTED_CHARS_MAX, USAGE_BELIEVABLE_FACTOR } from '../limits.ts';
import { amountOf, combine, unitsOf } from './amounts.ts';

type Reported = CounterSettled['reported'];

/** What somebody reports, in a form that can be kept: a finite number as it is, anything else as text. */
export function reportOf(used: Readonly<Record<string, unknown>>): Reported {
  const told = Object.entries(used).filter(([, value]) => value !== undefined);
  return Object.fromEntries(told.map(([unit, value]) => [unit, keepable(value)]));
}

function keepable(value: unknown): number | string {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const text = typeof value === 'object' && value !== null ? 'object' : String(value);
  return text.slice(0, REPORTED_CHARS_MAX).toWellFormed();
}

/** What a reservation costs, and what is said about it. */
export type Charge = Pick<CounterSettled, 'charged' | 'refunded' | 'disbelieved' | 'overrun'>;

/** What a counter allows of each unit, and how much of that others have spent or reserved. */
export interface Standing {
  readonly limits: CounterAmounts;
  readonly taken: CounterAmounts;
}

const NOTHING_KNOWN: Standing = { limits: {}, taken: {} };

/**
 * What a reservation costs, given what is reported. A part of a unit counts as a whole one. A number is believed up to
 * some way beyond the reservation, or beyond the limit where nothing was reserved; what is used of a unit that the counter
 * does not allow at all is charged as it is told. More than that is disbelieved but can only mean that too much was used,
 * so it costs the most that could be believed, or all that is left. Everything else, silence included, costs the whole
 * reservation. So no report can get back more than an honest one, and none pays by telling more.
 */
export function chargeFor(reservation: CounterAmounts, reported: Reported, standing: Standing = NOTHING_KNOWN): Charge {
  const reserved = { ...Object.fromEntries(Object.keys(reported).map((unit) => [unit, 0])), ...reservation };
  const told = new Map(unitsOf(reserved).map((unit) => [unit, useOf(unit, amountOf(reserved, unit), Object.hasOwn(reported, unit) ? reported[unit] : undefined, standing)]));
  const charged = combine([...told.keys()], (unit) => told.get(unit)?.charged ?? 0);
  return { ...chargeOf(reserved, charged), disbelieved: [...told].filter(([, { isBelieved }]) => !isBelieved).map(([unit]) => unit) };
}

/** The charge for what is known to have been used, however much it is. */
export function chargeOf(reserved: CounterAmounts, charged: CounterAmounts): Charge {
  const units = unitsOf(reserved, charged);
  return {
    charged: combine(units, (unit) => amountOf(charged, unit)),
    refunded: combine(units, (unit) => Math.max(0, amountOf(reserved, unit) - amountOf(charged, unit))),
    disbelieved: [],
    overrun: units.filter((unit) => amountOf(charged, unit) > amountOf(reserved, unit)),
  };
}

function useOf(unit: string, reserved: number, reported: number | string | undefined, { limits, taken }: Standing): { charged: number; isBelieved: boolean } {
  const used = reported === 'Infinity' ? Number.POSITIVE_INFINITY : typeof reported === 'number' ? Math.ceil(reported) : Number.NaN;
  if (!(used >= 0) || (typeof reported === 'number' && reported < 0)) return { charged: reserved, isBelieved: false };
  const limit = amountOf(limits, unit);
  // Beyond this, sums would lose their last digits.
  const countable = Math.max(reserved, Number.MAX_SAFE_INTEGER - amountOf(taken, unit));
  const isForbidden = reserved === 0 && limit === 0 && Object.hasOwn(limits, unit);
  const believable = Math.min(countable, isForbidden ? countable : (reserved || limit) * USAGE_BELIEVABLE_FACTOR);
  if (used <= believable) return { charged: used, isBelieved: true };
  return { charged: Math.min(countable, Math.max(reserved, believable, limit - amountOf(taken, unit))), isBelieved: false };
}

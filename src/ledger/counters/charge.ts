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

/**
 * What a reservation costs, given what is reported. A part of a unit counts as a whole one. Only a number from nothing
 * to some way beyond the reservation is believed; for everything else, silence included, the whole reservation is due,
 * so that no report can get back more than an honest one. What is used of a unit that was never reserved is an overrun
 * like any other, believed some way beyond the counter's limit.
 */
export function chargeFor(reservation: CounterAmounts, reported: Reported, limits: CounterAmounts = {}): Pick<CounterSettled, 'charged' | 'refunded' | 'disbelieved' | 'overrun'> {
  const reserved = { ...Object.fromEntries(Object.keys(reported).map((unit) => [unit, 0])), ...reservation };
  const units = unitsOf(reserved);
  const believed = (unit: string): number | undefined =>
    believedUse(amountOf(reserved, unit) || amountOf(limits, unit), Object.hasOwn(reported, unit) ? reported[unit] : undefined);
  const charged = combine(units, (unit) => believed(unit) ?? amountOf(reserved, unit));
  return {
    charged,
    refunded: combine(units, (unit) => Math.max(0, amountOf(reserved, unit) - amountOf(charged, unit))),
    disbelieved: units.filter((unit) => believed(unit) === undefined),
    overrun: units.filter((unit) => amountOf(charged, unit) > amountOf(reserved, unit)),
  };
}

function believedUse(expected: number, reported: number | string | undefined): number | undefined {
  if (typeof reported !== 'number' || reported < 0) return undefined;
  const used = Math.ceil(reported);
  return Number.isSafeInteger(used) && used <= expected * USAGE_BELIEVABLE_FACTOR ? used : undefined;
}

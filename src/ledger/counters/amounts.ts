import type { CounterAmounts, CounterUnit } from '../../contracts/index.ts';

/** Units in one order everywhere, so that of several refusals the same one is told. */
export function unitsOf(...all: readonly CounterAmounts[]): CounterUnit[] {
  return [...new Set(all.flatMap((amounts) => Object.keys(amounts)))].sort();
}

/** Looks at the amounts themselves only: a unit may be called `constructor`. */
export function amountOf(amounts: CounterAmounts, unit: CounterUnit): number {
  return Object.hasOwn(amounts, unit) ? (amounts[unit] ?? 0) : 0;
}

export function combine(units: readonly CounterUnit[], amount: (unit: CounterUnit) => number): CounterAmounts {
  return Object.fromEntries(units.map((unit) => [unit, amount(unit)]));
}

export function plus(left: CounterAmounts, right: CounterAmounts): CounterAmounts {
  return combine(unitsOf(left, right), (unit) => amountOf(left, unit) + amountOf(right, unit));
}

export function minus(left: CounterAmounts, right: CounterAmounts): CounterAmounts {
  return combine(unitsOf(left), (unit) => amountOf(left, unit) - amountOf(right, unit));
}

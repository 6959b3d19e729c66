import type { CounterAmounts, CounterUnit } from '../../contracts/index.ts';

/** Units in one order everywhere, so that of several refusals the same one is told. Each call of a model asks for them many times. */
export function unitsOf(amounts: CounterAmounts, others?: CounterAmounts): CounterUnit[] {
  const units = Object.keys(amounts);
  if (others !== undefined) for (const unit of Object.keys(others)) if (!Object.hasOwn(amounts, unit)) units.push(unit);
  return units.length > 1 ? units.sort() : units;
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

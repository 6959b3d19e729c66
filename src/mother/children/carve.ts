import type { ResourceBudget } from '../../contracts/index.ts';
import { RUN_RESOURCES } from '../budgets/budget-units.ts';
import type { CounterStanding } from '../budgets/counter-reading.ts';

type RunLimits = ResourceBudget['per_run'];

const PERCENT = 100;

/** One role of its own, and one that waits for a child of its own; the roles of its parent are at work beside it. */
const PARALLEL_AGENTS_MAX = 2;

/**
 * What a child may use: this share of what its parent has left of each unit, in whole units. Names what the parent has too
 * little of to give any, in which case there is no child.
 */
export function carve({ limits, spent, reserved }: CounterStanding, percent: number): RunLimits | { readonly nothingLeftOf: string } {
  const carved: Partial<RunLimits> = {};
  for (const { unit, limit, perOne } of Object.values(RUN_RESOURCES)) {
    const left = (limits[unit] ?? 0) - (spent[unit] ?? 0) - (reserved[unit] ?? 0);
    // Money may be less than one; of everything else a limit is a whole number, and at least one.
    const step = limit === 'max_cost_usd' ? 1 : perOne;
    const share = unit === 'parallel_agents' ? Math.max(step, Math.min(left, PARALLEL_AGENTS_MAX)) : Math.max(step, Math.floor((left * percent) / PERCENT / step) * step);
    if (share > left) return { nothingLeftOf: unit };
    carved[limit] = share / perOne;
  }
  return carved as RunLimits;
}

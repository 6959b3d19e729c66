import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { Count, NonEmptyText, RunId } from '../core/index.ts';
import { BudgetResource, BudgetScope } from '../runs/index.ts';

/** Who said what a limit is. */
export const LimitSource = z.enum(['default', 'configuration', 'start', 'raised']);
export type LimitSource = z.infer<typeof LimitSource>;

/** One limit and how it stands. Used, held and left make up the limit, unless more was used than was set aside. */
export const LimitStanding = z.strictObject({
  resource: BudgetResource,
  used: z.number().min(0),
  /** Set aside for what is under way or for the last turn; it comes back when it is not needed. */
  held: z.number().min(0),
  left: z.number().min(0),
  limit: z.number().min(0),
  from: LimitSource,
  /** Where it is changed, or who raised it and why. */
  detail: NonEmptyText,
});
export type LimitStanding = z.infer<typeof LimitStanding>;

export const ScopeStanding = z.strictObject({ scope: BudgetScope, of: NonEmptyText, limits: z.array(LimitStanding) });
export type ScopeStanding = z.infer<typeof ScopeStanding>;

/** By its id, by as much of its end as is unambiguous, or `last`; without one, the day and the whole system. */
export const BudgetShowRequest = z.strictObject({ run: NonEmptyText.optional() });
export type BudgetShowRequest = z.infer<typeof BudgetShowRequest>;

export const BudgetShowReport = z.strictObject({
  run_id: RunId.nullable(),
  scopes: z.array(ScopeStanding),
  /** Answered calls of models whose tokens nobody reported believably: what they used is assumed to be the most they could. */
  assumed_calls: Count,
});
export type BudgetShowReport = z.infer<typeof BudgetShowReport>;

export const budgetShow = defineQuery({
  id: 'budget.show',
  request: ['BudgetShowRequest', BudgetShowRequest],
  response: ['BudgetShowReport', BudgetShowReport],
  failureCodes: ['input.invalid', 'run.unknown', 'counter.invalid'],
  behaviours: {
    empty: 'Where nothing was used yet the limits are shown as they will be.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'What was erased of a run is left out; its limits are then told as they are configured.',
    error: 'Shows the error with its code and what to do next.',
  },
});

import { runBudgetAdjusted } from '../../contracts/index.ts';
import { adjustBudget } from '../budgets/adjust-budget.ts';
import type { RunOverseers } from '../overseers.ts';
import { RAISED_MYSELF } from '../task/ask-about-limit.ts';
import type { Scratch } from './scratch.ts';
import type { SourceRun } from './source-run.ts';

/**
 * Answers the one question that a run asks outside of its steps: whether a limit is raised. It is raised as the record says,
 * one time after the other; where the record has no more of that, the run ended there.
 */
export function raisedAsRecorded({ runId, appends }: SourceRun, { ledger, writerOf }: Pick<Scratch, 'ledger' | 'writerOf'>): NonNullable<RunOverseers['ask']> {
  const raises = appends.flatMap(({ entries }) => entries).flatMap(({ event }) => (event.type === runBudgetAdjusted.type && event.payload !== null ? [{ key: event.event_id, ...runBudgetAdjusted.payload.parse(event.payload) }] : []));
  return async ({ options }) => {
    const next = raises.shift();
    if (next === undefined) return options.at(-1) ?? '';
    await adjustBudget({ runId, resource: next.resource, limit: next.to, reason: next.reason, adjustedBy: next.adjusted_by, idempotencyKey: next.key }, { ledger, owner: writerOf('owner') });
    return RAISED_MYSELF;
  };
}

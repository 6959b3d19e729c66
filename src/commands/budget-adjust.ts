import { budgetAdjust } from '../contracts/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { demandLedgerOfRun } from './oversight.ts';
import { findRun } from './run-find.ts';
import type { OpenTools } from './tools-ports.ts';

/** Serves `budget.adjust`: a person raises a limit of a run, or takes note of how far it is used. */
export function budgetAdjustBinding(openTools: OpenTools): Binding {
  return bind(budgetAdjust, async ({ run, resource, limit, reason }, { idempotencyKey = '' }) => {
    const ports = await openTools();
    const [runs, { adjustBudget }] = await Promise.all([demandLedgerOfRun(run, ports), import('../mother/index.ts')]);
    const runId = await findRun(run, runs.ledger.documents);
    return adjustBudget({ runId, resource, reason, adjustedBy: ports.userId, idempotencyKey, ...(limit !== undefined && { limit }) }, runs);
  });
}

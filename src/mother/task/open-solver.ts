import { BUILTIN_FORMULAS, createFormulaRegistry } from '../../formulas/index.ts';
import { timestamp } from '../../kernel/index.ts';
import { createSolver, type Solver } from '../../loops/index.ts';
import type { RunPorts } from '../run-life.ts';

/** The solver of a run; its time is the run's own, as it was when the round was over. */
export function openSolver({ ids, clock }: Pick<RunPorts, 'ids' | 'clock'>, timeBudgetMs: number): Solver {
  return createSolver({ formulas: createFormulaRegistry(BUILTIN_FORMULAS), mintReceipt: () => ids.mint('rcp'), now: () => timestamp(clock), hyperparameters: { time_budget_ms: timeBudgetMs } });
}

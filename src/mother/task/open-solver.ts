import type { PinnedVersions } from '../../contracts/index.ts';
import { BUILTIN_FORMULAS, compareVersions, createFormulaRegistry } from '../../formulas/index.ts';
import { timestamp } from '../../kernel/index.ts';
import { createSolver, type Solver } from '../../loops/index.ts';
import type { RunPorts } from '../run-life.ts';
import type { TaskPorts } from './task-ports.ts';

/** The solver of a run; its time is the run's own, as it was when the round was over, and it reckons as the run was begun. */
export function openSolver({ ids, clock, experience }: Pick<RunPorts, 'ids' | 'clock'> & Pick<TaskPorts, 'experience'>, timeBudgetMs: number, { formulas, solver_set: set }: Pick<PinnedVersions, 'formulas' | 'solver_set'>): Solver {
  return createSolver({ formulas: createFormulaRegistry(formulasUnder(formulas)), mintReceipt: () => ids.mint('rcp'), now: () => timestamp(clock), hyperparameters: { ...set?.parameters, time_budget_ms: timeBudgetMs }, ...(experience !== undefined && { memory: experience }) });
}

/** The formulas as they were when the run began: what has a newer version since is reckoned by the old one. */
export function formulasUnder(pins: PinnedVersions['formulas']): (typeof BUILTIN_FORMULAS)[number][] {
  return BUILTIN_FORMULAS.filter(({ id, spec: { semantic_version: version } }) => {
    const pinned = pins[id];
    return pinned === undefined || compareVersions(version, pinned) <= 0;
  });
}

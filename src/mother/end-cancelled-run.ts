import { documentKey, type RunId, type TaskCancelReceipt, type TerminationRecord } from '../contracts/index.ts';
import type { HeldLease } from '../ledger/index.ts';
import { readCounter } from './budgets/counter-reading.ts';
import { endChildren } from './children/end-children.ts';
import { startOfRun } from './run-life.ts';
import { finalizeRun } from './task/finalize.ts';
import { openSolver } from './task/open-solver.ts';
import { resultOfStop, standsNow } from './task/stopped-result.ts';
import type { PhasedRunPorts, TaskPorts } from './task/task-ports.ts';
import { endingOfCancel } from './termination/ending-of-result.ts';

/**
 * Ends a run that a person cancelled while nobody was at work on it: it leaves the phase in which it stands like any run does,
 * and the receipt of what it had done becomes durable together with its end. For whoever holds the run.
 */
export async function endCancelledRun(runId: RunId, receipt: TaskCancelReceipt, held: HeldLease, signal: AbortSignal, ports: PhasedRunPorts & Pick<TaskPorts, 'roleWriters'>): Promise<TerminationRecord> {
  const { factors, ...ending } = endingOfCancel(receipt);
  const { request, budget, pinned_versions: pins } = await startOfRun(runId, ports);
  const stands = await standsNow(runId, ports);
  const activeMs = (await readCounter(documentKey.runBudget(runId), ports.ledger))?.spent['active_ms'] ?? 0;
  const result = await resultOfStop(runId, stands, ending.details, activeMs, openSolver(ports, budget.max_duration_sec * 1_000, pins), ports);
  const decided = { ending: { ...ending, factors: [...factors], unmet: result?.unmet_criteria ?? [] }, result, phase: stands.phase, visits: stands.visits, checks: [], cancelled: receipt, activeMs };
  await endChildren(runId, ending.reason, signal, ports);
  return finalizeRun({ runId, decided, request }, held, signal, ports);
}

import { documentKey, OpenChildren, type ChildOrder, type Name, type RunId, type TerminationReason, type TerminationRecord } from '../../contracts/index.ts';
import { hasCode, KeelsonError, timestamp } from '../../kernel/index.ts';
import { LEASE_POLL_MS, type HeldLease } from '../../ledger/index.ts';
import { requestCancel } from '../../oversight/index.ts';
import { readCounter } from '../budgets/counter-reading.ts';
import { holdRun, startOfRun, terminationOfRun } from '../run-life.ts';
import { finalizeRun, recordedEnd, type DecidedEnd } from '../task/finalize.ts';
import { openSolver } from '../task/open-solver.ts';
import { resultOfStop, standsNow } from '../task/stopped-result.ts';
import type { PhasedRunPorts, TaskPorts } from '../task/task-ports.ts';
import type { Ending } from '../termination/ending.ts';
import { endingOfError } from '../termination/ending-of-error.ts';
import { childrenOf } from './children-of.ts';
import { deadlinePassed } from './deadline.ts';

export type EndingPorts = PhasedRunPorts & Pick<TaskPorts, 'roleWriters'>;

/** By whom a child is asked to stop whose parent ends while somebody else works on it. */
export const PARENT_ENDS: Name = 'mother';

/** How a run ends whose parent does: nobody waits for what it would come to. */
export function endingOfParent(parentId: RunId, reason?: TerminationReason): Ending {
  const isCancelled = reason === 'user_cancelled';
  return {
    reason: isCancelled ? 'user_cancelled' : 'blocked',
    details: isCancelled ? `A person cancelled ${parentId}, which had handed this work over.` : `${parentId}, which had handed this work over, ended${reason === undefined ? '' : ` as ${reason}`} before this was done: nobody waits for it any more.`,
    factors: ['run.parent_ended'],
    canRetry: true,
    suggestedAction: 'abandon',
    unmet: [],
  };
}

/** Ends every child of a run that is about to end, and theirs before them: no run outlives the one that started it. */
export async function endChildren(runId: RunId, reason: TerminationReason, signal: AbortSignal, ports: EndingPorts): Promise<void> {
  for (const child of await childrenOf(runId, ports.ledger.log)) {
    if (child.result === undefined) await endWhenFree(child.runId, endingOfParent(runId, reason), signal, ports);
  }
}

/** Whoever works on it is asked to stop, and waited for. */
async function endWhenFree(childId: RunId, ending: Ending, signal: AbortSignal, ports: EndingPorts): Promise<void> {
  for (let hasAsked = false; ; hasAsked = true) {
    try {
      await holdRun(childId, signal, ports, (held, until) => endChild(childId, ending, held, until, ports));
      return;
    } catch (error) {
      if (!hasCode(error, 'lease.held')) throw error;
      if (!hasAsked) await askToStop(childId, ports);
      await pause(LEASE_POLL_MS, signal, ports);
      signal.throwIfAborted();
    }
  }
}

async function askToStop(childId: RunId, { writer, ledger, clock, ids }: EndingPorts): Promise<void> {
  try {
    await requestCancel({ runId: childId, requestedBy: PARENT_ENDS, idempotencyKey: 'parent_ends' }, { log: writer, reader: ledger.log, documents: ledger.documents, clock, ids });
  } catch (error) {
    if (!hasCode(error, 'run.ended')) throw error;
  }
}

function pause(durationMs: number, signal: AbortSignal, { timer }: Pick<EndingPorts, 'timer'>): Promise<void> {
  return new Promise((resolve) => {
    const stop = timer.after(durationMs, resolve);
    signal.addEventListener('abort', () => resolve(stop()), { once: true });
  });
}

/** Ends a run that is not worked on: it leaves the phase in which it stands like any run does. One that was decided on ends as it was decided. */
async function endChild(runId: RunId, given: Ending, held: HeldLease, signal: AbortSignal, ports: EndingPorts): Promise<TerminationRecord> {
  const ended = await terminationOfRun(runId, ports);
  if (ended !== undefined) return ended;
  const decided = (await recordedEnd(runId, ports)) ?? (await decidedNow(runId, given, ports));
  await endChildren(runId, decided.ending.reason, signal, ports);
  const { request } = await startOfRun(runId, ports);
  return finalizeRun({ runId, decided, request }, held, signal, ports);
}

async function decidedNow(runId: RunId, { factors, ...ending }: Ending, ports: EndingPorts): Promise<DecidedEnd> {
  const { budget, pinned_versions: pins } = await startOfRun(runId, ports);
  const stands = await standsNow(runId, ports);
  const activeMs = (await readCounter(documentKey.runBudget(runId), ports.ledger))?.spent['active_ms'] ?? 0;
  const result = await resultOfStop(runId, stands, ending.details, activeMs, openSolver(ports, budget.max_duration_sec * 1_000, pins), ports);
  return { ending: { ...ending, factors: [...factors], unmet: result?.unmet_criteria ?? [] }, result, phase: stands.phase, visits: stands.visits, checks: [], cancelled: null, activeMs };
}

/** Ends a child that somebody wants to go on with although its parent has ended; undefined while the parent has not. */
export async function endOrphan(runId: RunId, { parent_run_id: parentId }: ChildOrder, signal: AbortSignal, ports: EndingPorts): Promise<TerminationRecord | undefined> {
  const parentEnd = await terminationOfRun(parentId, ports);
  return parentEnd === undefined ? undefined : holdRun(runId, signal, ports, (held, until) => endChild(runId, endingOfParent(parentId, parentEnd.reason), held, until, ports));
}

/**
 * Ends the children that nobody will ever go on with: those whose parent has ended, and those whose time is over while nobody
 * works on them or on their parent. Answers which they were.
 */
export async function endLostChildren(signal: AbortSignal, ports: EndingPorts): Promise<RunId[]> {
  const { open } = OpenChildren.safeParse((await ports.ledger.documents.get(documentKey.childrenOpen()))?.body).data ?? { open: [] };
  const ended: RunId[] = [];
  for (const { child_run_id: childId, parent_run_id: parentId, deadline_at: deadlineAt } of open) {
    const parentEnd = await terminationOfRun(parentId, ports);
    const isLate = deadlineAt <= timestamp(ports.clock);
    if (parentEnd === undefined && !isLate) continue;
    const ending = parentEnd === undefined ? endingOfError(deadlinePassed(childId, deadlineAt)) : endingOfParent(parentId, parentEnd.reason);
    if (ending === undefined) continue;
    try {
      await holdRun(childId, signal, ports, (held, until) => endChild(childId, ending, held, until, ports));
      ended.push(childId);
    } catch (error) {
      // Whoever works on it looks at the time themselves; one that cannot be ended now is looked at again the next time.
      if (!(error instanceof KeelsonError)) throw error;
      signal.throwIfAborted();
    }
  }
  return ended;
}

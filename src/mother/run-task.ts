import { runPrepared, runStarted, type RunId, type TaskId, type TerminationRecord } from '../contracts/index.ts';
import { hasCode, invariant } from '../kernel/index.ts';
import type { HeldLease, RunJournal } from '../ledger/index.ts';
import { openRunBudget } from './budgets/run-budget.ts';
import type { RunOverseers } from './overseers.ts';
import { openPhases } from './phases/phase-keeper.ts';
import { holdRun, startRun, terminationOfRun, withJournal } from './run-life.ts';
import { finalizeRun, recordedEnd, type DecidedEnd } from './task/finalize.ts';
import { openEngine } from './task/open-engine.ts';
import type { TaskPorts, TaskWish, TaskWork } from './task/task-ports.ts';
import { workOnTask, type WorkEnd } from './task/work-on-task.ts';
import { endingOfError } from './termination/ending-of-error.ts';
import { endingOfCancel } from './termination/ending-of-result.ts';

export interface TaskRun {
  readonly runId: RunId;
  readonly termination: TerminationRecord;
}

/** Starts or goes on with a run, works on it until it ends, sums it up, and writes the one record of why it ended. */
export async function runTask(wish: TaskWish, ports: TaskPorts): Promise<TaskRun> {
  const runId = await startRun(startOf(wish, ports), ports);
  const ended = await terminationOfRun(runId, ports);
  if (ended !== undefined) return { runId, termination: ended };
  const overseers = await ports.openOverseers(runId);
  try {
    return await holdRun(runId, wish.signal, ports, async (held, signal) => {
      const decided = (await recordedEnd(runId, ports)) ?? (await workUntilDecided(wish, runId, held, signal, overseers, ports));
      const { sessionId } = wish;
      return { runId, termination: await finalizeRun({ runId, decided, request: wish.request, ...(sessionId !== undefined && { sessionId }) }, held, signal, ports) };
    });
  } finally {
    await overseers.cancel.stop();
  }
}

function startOf({ idempotencyKey, userId, request, limits, engine, engineReason, attendance, sessionId }: TaskWish, ports: TaskPorts): Parameters<typeof startRun>[0] {
  const { max_total_tokens, max_cloud_calls, max_tool_calls, max_cost_usd, max_retrieval_queries } = limits;
  const contracts = ports.roles.contracts();
  return {
    key: `run.start:${idempotencyKey}`,
    userId,
    request,
    budget: limits,
    limits: { tokens: max_total_tokens, cloud_calls: max_cloud_calls, tool_calls: max_tool_calls, cost_microusd: Math.round(max_cost_usd * 1e6), retrieval_queries: max_retrieval_queries },
    prompts: ports.promptPins,
    alsoTold: (runId) => [
      { type: runPrepared.type, streamId: runId, payload: { run_id: runId, engine, engine_reason: engineReason, workspace: ports.workspace, session_id: sessionId ?? null, attendance, replay_capture: Object.fromEntries(contracts.map(({ role_id, replay_capture }) => [role_id, replay_capture])) } },
    ],
  };
}

/** Works until it is decided how the run ends; again from the start when a person has said what became of a step that may have happened. */
async function workUntilDecided(wish: TaskWish, runId: RunId, held: HeldLease, signal: AbortSignal, overseers: RunOverseers, ports: TaskPorts): Promise<DecidedEnd> {
  const taskId = await taskOf(runId, ports);
  const budget = openRunBudget({ runId, clock: ports.clock, timer: ports.timer, limits: wish.limits, activeMsBefore: 0 });
  const stopping = AbortSignal.any([signal, overseers.cancel.signal]);
  for (;;) {
    let work: TaskWork | undefined;
    try {
      const end = await withJournal(runId, held, stopping, ports, async (journal) => {
        const tools = await ports.openTools(runId, overseers);
        try {
          work = { runId, taskId, wish, journal, budget, overseers, ports, runner: tools.runner, signal: stopping, phases: openPhases({ runId, journal, clock: ports.clock, ids: ports.ids }), engine: openEngine({ runId, journal, runner: tools.runner, budget, overseers, ports }) };
          await overseers.provenance.ownerSaid(wish.request);
          return await workOnTask(work);
        } catch (error) {
          return await resolved(error, journal, stopping, overseers);
        } finally {
          await journal.close();
          await tools.close();
        }
      });
      if (end !== undefined) return { ...decidedFrom(end), cancelled: null, activeMs: Math.round(budget.activeMs()) };
    } catch (error) {
      const stands = { phase: work?.phases.current() ?? 'plan', visits: work?.phases.visits() ?? 0, checks: [], result: null, activeMs: Math.round(budget.activeMs()) } as const;
      const cancelled = overseers.cancel.requested();
      // Where the lease is lost somebody else has the run now, and hears of the cancellation too.
      if (cancelled !== undefined && !signal.aborted) {
        const receipt = await overseers.cancelReceipt(cancelled, isStop(error) ? 'at_once' : 'after_current_step');
        return { ...stands, checks: [], ending: decidedEnding(endingOfCancel(receipt)), cancelled: receipt };
      }
      const ending = endingOfError(error);
      if (ending === undefined) throw error;
      return { ...stands, checks: [], ending: decidedEnding(ending), cancelled: null };
    }
  }
}

function decidedFrom({ ending, result, phase, visits, checks }: WorkEnd): Omit<DecidedEnd, 'cancelled' | 'activeMs'> {
  return { ending: decidedEnding(ending), result, phase, visits, checks: [...checks] };
}

function decidedEnding({ factors, unmet, ...ending }: WorkEnd['ending']): DecidedEnd['ending'] {
  return { ...ending, factors: [...factors], unmet: [...unmet] };
}

function isStop(error: unknown): boolean {
  return hasCode(error, 'journal.cancelled') || hasCode(error, 'model.cancelled');
}

/** A step that may or may not have happened is asked about, and everything is gone through again with the answer. */
async function resolved(error: unknown, journal: RunJournal, signal: AbortSignal, overseers: RunOverseers): Promise<undefined> {
  if (!hasCode(error, 'journal.unresolved') || overseers.resolveStep === undefined) throw error;
  await overseers.resolveStep(error, journal, signal);
  return undefined;
}

async function taskOf(runId: RunId, { ledger }: TaskPorts): Promise<TaskId> {
  const [first] = await ledger.log.read({ aggregate: 'run', id: runId }, { limit: 1 });
  invariant(first?.event.payload !== null && first !== undefined, 'a run begins with its start');
  return runStarted.payload.parse(first.event.payload).task_id;
}

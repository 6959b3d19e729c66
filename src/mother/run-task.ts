import { documentKey, runChildStarted, runPrepared, type ChildOrder, type FinalResult, type RunId, type TerminationRecord } from '../contracts/index.ts';
import { hasCode } from '../kernel/index.ts';
import type { HeldLease, LogWriter, RunJournal } from '../ledger/index.ts';
import type { Solver } from '../loops/index.ts';
import { withoutSecrets } from '../redaction/index.ts';
import { runCounterLimits } from './budgets/budget-units.ts';
import { admitRun, wasAdmitted, type Slot } from './budgets/circuit-breaker.ts';
import { limitOf } from './budgets/limit-reached.ts';
import { limitSentence, moreText, type LimitReached } from './budgets/limit-words.ts';
import { openRunBudget, type RunBudget } from './budgets/run-budget.ts';
import { orderOf } from './children/children-of.ts';
import { watchDeadline } from './children/deadline.ts';
import { delegating } from './children/delegate.ts';
import { endChildren, endingOfParent, endLostChildren, endOrphan, PARENT_ENDS } from './children/end-children.ts';
import { narrowedTo, tellWhoseWords } from './children/narrowed.ts';
import { withRecordedPast } from './forks/recorded-past.ts';
import type { RunOverseers } from './overseers.ts';
import { openPhases } from './phases/phase-keeper.ts';
import { routedEvent } from '../tools/index.ts';
import { holdRun, startOfRun, startRun, terminationOfRun, withJournal, type StartOfRun } from './run-life.ts';
import { askAboutLimit, endWaitForBudget } from './task/ask-about-limit.ts';
import { finalizeRun, recordedEnd, type DecidedEnd } from './task/finalize.ts';
import { startsOnLargerModel } from './task/larger-model.ts';
import { openEngine } from './task/open-engine.ts';
import { stopBetweenSteps } from './task/stop-between-steps.ts';
import type { TaskPorts, TaskWish, TaskWork } from './task/task-ports.ts';
import { openSolver } from './task/open-solver.ts';
import { saveResult } from './task/save-result.ts';
import { withMemory } from './task/run-memory.ts';
import { acceptWorld, demandedOf, demandPinnedTools, onlyPinned, pinsOf } from './task/pinned-world.ts';
import { resultOfStop, standsNow } from './task/stopped-result.ts';
import { workOnTask, type WorkEnd } from './task/work-on-task.ts';
import type { Ending } from './termination/ending.ts';
import { endingOfError } from './termination/ending-of-error.ts';
import { endingOfCancel } from './termination/ending-of-result.ts';

export interface TaskRun {
  readonly runId: RunId;
  readonly termination: TerminationRecord;
}

/** Starts or goes on with a run, works on it until it ends, sums it up, and writes the one record of why it ended. */
export async function runTask(wish: TaskWish, all: TaskPorts): Promise<TaskRun> {
  const runId = await startRun(startOf(wish, all), all);
  const ended = await terminationOfRun(runId, all);
  if (ended !== undefined) return { runId, termination: ended };
  const order = await orderOf(runId, all.ledger);
  const orphaned = order === undefined ? undefined : await endOrphan(runId, order, wish.signal, all);
  if (orphaned !== undefined) return { runId, termination: orphaned };
  // Whoever begins looks for those that nobody will go on with; a replay looks at nothing but its own record.
  if (order === undefined && all.handleEffect === undefined) await endLostChildren(wish.signal, all);
  const machine = order === undefined ? all : narrowedTo(order, all);
  const past = await withRecordedPast(runId, machine);
  const overseers = await past.openOverseers(runId);
  const { ports, remembered } = withMemory(runId, past, overseers);
  try {
    return await holdRun(runId, wish.signal, ports, async (held, signal) => {
      const decided = (await recordedEnd(runId, ports)) ?? (await remembered(await whileAdmitted(runId, held, ports, (started) => workUntilDecided({ wish, runId, order, startChild: (child) => runTask(child, all) }, started, held, signal, overseers, ports))));
      await endChildren(runId, decided.ending.reason, signal, machine);
      const { sessionId, saveAs: path } = wish;
      // Whatever a fork rests on, it ends by itself.
      const saved = path !== undefined && { deliver: (result: FinalResult, journal: RunJournal) => saveResult({ path, result, journal, signal, cancelled: overseers.cancel.signal }, overseers, ports) };
      return { runId, termination: await finalizeRun({ runId, decided, request: wish.request, ...(sessionId !== undefined && { sessionId }), ...saved }, held, signal, machine) };
    });
  } finally {
    await overseers.cancel.stop();
  }
}

function startOf({ idempotencyKey, userId, request, limits, engine, engineReason, attendance, mode, onLimit, sessionId, saveAs, routed, childOf, functions }: TaskWish, ports: TaskPorts): Parameters<typeof startRun>[0] {
  const contracts = ports.roles.contracts();
  return {
    key: `run.start:${idempotencyKey}`,
    userId,
    request,
    budget: limits,
    limits: runCounterLimits(limits),
    pins: pinsOf(ports.versions, ports.solverSet),
    ...(childOf !== undefined && { parentCounter: documentKey.runBudget(childOf.parent_run_id) }),
    alsoTold: (runId) => [
      { type: runPrepared.type, streamId: runId, payload: { run_id: runId, engine, engine_reason: engineReason, workspace: ports.workspace, session_id: sessionId ?? null, attendance, ...(mode !== undefined && { mode }), ...(onLimit !== undefined && { on_limit: onLimit }), ...(saveAs !== undefined && { save_as: saveAs }), ...(childOf !== undefined && { child_of: childOf }), ...(functions !== undefined && { functions }), windows: { context_tokens: ports.contextTokens, largest_context_tokens: ports.largestContextTokens }, replay_capture: Object.fromEntries(contracts.map(({ role_id, replay_capture }) => [role_id, replay_capture])) } },
      ...(childOf === undefined ? [] : [{ type: runChildStarted.type, streamId: childOf.parent_run_id, payload: { run_id: childOf.parent_run_id, child_run_id: runId, task: withoutSecrets(request), order: childOf, limits } }]),
      ...(routed === undefined ? [] : [routedEvent(runId, 'plan/route', routed)]),
    ],
  };
}

/** Works in a place among the runs. A new run that finds none ends for that; one that was let in before is left to be gone on with. */
async function whileAdmitted(runId: RunId, held: HeldLease, ports: TaskPorts, work: (started: StartOfRun) => Promise<DecidedEnd>): Promise<DecidedEnd> {
  const started = await startOfRun(runId, ports);
  const wasAtWork = await wasAdmitted(runId, ports);
  let slot: Slot;
  try {
    slot = await admitRun({ runId, held, budget: ports.runSettings.budget, memoryMb: ports.measureMemoryMb(), day: started.day }, ports);
  } catch (error) {
    const ending = wasAtWork ? undefined : endingOfError(error);
    if (ending === undefined) throw error;
    return { ending: decidedEnding(ending), result: null, phase: 'plan', visits: 0, checks: [], cancelled: null, activeMs: 0 };
  }
  try {
    return await work(started);
  } finally {
    await slot.giveBack();
  }
}

interface RunAtWork {
  readonly wish: TaskWish;
  readonly runId: RunId;
  /** What it is held to, when another run started it. */
  readonly order: ChildOrder | undefined;
  startChild(wish: TaskWish): Promise<TaskRun>;
}

/** Works until it is decided how the run ends; again from the start when a person has said what became of a step that may have happened, or has raised a limit that was reached. */
async function workUntilDecided({ wish, runId, order, startChild }: RunAtWork, { task_id: taskId, day, pinned_versions: pins }: StartOfRun, held: HeldLease, signal: AbortSignal, oversight: RunOverseers, machine: TaskPorts): Promise<DecidedEnd> {
  const budget = await openRunBudget({ ...machine, runId, held, day, phases: machine.runSettings.phases });
  const overseers = notCounting(oversight, budget);
  await acceptWorld(runId, wish, held, machine);
  await endWaitForBudget(runId, held.token, machine);
  for (;;) {
    const deadline = watchDeadline(runId, order, machine);
    const stopping = AbortSignal.any([signal, overseers.cancel.signal, deadline.signal]);
    try {
      const work = async (journal: RunJournal): Promise<WorkEnd | undefined> => {
        const ports = tellingInOrder(onlyPinned(machine, await demandPinnedTools(journal, machine.versions.tools, stopping)), journal);
        const tools = await ports.openTools(runId, overseers, delegating({ runId, wish, overseers, budget, ports, work: startChild }));
        const runner = budget.overRunner(tools.runner);
        try {
          const startsLarger = wish.engine === 'model' && (await startsOnLargerModel(runId, wish.request, journal, ports, stopping));
          const task: TaskWork = { runId, taskId, wish, journal, budget, overseers, ports, runner, leftByChecks: new Map(), signal: stopping, phases: openPhases({ runId, journal, clock: ports.clock, ids: ports.ids }), engine: stopBetweenSteps(openEngine({ runId, journal, runner, budget, overseers, ports, startsLarger, ...(wish.mode !== undefined && { mode: wish.mode }) }), overseers.cancel) };
          await tellWhoseWords(wish.request, order, overseers, machine);
          if (wish.functions !== undefined) await overseers.provenance.wasTold('functions of the client', 'user_trusted_bounded', JSON.stringify(wish.functions.offered));
          return await workOnTask(task);
        } catch (error) {
          return await resolved(error, journal, stopping, overseers);
        } finally {
          await journal.close();
          await tools.close();
        }
      };
      const end = await withJournal(runId, held, stopping, machine, work, demandedOf(machine.versions));
      if (end !== undefined) return { ...decidedFrom(end), cancelled: null, activeMs: Math.round(budget.activeMs()) };
    } catch (raised) {
      const error = deadline.signal.aborted && !signal.aborted ? (deadline.signal.reason as unknown) : raised;
      const reached = await limitOf(error, { runId, ledger: machine.ledger });
      if (reached !== undefined && (await askAboutLimit(reached, { runId, wish, overseers, ports: machine }, stopping)) === 'go_on') continue;
      const cancelled = overseers.cancel.requested();
      // Where the lease is lost somebody else has the run now, and hears of the cancellation too.
      const receipt = cancelled === undefined || signal.aborted ? null : await overseers.cancelReceipt(cancelled, isStop(error) ? 'at_once' : 'after_current_step');
      const ending = receipt === null ? endingOfLimit(endingOfError(error), reached) : order !== undefined && cancelled?.requested_by_ref === PARENT_ENDS ? endingOfParent(order.parent_run_id) : endingOfCancel(receipt);
      if (ending === undefined) throw error;
      return stoppedEnd(runId, ending, receipt, machine.workedMs ?? Math.round(budget.activeMs()), openSolver(machine, budget.limits.max_duration_sec * 1_000, pins), machine);
    } finally {
      deadline.stop();
    }
  }
}

/** A limit is told in the words of whoever can give more. */
function endingOfLimit(ending: Ending | undefined, reached: LimitReached | undefined): Ending | undefined {
  return ending === undefined || reached === undefined ? ending : { ...ending, details: `${limitSentence(reached)} ${moreText(reached)}` };
}

/** What a run tells rests on what it has read: nothing is told before that is recorded. */
function tellingInOrder(ports: TaskPorts, journal: Pick<RunJournal, 'flush'>): TaskPorts {
  const after = (writer: LogWriter): LogWriter => ({ ...writer, append: async (request) => (await journal.flush(), writer.append(request)) });
  const { perceiver, planner, agentValidator, metaValidator, solver, context } = ports.roleWriters;
  return { ...ports, writer: after(ports.writer), roleWriters: { perceiver: after(perceiver), planner: after(planner), agentValidator: after(agentValidator), metaValidator: after(metaValidator), solver: after(solver), context: after(context) } };
}

/** A run that was stopped stands where its own record says, however far this process had come; what it had reached is handed over. */
async function stoppedEnd(runId: RunId, ending: Ending, cancelled: DecidedEnd['cancelled'], activeMs: number, solver: Solver, ports: TaskPorts): Promise<DecidedEnd> {
  const stands = await standsNow(runId, ports);
  const result = await resultOfStop(runId, stands, ending.details, activeMs, solver, ports);
  const unmet = ending.unmet.length > 0 ? ending.unmet : (result?.unmet_criteria ?? []);
  return { phase: stands.phase, visits: stands.visits, checks: [], result, activeMs, ending: decidedEnding({ ...ending, unmet }), cancelled };
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

/** Waiting for a person, or for a client, uses up none of the run's time. */
function notCounting(overseers: RunOverseers, budget: Pick<RunBudget, 'whileWaiting'>): RunOverseers {
  const { approvals, ask, client, resolveStep } = overseers;
  return {
    ...overseers,
    approvals: { ...approvals, request: (request, until) => budget.whileWaiting(() => approvals.request(request, until)) },
    ...(ask !== undefined && { ask: (question, until) => budget.whileWaiting(() => ask(question, until)) }),
    ...(client !== undefined && { client: { ...client, ask: (asked, until) => budget.whileWaiting(() => client.ask(asked, until)) } }),
    ...(resolveStep !== undefined && { resolveStep: (error, journal, until) => budget.whileWaiting(() => resolveStep(error, journal, until)) }),
  };
}

import { documentKey, runCircuitOpened, type GateCheck, type JsonObject, type Name, type RoleId, type RunId, type TerminationRecord, type ToolRouteDecision } from '../contracts/index.ts';
import { canonicalJson, hasCode, KeelsonError } from '../kernel/index.ts';
import type { HeldLease, RunJournal } from '../ledger/index.ts';
import { routedEvent, type ToolCallResult, type ToolRunner, type ToolsForRun } from '../tools/index.ts';
import type { RunSettings } from './budgets/budget-settings.ts';
import { admitRun, wasAdmitted, type Slot } from './budgets/circuit-breaker.ts';
import { openPhases, type PhaseKeeper } from './phases/phase-keeper.ts';
import { holdRun, startOfRun, startRun, terminationOfRun, withJournal } from './run-life.ts';
import { finalizeRun, type DecidedEnd } from './task/finalize.ts';
import type { PhasedRunPorts } from './task/task-ports.ts';
import { endingOfCall } from './termination-of-call.ts';

/** One call that a person asks for directly: a run without a plan, a model or a loop. */
export interface ToolWish {
  readonly toolId: string;
  readonly arguments: JsonObject;
  readonly roleId?: RoleId;
  readonly userId: Name;
  /** The words that chose this call, and how; recorded as the first thing the run did. */
  readonly routed?: { readonly request: string; readonly decision: ToolRouteDecision };
  /** Recognises the same wish when it comes again; the run is then gone on with, and nothing is done twice. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

export interface ToolRunPorts extends PhasedRunPorts {
  /** What runs may use here. */
  readonly runSettings: Pick<RunSettings, 'budget'>;
  /** What this process holds in memory now. */
  measureMemoryMb(): number;
  /** The tools of one run; closed when the run ends. */
  openTools(runId: RunId): Promise<ToolsForRun>;
}

export type ToolRun = { readonly runId: RunId; readonly termination: TerminationRecord } & Made;

/** Where the one call stands in the journal. */
const CALL_KEY = 'execute/1/tool';
const ROUTE_KEY = 'plan/route';

/** Starts the run, makes the call, and ends it: through every phase, each with what was looked at before it was left. */
export async function runToolAlone(wish: ToolWish, ports: ToolRunPorts): Promise<ToolRun> {
  const start = startOf(wish, ports.runSettings);
  const runId = await startRun(start, ports);
  return holdRun(runId, wish.signal, ports, async (held, signal) => {
    const before = await terminationOfRun(runId, ports);
    const admitted = before === undefined ? await placeFor(runId, held, ports) : await refusedBefore(runId, before, ports);
    if ('refusal' in admitted) {
      const { factors, unmet, ...ending } = endingOfCall(admitted);
      const decided: DecidedEnd = { ending: { ...ending, factors: [...factors], unmet: [...unmet] }, result: null, phase: 'plan', visits: 0, checks: [], cancelled: null, activeMs: 0 };
      return { runId, result: null, refusal: admitted.refusal, termination: before ?? (await finalizeRun({ runId, decided, request: start.request }, held, signal, ports)) };
    }
    const { made, decided } = await withJournal(runId, held, signal, ports, async (journal) => {
      const tools = await ports.openTools(runId);
      // A run that has ended stands in no phase any more, and only tells what its call came to.
      const phases = before === undefined ? openPhases({ runId, journal, clock: ports.clock, ids: ports.ids }) : undefined;
      return callInPhases(wish, journal, tools, phases, signal, ports).finally(async () => {
        await journal.close();
        await tools.close();
      });
    }).finally(() => admitted.giveBack());
    return { runId, ...made, termination: before ?? (await finalizeRun({ runId, decided, request: start.request, answeredBy: wish.toolId }, held, signal, ports)) };
  });
}

/**
 * A place among the runs and one of the day's, as for any run. A new one that finds none ends for that; one that was let in
 * before is left to be gone on with.
 */
async function placeFor(runId: RunId, held: HeldLease, ports: ToolRunPorts): Promise<Slot | { readonly refusal: KeelsonError }> {
  const wasAtWork = await wasAdmitted(runId, ports);
  const { day } = await startOfRun(runId, ports);
  try {
    return await admitRun({ runId, held, budget: ports.runSettings.budget, memoryMb: ports.measureMemoryMb(), day }, ports);
  } catch (error) {
    if (wasAtWork || !hasCode(error, 'run.circuit_open')) throw error;
    return { refusal: error };
  }
}

/** One that has ended holds no place. If it ended because there was none, its call was never made and is not made now. */
async function refusedBefore(runId: RunId, { details, contributing_factors: factors }: TerminationRecord, { ledger }: ToolRunPorts): Promise<Slot | { readonly refusal: KeelsonError }> {
  if (!factors.includes('run.circuit_open')) return { giveBack: async () => undefined };
  const entries = await ledger.log.read({ aggregate: 'run', id: runId }, { limit: 100 });
  const opened = entries.find(({ event }) => event.type === runCircuitOpened.type)?.event.payload;
  const { run_id: _run, ...full } = runCircuitOpened.payload.parse(opened);
  return { refusal: new KeelsonError('run.circuit_open', { message: details, nextStep: 'Make the call again under another key, when others have ended.', data: full }) };
}

type Made = { readonly result: ToolCallResult; readonly refusal: null } | { readonly result: null; readonly refusal: KeelsonError };

async function callInPhases(wish: ToolWish, journal: RunJournal, { runner }: ToolsForRun, phases: PhaseKeeper | undefined, signal: AbortSignal, { clock }: ToolRunPorts): Promise<{ readonly made: Made; readonly decided: DecidedEnd }> {
  const begunMs = clock.monotonicMs();
  await phases?.leave({ exit: 'success', reason: 'The one call is named.' }, [passed('call_named', `one call of ${wish.toolId}, without a plan`)]);
  const made = await makeCall(wish, journal, runner, signal);
  const end = made.result === null ? { refusal: made.refusal } : { outcome: made.result.outcome };
  const { factors, unmet, ...ending } = endingOfCall(end);
  let checks: GateCheck[] = [];
  if (made.result !== null) {
    const { outcome, evidence } = made.result;
    await phases?.leave({ exit: 'success', reason: 'The call came to its end.' }, [passed('call_ended', `${wish.toolId} ended as ${outcome.status}`, [evidence.journal_ref])]);
    if (outcome.error === null) {
      await phases?.leave({ exit: 'success', reason: 'What it gave back was looked at.' }, [passed('output_valid', 'it did not fail, and what it gave back fits its contract', [evidence.journal_ref])]);
      checks = [passed('nothing_waiting', 'no approval and no question is open')];
    }
  }
  const decided: DecidedEnd = { ending: { ...ending, factors: [...factors], unmet: [...unmet] }, result: null, phase: phases?.current() ?? 'terminate', visits: phases?.visits() ?? 0, checks, cancelled: null, activeMs: Math.round(clock.monotonicMs() - begunMs) };
  return { made, decided };
}

function passed(gateId: string, detail: string, refs: GateCheck['refs'] = []): GateCheck {
  return { gate_id: gateId, result: 'passed', detail, refs };
}

async function makeCall(wish: ToolWish, journal: RunJournal, runner: ToolRunner, signal: AbortSignal): Promise<Made> {
  const call = { toolId: wish.toolId, arguments: wish.arguments, key: CALL_KEY, journal, counters: [documentKey.runBudget(journal.runId)], signal, ...(wish.roleId !== undefined && { roleId: wish.roleId }) };
  try {
    return { result: await runner.call(call), refusal: null };
  } catch (error) {
    // A stop leaves the run to be gone on with; a defect leaves it to be looked at.
    if (!(error instanceof KeelsonError) || error.code.startsWith('journal.') || error.code.startsWith('lease.')) throw error;
    return { result: null, refusal: error };
  }
}

function startOf({ toolId, arguments: given, userId, idempotencyKey, routed }: ToolWish, { budget }: ToolRunPorts['runSettings']): Parameters<typeof startRun>[0] {
  return {
    key: `tools.run:${idempotencyKey}`,
    userId,
    request: routed?.request ?? `${toolId} ${canonicalJson(given)}`,
    limits: { tool_calls: budget.per_run.max_tool_calls, retrieval_queries: budget.per_run.max_retrieval_queries },
    alsoTold: (runId) => (routed === undefined ? [] : [routedEvent(runId, ROUTE_KEY, routed.decision)]),
  };
}

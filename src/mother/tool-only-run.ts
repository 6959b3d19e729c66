import { DEFAULT_BUDGET, documentKey, type GateCheck, type JsonObject, type Name, type RoleId, type RunId, type TerminationRecord, type ToolRouteDecision } from '../contracts/index.ts';
import { canonicalJson, KeelsonError } from '../kernel/index.ts';
import type { RunJournal } from '../ledger/index.ts';
import { routedEvent, type ToolCallResult, type ToolRunner, type ToolsForRun } from '../tools/index.ts';
import { openPhases, type PhaseKeeper } from './phases/phase-keeper.ts';
import { holdRun, startRun, terminationOfRun, withJournal } from './run-life.ts';
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
  /** The tools of one run; closed when the run ends. */
  openTools(runId: RunId): Promise<ToolsForRun>;
}

export type ToolRun = { readonly runId: RunId; readonly termination: TerminationRecord } & Made;

/** Where the one call stands in the journal. */
const CALL_KEY = 'execute/1/tool';
const ROUTE_KEY = 'plan/route';

/** Starts the run, makes the call, and ends it: through every phase, each with what was looked at before it was left. */
export async function runToolAlone(wish: ToolWish, ports: ToolRunPorts): Promise<ToolRun> {
  const start = startOf(wish);
  const runId = await startRun(start, ports);
  return holdRun(runId, wish.signal, ports, async (held, signal) => {
    const before = await terminationOfRun(runId, ports);
    const { made, decided } = await withJournal(runId, held, signal, ports, async (journal) => {
      const tools = await ports.openTools(runId);
      // A run that has ended stands in no phase any more, and only tells what its call came to.
      const phases = before === undefined ? openPhases({ runId, journal, clock: ports.clock, ids: ports.ids }) : undefined;
      return callInPhases(wish, journal, tools, phases, signal, ports).finally(async () => {
        await journal.close();
        await tools.close();
      });
    });
    return { runId, ...made, termination: before ?? (await finalizeRun({ runId, decided, request: start.request, answeredBy: wish.toolId }, held, signal, ports)) };
  });
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

function startOf({ toolId, arguments: given, userId, idempotencyKey, routed }: ToolWish): Parameters<typeof startRun>[0] {
  return {
    key: `tools.run:${idempotencyKey}`,
    userId,
    request: routed?.request ?? `${toolId} ${canonicalJson(given)}`,
    limits: { tool_calls: DEFAULT_BUDGET.per_run.max_tool_calls, retrieval_queries: DEFAULT_BUDGET.per_run.max_retrieval_queries },
    alsoTold: (runId) => (routed === undefined ? [] : [routedEvent(runId, ROUTE_KEY, routed.decision)]),
  };
}

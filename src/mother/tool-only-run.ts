import { DEFAULT_BUDGET, documentKey, type JsonObject, type Name, type RoleId, type RunId, type TerminationRecord, type ToolRouteDecision } from '../contracts/index.ts';
import { canonicalJson, KeelsonError } from '../kernel/index.ts';
import type { RunJournal } from '../ledger/index.ts';
import { routedEvent, type ToolCallResult, type ToolsForRun } from '../tools/index.ts';
import { holdRun, startRun, terminateRun, withJournal, type RunPorts } from './run-life.ts';
import { terminationOf } from './termination-of-call.ts';

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

export interface ToolRunPorts extends RunPorts {
  /** The tools of one run; closed when the run ends. */
  openTools(runId: RunId): Promise<ToolsForRun>;
}

export type ToolRun = { readonly runId: RunId; readonly termination: TerminationRecord } & ({ readonly result: ToolCallResult; readonly refusal: null } | { readonly result: null; readonly refusal: KeelsonError });

/** Where the one call stands in the journal. */
const CALL_KEY = 'execute/1/tool';
const ROUTE_KEY = 'plan/route';

/** Starts the run, makes the call, and writes the one record of how it ended. */
export async function runToolAlone(wish: ToolWish, ports: ToolRunPorts): Promise<ToolRun> {
  const runId = await startRun(startOf(wish), ports);
  return holdRun(runId, wish.signal, ports, (held, signal) =>
    withJournal(runId, held, signal, ports, async (journal) => {
      const tools = await ports.openTools(runId);
      return callAndTerminate(wish, runId, journal, tools, signal, ports).finally(async () => {
        await journal.close();
        await tools.close();
      });
    }),
  );
}

async function callAndTerminate(wish: ToolWish, runId: RunId, journal: RunJournal, { runner }: ToolsForRun, signal: AbortSignal, ports: ToolRunPorts): Promise<ToolRun> {
  const call = { toolId: wish.toolId, arguments: wish.arguments, key: CALL_KEY, journal, counters: [documentKey.runBudget(runId)], signal, ...(wish.roleId !== undefined && { roleId: wish.roleId }) };
  try {
    const result = await runner.call(call);
    return { runId, result, refusal: null, termination: await terminate(runId, { outcome: result.outcome }, ports) };
  } catch (error) {
    // A stop leaves the run to be gone on with; a defect leaves it to be looked at.
    if (!(error instanceof KeelsonError) || error.code.startsWith('journal.') || error.code.startsWith('lease.')) throw error;
    return { runId, result: null, refusal: error, termination: await terminate(runId, { refusal: error }, ports) };
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

function terminate(runId: RunId, end: Parameters<typeof terminationOf>[1], ports: ToolRunPorts): Promise<TerminationRecord> {
  return terminateRun(runId, (at) => terminationOf(runId, end, at), ports);
}

import { DEFAULT_BUDGET, documentKey, RunId, runStarted, runTerminated, type JsonObject, type Name, type RoleId, type TerminationRecord, type ToolRouteDecision } from '../contracts/index.ts';
import { canonicalJson, KeelsonError, timestamp, type Clock, type Ids, type Random } from '../kernel/index.ts';
import { createCounterOperations, openJournal, type Leases, type Ledger, type LogWriter, type RunJournal, type Timer } from '../ledger/index.ts';
import { routedEvent, withoutSecrets, type ToolCallResult, type ToolsForRun } from '../tools/index.ts';
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

export interface ToolRunPorts {
  readonly ledger: Pick<Ledger, 'log' | 'blobs'>;
  readonly writer: LogWriter;
  readonly leases: Leases;
  /** The tools of one run; closed when the run ends. */
  openTools(runId: RunId): Promise<ToolsForRun>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly timer: Timer;
}

export type ToolRun = { readonly runId: RunId; readonly termination: TerminationRecord } & ({ readonly result: ToolCallResult; readonly refusal: null } | { readonly result: null; readonly refusal: KeelsonError });

/** Where the one call stands in the journal. */
const CALL_KEY = 'execute/1/tool';
const ROUTE_KEY = 'plan/route';

/** Starts the run, makes the call, and writes the one record of how it ended. */
export async function runToolAlone(wish: ToolWish, ports: ToolRunPorts): Promise<ToolRun> {
  const runId = await startRun(wish, ports);
  return ports.leases.hold(`run:${runId}`, runId, { signal: wish.signal }, async (held, signal) => {
    const { ledger, writer, clock, ids, random, timer } = ports;
    const journal = await openJournal({ runId, writer, reader: ledger.log, blobs: ledger.blobs, clock, ids, random, timer, signal, mode: 'live', fence: held });
    const tools = await ports.openTools(runId);
    try {
      return await callAndTerminate(wish, runId, journal, tools, signal, ports);
    } finally {
      await journal.close();
      await tools.close();
    }
  });
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

async function startRun({ toolId, arguments: given, userId, idempotencyKey, routed }: ToolWish, { ledger, writer, ids }: ToolRunPorts): Promise<RunId> {
  const key = `tools.run:${idempotencyKey}`;
  const [started] = await ledger.log.appended(key);
  if (started !== undefined) return RunId.parse(started.event.aggregate_id);
  const runId = ids.mint('run');
  const budget = DEFAULT_BUDGET.per_run;
  const payload = { run_id: runId, task_id: ids.mint('task'), user_id: userId, request: withoutSecrets(routed?.request ?? `${toolId} ${canonicalJson(given)}`), budget, pinned_versions: { prompts: {}, contracts: {}, formulas: {} } };
  const opened = createCounterOperations(writer).open(documentKey.runBudget(runId), { tool_calls: budget.max_tool_calls });
  const events = [{ type: runStarted.type, streamId: runId, payload }, ...(routed === undefined ? [] : [routedEvent(runId, ROUTE_KEY, routed.decision)])];
  await writer.append({ key, events, operations: [opened] });
  return runId;
}

/** Written once: the run that is gone on with meets the record that it has. */
async function terminate(runId: RunId, end: Parameters<typeof terminationOf>[1], { ledger, writer, clock }: ToolRunPorts): Promise<TerminationRecord> {
  const key = `${runId}:terminated`;
  const [written] = await ledger.log.appended(key);
  if (written !== undefined) return (written.event.payload as { termination: TerminationRecord }).termination;
  const termination = terminationOf(runId, end, timestamp(clock));
  const closed = createCounterOperations(writer).close(documentKey.runBudget(runId));
  await writer.append({ key, events: [{ type: runTerminated.type, streamId: runId, payload: { termination } }], operations: [closed] });
  return termination;
}

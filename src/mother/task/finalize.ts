import { z } from 'zod';
import { Criterion, FinalResult, GateCheck, Phase, runCancelSettled, runEnvelopeReturned, runReplaySealed, runToolAnswered, sessionExchangeRecorded, SuggestedAction, TaskCancelReceipt, TerminationReason, type Delivery, type RunId, type SessionId, type TerminationRecord, type ToolId } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { openJournal, type EffectDefinition, type HeldLease, type NewEvent, type RunJournal } from '../../ledger/index.ts';
import { settleLeftovers } from '../budgets/settle-budget.ts';
import { letterTo } from '../children/child-result.ts';
import { orderOf } from '../children/children-of.ts';
import { openPhases } from '../phases/phase-keeper.ts';
import { draftBundle } from '../replay/seal-bundle.ts';
import { startOfRun, terminateRun, withJournal, type RunPorts } from '../run-life.ts';
import { terminationRecord } from '../termination/ending.ts';
import { answeringTool } from './answered-by.ts';
import { taintOfExchange } from './exchange-taint.ts';
import { finalEnvelope } from '../termination/final-envelope.ts';
import { limitsExceeded } from '../termination/limits-exceeded.ts';
import { summariseRun } from './summarise-run.ts';
import type { PhasedRunPorts } from './task-ports.ts';

/** What was decided when the work was over. It is recorded first, so that a run that breaks here ends as it was decided. */
export const DecidedEnd = z.strictObject({
  ending: z.strictObject({ reason: TerminationReason, details: z.string().min(1), factors: z.array(z.string().min(1)), canRetry: z.boolean(), suggestedAction: SuggestedAction.nullable(), unmet: z.array(Criterion) }),
  result: FinalResult.nullable(),
  phase: Phase,
  visits: z.int().min(0),
  checks: z.array(GateCheck),
  cancelled: TaskCancelReceipt.nullable(),
  /** How long it worked, waiting for people left out. */
  activeMs: z.int().min(0),
});
export type DecidedEnd = z.infer<typeof DecidedEnd>;

const DECIDED_KEY = 'finalize/decided';
const Nothing = z.strictObject({});

function decidedEffect(decide: () => Promise<DecidedEnd>): EffectDefinition<z.infer<typeof Nothing>, DecidedEnd> {
  return { name: 'run.decide_end', sideEffect: 'read_only', request: Nothing, result: DecidedEnd, perform: decide };
}

/** What an earlier process decided before it broke off; undefined while the work is not over. */
export async function recordedEnd(runId: RunId, { ledger, writer, clock, ids, random, timer }: RunPorts): Promise<DecidedEnd | undefined> {
  const journal = await openJournal({ runId, writer, reader: ledger.log, blobs: ledger.blobs, clock, ids, random, timer, signal: new AbortController().signal, mode: 'recorded' });
  try {
    return await journal.step(DECIDED_KEY, decidedEffect(() => Promise.reject(new TypeError('a recorded journal performs nothing'))), {});
  } catch (error) {
    if (hasCode(error, 'journal.not_recorded')) return undefined;
    throw error;
  } finally {
    await journal.close();
  }
}

export interface ToFinalize {
  readonly runId: RunId;
  readonly decided: DecidedEnd;
  readonly request: string;
  readonly sessionId?: SessionId;
  /** The one tool that the run was started for, where its start does not tell. */
  readonly answeredBy?: ToolId;
  /** Brings a success to where the person wants it too. */
  deliver?(result: FinalResult, journal: RunJournal): Promise<Delivery>;
}

/** Leaves the last phase of work, sums the run up, and writes the one record of why it ended. The lease is held throughout. */
export function finalizeRun({ runId, decided: wanted, request, sessionId, answeredBy, deliver }: ToFinalize, held: HeldLease, signal: AbortSignal, ports: PhasedRunPorts): Promise<TerminationRecord> {
  return withJournal(runId, held, signal, ports, async (journal) => {
    const { ending, result, phase, visits, checks, cancelled, activeMs } = await journal.step(DECIDED_KEY, decidedEffect(async () => wanted), {});
    const phases = openPhases({ runId, journal, clock: ports.clock, ids: ports.ids, phase, visits });
    const isSuccess = ending.reason === 'success';
    const delivery = isSuccess && result !== null ? await deliver?.(result, journal) : undefined;
    const told = delivery?.state === 'failed' ? { ...ending, details: `${ending.details} It is not where it was wanted: ${delivery.reason}` } : ending;
    await phases.leave(isSuccess ? { exit: 'success', reason: 'Nothing waits any more.' } : { exit: 'fail', reason: ending.details }, checks);
    await settleLeftovers(runId, true, ports);
    const { artifacts, summary } = await summariseRun({ runId, ending, result, activeMs, journal }, ports);
    await phases.leave({ exit: 'success', reason: 'The run is summed up.' }, [{ gate_id: 'summary_written', result: 'passed', detail: 'the summary of the run is registered', refs: artifacts.map((id) => ({ kind: 'document', key: `artifact:${id}` })) }]);
    const tool = answeredBy ?? (await answeringTool(runId, ports));
    const { task_id: taskId } = await startOfRun(runId, ports);
    const alsoTold: NewEvent[] = [
      ...(isSuccess && tool !== undefined ? [{ type: runToolAnswered.type, streamId: runId, payload: { run_id: runId, activity: 'tool_success', tool_id: tool, cost_usd: 0 } }] : []),
      ...(cancelled === null ? [] : [{ type: runCancelSettled.type, streamId: runId, payload: { receipt: cancelled } }]),
      ...(sessionId === undefined ? [] : [{ type: sessionExchangeRecorded.type, streamId: sessionId, payload: { session_id: sessionId, run_id: runId, input: request, summary: (result?.summary ?? ending.details) || ending.reason, taint_class: await taintOfExchange(runId, sessionId, ports) } }]),
    ];
    const order = await orderOf(runId, ports.ledger);
    const draft = draftBundle();
    const limits = await limitsExceeded(runId, ports.ledger.log, draft.add);
    const seal = await draft.complete(summary, ports.ledger.blobs);
    const mailed = order === undefined ? undefined : await letterTo(order, runId, result, ports);
    return terminateRun(runId, (at) => terminationRecord(told, { runId, phase, artifacts, limits, ...(delivery !== undefined && { delivery }) }, at), ports, (termination) => [
      ...alsoTold,
      ...(mailed === undefined ? [] : [mailed.letter(termination)]),
      { type: runReplaySealed.type, streamId: runId, payload: { bundle: seal(termination) } },
      { type: runEnvelopeReturned.type, streamId: runId, payload: { run_id: runId, subtask_id: null, envelope: finalEnvelope(taskId, termination) } },
    ], mailed?.closes);
  });
}

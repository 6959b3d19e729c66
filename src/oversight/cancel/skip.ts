import { ApprovalId, approvalResolved, FunctionCallId, functionCallLapsed, HardCallId, hardCallLapsed, runSkipped, type HardRevisionCall, type LogEntry, type Name, type RunId, type TaskSkipReceipt } from '../../contracts/index.ts';
import { hasCode, timestamp, type Clock, type Ids, type KeelsonError } from '../../kernel/index.ts';
import type { Documents, LogReader, LogWriter, NewEvent } from '../../ledger/index.ts';
import { approvalSettled, approvalUnknown, notAllowed } from '../approvals/approval-errors.ts';
import { mayActAs, type Approvers } from '../approvals/approvers.ts';
import { readApproval } from '../approvals/read-approval.ts';
import { functionCallSettled, functionCallUnknown } from '../function-calls/function-call-errors.ts';
import { readFunctionCall } from '../function-calls/read-function-call.ts';
import { demandKnown } from '../hard-calls/answer-hard-call.ts';
import { hardCallSettled } from '../hard-calls/hard-call-errors.ts';
import { sayOnce } from '../say-once.ts';

export interface SkipWish {
  /** An approval, a question or a call of a client's function that waits. */
  readonly id: ApprovalId | HardCallId | FunctionCallId;
  readonly reason: TaskSkipReceipt['reason'];
  readonly skippedBy: Name;
  readonly idempotencyKey: string;
}

export interface SkipPorts {
  readonly log: Pick<LogWriter, 'append'>;
  readonly reader: Pick<LogReader, 'appended'>;
  readonly documents: Pick<Documents, 'get'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Who may act in which capacity; left out where the run itself is given up, which its owner may. */
  readonly approvers?: Approvers;
}

/** What is to be left out, and how that settles it. */
interface Skippable {
  readonly runId: RunId;
  readonly downstream: TaskSkipReceipt['downstream_effect'];
  settlement(receipt: TaskSkipReceipt): NewEvent;
  /** Why it cannot be left out any more. */
  readonly settled: KeelsonError | null;
}

/** Leaves out what waits: an approval is then a no, a question comes to what it declared for being put off, and a function gave nothing. The receipt is in the same append. */
export async function skipWaiting({ id, reason, skippedBy, idempotencyKey }: SkipWish, ports: SkipPorts): Promise<TaskSkipReceipt> {
  const target = await skippable(id, skippedBy, ports);
  try {
    return await sayOnce(`skip:${id}:${idempotencyKey}`, ports, receiptIn, () => {
      if (target.settled !== null) throw target.settled;
      const said: TaskSkipReceipt = { skip_id: ports.ids.mint('rcp'), target_ref: id, skipped_by_ref: skippedBy, reason, downstream_effect: target.downstream, created_at: timestamp(ports.clock), schema_version: '1.0' };
      return { said, events: [{ type: runSkipped.type, streamId: target.runId, payload: { run_id: target.runId, receipt: said } }, target.settlement(said)] };
    });
  } catch (error) {
    // Somebody settled it in this very moment, and that stands.
    const first = hasCode(error, 'ledger.document_final') ? (await skippable(id, skippedBy, ports)).settled : null;
    throw first ?? error;
  }
}

async function skippable(id: SkipWish['id'], skippedBy: Name, ports: SkipPorts): Promise<Skippable> {
  const [hardCallId, functionCallId] = [HardCallId.safeParse(id), FunctionCallId.safeParse(id)];
  if (functionCallId.success) return skippableFunction(functionCallId.data, skippedBy, ports);
  return hardCallId.success ? skippableCall(hardCallId.data, skippedBy, ports) : skippableApproval(ApprovalId.parse(id), skippedBy, ports);
}

async function skippableApproval(id: ApprovalId, skippedBy: Name, { documents, approvers }: SkipPorts): Promise<Skippable> {
  const known = await readApproval(id, documents);
  if (known === undefined) throw approvalUnknown(id);
  const { required_approver: required } = known.record.question;
  if (approvers !== undefined && !mayActAs(skippedBy, required, approvers)) throw notAllowed(id, required, skippedBy, approvers);
  return {
    runId: known.record.run_id,
    downstream: 'none',
    settled: known.settled === null ? null : approvalSettled(id, known.settled),
    settlement: ({ skip_id, reason }) => ({ type: approvalResolved.type, streamId: id, payload: { approval_id: id, resolution: { by: 'withdrawal', approval_id: id, reason: `Left out by ${skippedBy} (${reason}).`, skip_id } } }),
  };
}

async function skippableCall(id: HardCallId, skippedBy: Name, ports: SkipPorts): Promise<Skippable> {
  const { call, settled } = await demandKnown(id, ports);
  const { on_defer: outcome } = call.pending_policy;
  return {
    runId: call.run_id,
    downstream: DOWNSTREAM[outcome],
    settled: settled === null ? null : hardCallSettled(id, settled),
    settlement: ({ reason }) => ({ type: hardCallLapsed.type, streamId: id, payload: { hard_call_id: id, cause: 'deferred', outcome, reason: `Left out by ${skippedBy} (${reason}).` } }),
  };
}

/** The run is told that there is no answer, and goes on without one. */
async function skippableFunction(id: FunctionCallId, skippedBy: Name, { documents }: SkipPorts): Promise<Skippable> {
  const known = await readFunctionCall(id, documents);
  if (known === undefined) throw functionCallUnknown(id);
  const { call, settlement } = known;
  return {
    runId: call.run_id,
    downstream: 'none',
    settled: settlement === null ? null : functionCallSettled(call, settlement),
    settlement: ({ reason }) => ({ type: functionCallLapsed.type, streamId: id, payload: { call_id: id, run_id: call.run_id, cause: 'skipped', reason: `Left out by ${skippedBy} (${reason}).` } }),
  };
}

/** A paused scope waits until a person comes back to it; what depends on one that was given up has nothing to do. */
const DOWNSTREAM: Readonly<Record<HardRevisionCall['pending_policy']['on_defer'], TaskSkipReceipt['downstream_effect']>> = {
  continue_with_warning: 'none',
  pause_scope: 'requires_human_ack',
  abort_scope: 'marks_dependents_not_applicable',
};

function receiptIn([entry]: readonly LogEntry[]): TaskSkipReceipt | undefined {
  const said = runSkipped.payload.safeParse(entry?.event.payload);
  return said.success ? said.data.receipt : undefined;
}

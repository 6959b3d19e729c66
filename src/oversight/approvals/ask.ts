import { approvalRequested, type ApprovalRecord } from '../../contracts/index.ts';
import { hasCode, invariant, timestamp } from '../../kernel/index.ts';
import type { ApprovalDecision } from '../policy/decide-approval.ts';
import type { RunApprovalPorts } from './approval-ports.ts';
import { appendKeyOf, batchOf, type CallToApprove } from './call-to-approve.ts';
import { questionOf } from './question.ts';

/** As many as a SHA-256 has: it is stored as one. */
const NONCE_BYTES = 32;

/** Whoever has not answered in a year will not; and a date that no calendar writes is none. */
const EXPIRES_IN_MS_MAX = 365 * 24 * 60 * 60 * 1_000;

/** A question in the log, and where it stands there. */
export interface Asked {
  readonly record: ApprovalRecord;
  readonly position: number;
}

type AskPorts = Pick<RunApprovalPorts, 'log' | 'reader' | 'ids' | 'random' | 'clock'>;

/** The question that this call asked before, if it did. */
export async function askedBefore(call: CallToApprove, { reader }: Pick<RunApprovalPorts, 'reader'>): Promise<Asked | undefined> {
  const [entry] = await reader.appended(appendKeyOf(call));
  const parsed = approvalRequested.payload.safeParse(entry?.event.payload);
  return entry !== undefined && parsed.success ? { record: parsed.data.record, position: entry.position } : undefined;
}

/** Puts the question into the log, where every process finds it. */
export async function ask(call: CallToApprove, decided: ApprovalDecision, ports: AskPorts): Promise<Asked> {
  invariant(decided.kind === 'ask', 'what is answered automatically is not asked');
  const { requiredApprover, expiresInMs, triggers } = decided;
  const { log, ids, random, clock } = ports;
  const approval_id = ids.mint('apr');
  const record: ApprovalRecord = {
    approval_id,
    run_id: call.runId,
    call: call.call,
    question: questionOf(call, requiredApprover, triggers),
    batch: batchOf(call),
    nonce: Buffer.from(random.bytes(NONCE_BYTES)).toString('hex'),
    requested_at: timestamp(clock),
    expires_at: new Date(clock.nowMs() + Math.min(expiresInMs, EXPIRES_IN_MS_MAX)).toISOString(),
  };
  try {
    await log.append({ key: appendKeyOf(call), events: [{ type: approvalRequested.type, streamId: approval_id, payload: { record } }] });
  } catch (error) {
    // Somebody else goes on with the same run and asked first; both wait for the same answer.
    if (!hasCode(error, 'ledger.key_reused')) throw error;
  }
  const asked = await askedBefore(call, ports);
  invariant(asked !== undefined, 'a question that was asked is in the log');
  return asked;
}

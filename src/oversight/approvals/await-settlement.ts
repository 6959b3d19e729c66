import { approvalResolved, type ApprovalRecord } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';
import type { RunApprovalPorts } from './approval-ports.ts';
import { readSettlement, type SettledDocument } from './read-approval.ts';
import { settleWithoutAnswer } from './settle-without-answer.ts';

/** The platform's timers count no further; a longer wait is taken in parts. */
const WAIT_MS_MAX = 2 ** 31 - 1;

type WaitPorts = Pick<RunApprovalPorts, 'bus' | 'documents' | 'log' | 'clock' | 'timer'>;

/**
 * Waits for the one settlement, from whichever process it comes; it may long be there. When nobody answers in time,
 * silence is recorded as a no, unless an answer was first. Rejects with the signal's reason when the run is stopped:
 * the question then stays open, for whoever goes on with the run.
 */
export async function awaitSettlement(record: ApprovalRecord, askedAtPosition: number, ports: WaitPorts, signal: AbortSignal): Promise<SettledDocument> {
  const over = new AbortController();
  const expiry = expireInTime(record, ports);
  try {
    await Promise.race([followUntilSettled(record, askedAtPosition, ports, AbortSignal.any([signal, over.signal])), expiry.failed]);
    signal.throwIfAborted();
  } finally {
    expiry.callOff();
    over.abort();
  }
  const settlement = await readSettlement(record.approval_id, ports.documents);
  invariant(settlement !== undefined, 'a settlement is folded in the transaction that appends it');
  return settlement;
}

async function followUntilSettled({ approval_id }: ApprovalRecord, after: number, { bus }: WaitPorts, signal: AbortSignal): Promise<void> {
  for await (const { event } of bus.tap({ after, signal })) {
    if (event.type === approvalResolved.type && event.aggregate_id === approval_id) return;
  }
}

/** `failed` only ever rejects: when the no could not be recorded. */
function expireInTime({ approval_id, expires_at }: ApprovalRecord, { clock, timer, log }: WaitPorts): { readonly failed: Promise<never>; callOff(): void } {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Whoever waits may have gone before it fails; that is no defect.
  failed.catch(() => undefined);
  let callOff = (): void => undefined;
  const look = (): void => {
    const leftMs = Date.parse(expires_at) - clock.nowMs();
    if (leftMs >= 0) callOff = timer.after(Math.min(leftMs + 1, WAIT_MS_MAX), look);
    else settleWithoutAnswer(approval_id, 'expiry', `Nobody answered until ${expires_at}.`, log).catch(reject);
  };
  look();
  return { failed, callOff: () => callOff() };
}

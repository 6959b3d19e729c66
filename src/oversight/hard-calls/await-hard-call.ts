import { hardCallLapsed, hardCallResolved, type HardCallSettlement, type HardRevisionCall } from '../../contracts/index.ts';
import { hasCode, invariant, type Clock } from '../../kernel/index.ts';
import type { Bus, Documents, LogWriter, Timer } from '../../ledger/index.ts';
import { lapseInTime } from '../lapse-in-time.ts';
import { readHardCallSettlement } from './read-hard-call.ts';

export interface AwaitHardCallPorts {
  readonly log: Pick<LogWriter, 'append'>;
  readonly documents: Pick<Documents, 'get'>;
  readonly bus: Pick<Bus, 'tap'>;
  readonly clock: Clock;
  readonly timer: Timer;
}

/**
 * Waits for the one settlement, from whichever process it comes; it may long be there. When the time that the question
 * declared is over, what it declared for that case is recorded, unless an answer was first. Rejects with the signal's
 * reason when the run is stopped: the question then stays open.
 */
export async function awaitHardCall(call: HardRevisionCall, raisedAtPosition: number, ports: AwaitHardCallPorts, signal: AbortSignal): Promise<HardCallSettlement> {
  const over = new AbortController();
  const lapse = lapseInTime(deadlineMs(call), () => lapseByTimeout(call, ports.log), ports);
  try {
    await Promise.race([followUntilSettled(call, raisedAtPosition, ports, AbortSignal.any([signal, over.signal])), lapse.failed]);
    signal.throwIfAborted();
  } finally {
    lapse.callOff();
    over.abort();
  }
  const settlement = await readHardCallSettlement(call.hard_call_id, ports.documents);
  invariant(settlement !== undefined, 'a settlement is folded in the transaction that appends it');
  return settlement;
}

async function followUntilSettled({ hard_call_id: id }: HardRevisionCall, after: number, { bus }: AwaitHardCallPorts, signal: AbortSignal): Promise<void> {
  for await (const { event } of bus.tap({ after, signal })) {
    if (event.aggregate_id === id && (event.type === hardCallResolved.type || event.type === hardCallLapsed.type)) return;
  }
}

/** When silence becomes the answer; never, when it declared no time. */
export function deadlineMs({ created_at, pending_policy: { timeout_ms } }: HardRevisionCall): number {
  return timeout_ms === undefined ? Number.POSITIVE_INFINITY : Date.parse(created_at) + timeout_ms;
}

/** What was settled before stands. */
export async function lapseByTimeout({ hard_call_id: id, pending_policy: { on_timeout: outcome, timeout_ms } }: HardRevisionCall, log: Pick<LogWriter, 'append'>): Promise<void> {
  const payload = { hard_call_id: id, cause: 'timeout', outcome, reason: `Nobody answered within ${timeout_ms} ms.` };
  try {
    await log.append({ key: `hard_call:${id}:timeout`, events: [{ type: hardCallLapsed.type, streamId: id, payload }] });
  } catch (error) {
    if (!hasCode(error, 'ledger.document_final') && !hasCode(error, 'ledger.key_reused')) throw error;
  }
}

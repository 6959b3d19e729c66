import { RunId, runHoldAwaited } from '../contracts/index.ts';
import { hasCode, KeelsonError, type Ids } from '../kernel/index.ts';
import { holderWords, LEASE_POLL_MS, LEASE_TTL_MS, type LogWriter, type Timer } from '../ledger/index.ts';

/** The lease, and a moment for the clocks of two processes. */
const WAIT_MS_MAX = LEASE_TTL_MS + 2_000;

export interface WaitPorts {
  readonly timer: Timer;
  readonly ids: Ids;
  readonly signal: AbortSignal;
  /** Tells whoever watches the run that somebody waits for it. */
  readonly writer: Pick<LogWriter, 'append'>;
}

/**
 * Where it cannot be seen whether whoever holds a run is gone, their lease has to run out before somebody else goes on with it.
 * That is waited for and no longer, and it is said once that it is.
 */
export async function whenFree<Result>(work: () => Promise<Result>, ports: WaitPorts): Promise<Result> {
  const { timer, signal } = ports;
  for (let waitedMs = 0; ; waitedMs += LEASE_POLL_MS) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, 'lease.held')) throw error;
      if (waitedMs >= WAIT_MS_MAX || signal.aborted) throw stillHeld(error);
      if (waitedMs === 0) await tellWaiting(error.data, ports);
    }
    await pause(LEASE_POLL_MS, timer, signal);
  }
}

const OF_RUN = 'run:';

async function tellWaiting({ lease, owner }: KeelsonError<'lease.held'>['data'], { writer, ids }: WaitPorts): Promise<void> {
  const runId = RunId.safeParse(lease.slice(OF_RUN.length));
  if (!runId.success) return;
  const payload = { run_id: runId.data, holder: owner, wait_ms_max: WAIT_MS_MAX, why: `${holderWords(owner)} holds it, and from here it cannot be told that it is gone` };
  await writer.append({ key: `${runId.data}:hold_awaited:${ids.mint('cmd')}`, events: [{ type: runHoldAwaited.type, streamId: runId.data, payload }] });
}

function stillHeld(refusal: KeelsonError<'lease.held'>): KeelsonError<'lease.held'> {
  const { lease, owner } = refusal.data;
  const run = lease.slice(OF_RUN.length);
  return new KeelsonError('lease.held', {
    message: `${run} is worked on already, by ${holderWords(owner)}.`,
    nextStep: `See how it goes with keelson show ${run}, tell it something with keelson steer, or stop it with keelson cancel.`,
    data: refusal.data,
    cause: refusal,
  });
}

export function pause(durationMs: number, timer: Timer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = timer.after(durationMs, resolve);
    signal.addEventListener('abort', () => resolve(stop()), { once: true });
  });
}

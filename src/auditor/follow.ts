import { KeelsonError, type Clock } from '../kernel/index.ts';
import type { Auditor } from './auditor.ts';
import { FOLLOW_PAUSE_MS, LAST_CATCH_UP_MS, REPORT_INTERVAL_MS } from './limits.ts';

export interface FollowPorts {
  readonly auditor: Auditor;
  readonly clock: Clock;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Calls back when something may have been recorded. */
  readonly onCommit: (listener: () => void) => () => void;
  /** Told once for each kind of trouble; for the person, never for a role. */
  readonly onTrouble: (error: KeelsonError) => void;
}

export interface Follower {
  /** Writes the last lines down, as far as there is time, and lets go. Must not throw. */
  end(): Promise<void>;
}

/** Keeps an audit up with its log in the background. It holds nobody up: nobody waits for it, and what it meets stays with it. */
export function followLog(ports: FollowPorts): Follower {
  const { auditor, clock, pause, onCommit } = ports;
  const stopping = new AbortController();
  const told = new Set<string>();
  let hasNews = true;
  let wake = (): void => {};
  const unsubscribe = onCommit(() => {
    hasNews = true;
    wake();
  });
  const trouble = (error: unknown): void => {
    // Another process that audits does the same work; there is nothing to tell.
    if (!(error instanceof KeelsonError)) throw error;
    if (error.code === 'audit.busy' || told.has(error.code)) return;
    told.add(error.code);
    ports.onTrouble(error);
  };
  const until = (ms: number, signal: AbortSignal) => ({ signal, deadlineMs: clock.monotonicMs() + ms });
  const once = async (signal: AbortSignal): Promise<void> => {
    const { faults } = await auditor.catchUp(until(LAST_CATCH_UP_MS, signal));
    const [fault] = faults;
    if (fault !== undefined) trouble(new KeelsonError('audit.damaged', { message: `The log is not what was audited (${fault.code} at entry ${fault.position ?? 0}): ${fault.detail}.`, nextStep: 'Run `keelson audit verify` to see everything that does not fit.', data: { folder: '', file: fault.subject, detail: fault.detail } }));
    await auditor.reportIfDue(until(LAST_CATCH_UP_MS, signal));
  };
  const work = (async () => {
    while (!stopping.signal.aborted) {
      hasNews = false;
      await once(stopping.signal).catch(trouble);
      await pause(FOLLOW_PAUSE_MS, stopping.signal);
      if (hasNews || stopping.signal.aborted) continue;
      const waiting = new AbortController();
      wake = () => waiting.abort();
      await pause(REPORT_INTERVAL_MS, AbortSignal.any([stopping.signal, waiting.signal]));
    }
  })();
  return {
    async end() {
      unsubscribe();
      stopping.abort();
      wake();
      await work.catch(trouble);
      await once(AbortSignal.timeout(LAST_CATCH_UP_MS)).catch(trouble);
    },
  };
}

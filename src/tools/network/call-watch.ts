import type { RequestLimits } from './guarded-request.ts';
import { timedOut } from './network-failures.ts';

/** Ends one call when it takes too long or the caller gives it up; everything it does listens to `signal`. */
export interface CallWatch {
  /** Aborted with the error that the call fails with. */
  readonly signal: AbortSignal;
  /** Another hop begins: it has `connectMs` for a connection. */
  connecting(host: string): void;
  /** The request is on its way: no limit but the total one until it is sent. */
  sending(): void;
  /** It is the server's turn: it has `idleMs` until the next sign of it. */
  listening(): void;
  stop(): void;
}

export function watchCall(limits: RequestLimits, callerSignal: AbortSignal | undefined): CallWatch {
  const ending = new AbortController();
  let host = '';
  let stage: NodeJS.Timeout | undefined;
  const total = setTimeout(() => ending.abort(timedOut(host, 'total', limits.totalMs)), limits.totalMs);
  const giveUp = (): void => ending.abort(callerSignal?.reason);
  if (callerSignal?.aborted === true) giveUp();
  callerSignal?.addEventListener('abort', giveUp, { once: true });

  const expect = (wait: 'connect' | 'idle', limitMs: number): void => {
    clearTimeout(stage);
    stage = setTimeout(() => ending.abort(timedOut(host, wait, limitMs)), limitMs);
  };
  return {
    signal: ending.signal,
    connecting(nextHost) {
      host = nextHost;
      expect('connect', limits.connectMs);
    },
    sending: () => clearTimeout(stage),
    listening: () => expect('idle', limits.idleMs),
    stop() {
      clearTimeout(stage);
      clearTimeout(total);
      callerSignal?.removeEventListener('abort', giveUp);
    },
  };
}

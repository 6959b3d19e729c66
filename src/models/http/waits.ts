import type { Clock } from '../../kernel/index.ts';
import { CallFault } from '../failure/faults.ts';
import type { HttpLimits } from './http-port.ts';

/** Holds the waits of one call to their limits with a single timer, which is never touched for a piece of the body. */
export interface Waits {
  /** Another connection is made for the same call. */
  connecting(): void;
  /** A connection stands: the wait for the first byte begins. */
  connected(): void;
  /** The first piece of the body is there, or its end. */
  answered(): void;
  /** The reader waits for the next piece from now on; only such time is the server's. */
  reading(): void;
  /** A piece is there. */
  arrived(): void;
  stop(): void;
}

type Stage = 'connect' | 'first_byte' | 'idle';

const NOT_WAITING = Number.POSITIVE_INFINITY;

export function startWaits({ limits, clock, host, expire }: { limits: HttpLimits; clock: Clock; host: string; expire: (fault: CallFault) => void }): Waits {
  const startedMs = clock.monotonicMs();
  let phase: Stage = 'connect';
  let sinceMs = startedMs;
  let firesAtMs = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const dueFault = (nowMs: number): CallFault | undefined => overdue({ limits, host, phase, totalMs: nowMs - startedMs, waitedMs: nowMs - sinceMs });
  /**
   * Fires at the latest when a wait that begins now would end, and then looks again, so no wait is ever missed. Node's
   * timers count whole milliseconds.
   */
  const arm = (nowMs: number): void => {
    if (isStopped) return;
    const waitMs = Math.min((sinceMs === NOT_WAITING ? nowMs : sinceMs) + limitOf(limits, phase), startedMs + limits.totalMs) - nowMs;
    firesAtMs = nowMs + waitMs;
    clearTimeout(timer);
    timer = setTimeout(onTimer, Math.max(1, Math.ceil(waitMs)));
  };
  const look = (): void => {
    if (isStopped) return;
    const nowMs = clock.monotonicMs();
    const fault = dueFault(nowMs);
    if (fault === undefined) arm(nowMs);
    else expire(fault);
  };
  const onTimer = (): void => {
    // After a moment in which this process was busy, what came meanwhile is read before anyone is called too slow.
    if (dueFault(clock.monotonicMs()) === undefined) look();
    else setImmediate(look);
  };
  const enter = (next: Stage, nowMs: number): void => {
    phase = next;
    if (firesAtMs > nowMs + limitOf(limits, next)) arm(nowMs);
  };

  arm(startedMs);
  return {
    connecting() {
      sinceMs = clock.monotonicMs();
      enter('connect', sinceMs);
    },
    connected() {
      sinceMs = clock.monotonicMs();
      enter('first_byte', sinceMs);
    },
    answered() {
      sinceMs = NOT_WAITING;
      enter('idle', clock.monotonicMs());
    },
    reading() {
      if (phase === 'idle') sinceMs = clock.monotonicMs();
    },
    arrived() {
      sinceMs = NOT_WAITING;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

export interface Overdue {
  readonly limits: HttpLimits;
  readonly host: string;
  readonly phase: Stage;
  readonly totalMs: number;
  readonly waitedMs: number;
}

/** The fault of a wait that has gone on for too long. */
export function overdue({ limits, host, phase, totalMs, waitedMs }: Overdue): CallFault | undefined {
  if (totalMs >= limits.totalMs) return new CallFault('total_timeout', `the answer was not whole after ${limits.totalMs} ms (${host})`);
  const limitMs = limitOf(limits, phase);
  return waitedMs >= limitMs ? new CallFault(`${phase}_timeout`, `${WAITED_FOR[phase]} for ${limitMs} ms (${host})`) : undefined;
}

function limitOf(limits: HttpLimits, phase: Stage): number {
  if (phase === 'connect') return limits.connectMs;
  return phase === 'idle' ? limits.idleMs : limits.firstByteMs;
}

const WAITED_FOR: Readonly<Record<Stage, string>> = {
  connect: 'no connection was made',
  first_byte: 'no answer came',
  idle: 'nothing more of the answer came',
};

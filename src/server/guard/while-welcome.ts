import { raised } from '../conversation.ts';
import type { Caller } from './who-asks.ts';

/** A request that was let in. */
export interface LetIn {
  readonly req: { readonly raw: Request };
  readonly var: { readonly caller: Caller };
}

/** How it is told later whether who asked still may; undefined for whoever always may. */
export type WelcomeOf = (letIn: LetIn) => WelcomePorts['isWelcome'] | undefined;

export interface WelcomePorts {
  /** Whether whoever holds a connection open may still ask. */
  readonly isWelcome: () => Promise<boolean>;
  /** Raised after this many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
  /** Raised when the connection is gone. */
  readonly gone: AbortSignal;
}

/** How soon somebody whose key was taken back, or is past its time, loses what they hold open. */
const LOOK_EVERY_MS = 2_000;

/**
 * Raised as soon as whoever holds a connection open may no longer ask. Time alone can end a key and no event tells of that, so
 * it is looked up again and again; who cannot be looked up is not welcome.
 */
export function whileWelcome({ isWelcome, deadline, gone }: WelcomePorts): AbortSignal {
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    while (!gone.aborted) {
      await raised(AbortSignal.any([gone, deadline(LOOK_EVERY_MS)]));
      if (!gone.aborted && !(await isWelcome().catch(() => false))) return over.abort();
    }
  };
  void watch();
  return over.signal;
}

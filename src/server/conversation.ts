import type { Readable, Writable } from 'node:stream';
import type { Dispatcher, SessionTools } from '../commands/index.ts';
import type { Clock } from '../kernel/index.ts';

/** The two ends of what another program started. Only messages of the protocol are ever written there. */
export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** What a protocol needs to be spoken over streams. */
export interface Conversation extends StdioStreams {
  readonly dispatcher: Dispatcher;
  /** For servers of tools that the other program brings; without it none of them is used. */
  readonly sessionTools?: SessionTools;
  readonly version: string;
  readonly clock: Clock;
  readonly deadline: (ms: number) => AbortSignal;
  /** Raised when it is over: the other end was closed, or it was told to stop. */
  readonly over: AbortSignal;
  readonly onRequest: () => void;
}

/** Resolves when the conversation is over and everything in it was let go. */
export type Converse = (conversation: Conversation) => Promise<void>;

/** Resolves when the signal is raised. */
export function raised(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

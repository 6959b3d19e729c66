import type { Readable } from 'node:stream';
import { CallFault } from '../failure/faults.ts';
import type { Waits } from './waits.ts';

/** What waits unread before the server is held back: enough for the network to go on meanwhile, little for the memory. */
const UNREAD_BYTES_MAX = 256 * 1024;

const END: IteratorReturnResult<undefined> = { done: true, value: undefined };

export interface BodyQueue {
  readonly body: AsyncIterable<Uint8Array>;
  /** Nothing more comes: what has come is still read, then this is thrown. An aborted signal is told at once instead. */
  breakOff(error: unknown): void;
}

interface Reader {
  resolve(result: IteratorResult<Uint8Array, undefined>): void;
  reject(error: unknown): void;
}

export interface BodyQueueOptions {
  readonly source: Readable;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
  readonly waits: Waits;
  left(how: 'ended' | 'unfinished'): void;
}

/**
 * The pieces of a body for one reader. Costs nothing for a piece but the promise that carries it; a slow reader holds the
 * server back. `left` is called when the body is done with: read to its end, or not.
 */
export function createBodyQueue({ source, bytesMax, signal, waits, left }: BodyQueueOptions): BodyQueue {
  const pieces: Uint8Array[] = [];
  let unreadBytes = 0;
  let totalBytes = 0;
  let reader: Reader | undefined;
  /** Set when nothing more will come; `failure` says what is thrown then. */
  let isOver = false;
  let failure: { readonly error: unknown } | undefined;

  const wakeAtEnd = (): void => {
    const woken = reader;
    reader = undefined;
    if (failure === undefined) woken?.resolve(END);
    else woken?.reject(failure.error);
  };
  const finish = (how: 'ended' | 'unfinished', error?: { readonly error: unknown }): void => {
    if (isOver) return;
    isOver = true;
    failure = error;
    left(how);
    if (how === 'unfinished') source.destroy();
    wakeAtEnd();
  };

  source.on('data', (piece: Uint8Array) => {
    if (isOver) return;
    if (totalBytes === 0) waits.answered();
    totalBytes += piece.length;
    if (totalBytes > bytesMax) {
      finish('unfinished', { error: new CallFault('too_large', `the answer is larger than ${bytesMax} bytes`) });
    } else if (reader === undefined) {
      pieces.push(piece);
      unreadBytes += piece.length;
      if (unreadBytes >= UNREAD_BYTES_MAX) source.pause();
    } else {
      const waiting = reader;
      reader = undefined;
      waits.arrived();
      waiting.resolve({ done: false, value: piece });
    }
  });
  source.on('end', () => finish('ended'));
  source.on('close', () => {
    if (!isOver) finish('unfinished', { error: new CallFault('truncated', 'the answer broke off') });
  });

  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next() {
      if (signal.aborted && !(isOver && failure === undefined && pieces.length === 0)) return Promise.reject(signal.reason);
      if (pieces.length > 0) return Promise.resolve({ done: false, value: takeUnread() });
      if (isOver) return failure === undefined ? Promise.resolve(END) : Promise.reject(failure.error);
      waits.reading();
      return new Promise((resolve, reject) => void (reader = { resolve, reject }));
    },
    return() {
      pieces.length = 0;
      finish('unfinished');
      return Promise.resolve(END);
    },
  };
  /** All that is there as one piece: a reader that fell behind catches up at once. */
  const takeUnread = (): Uint8Array => {
    const [first] = pieces;
    const unread = first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces);
    pieces.length = 0;
    if (unreadBytes >= UNREAD_BYTES_MAX) source.resume();
    unreadBytes = 0;
    return unread;
  };

  return {
    body: { [Symbol.asyncIterator]: () => iterator },
    breakOff: (error) => finish('unfinished', { error }),
  };
}

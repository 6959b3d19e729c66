import { recordOnce, type LogWriter, type NewEvent } from '../ledger/index.ts';
import { QUEUED_WRITES_MAX, WRITES_TOGETHER_MAX } from './limits.ts';

export interface QueuedWrite {
  /** The same for the same memory, so that it is kept once however often it is handed over. */
  readonly key: string;
  readonly writer: Pick<LogWriter, 'append'>;
  /** Made when its turn comes: whoever hands it over does not wait for it. */
  event(): Promise<NewEvent>;
}

/** What became of everything that was handed over. */
export interface Kept {
  readonly kept: number;
  /** Not taken, because too many waited. */
  readonly dropped: number;
  /** Taken, and refused by the store; the first reason stands for all. */
  readonly failed: number;
  readonly why: string | null;
}

/** Takes writes and answers at once. Nobody who hands one over waits, is refused, or hears of a fault. */
export interface WriteQueue {
  add(write: QueuedWrite): void;
  /** Resolves when all that was handed over so far is durable or has failed. Never rejects. */
  drained(): Promise<Kept>;
}

export function createWriteQueue(limit = QUEUED_WRITES_MAX): WriteQueue {
  const waiting: QueuedWrite[] = [];
  let [kept, dropped, failed] = [0, 0, 0];
  let why: string | null = null;
  let flushing: Promise<void> | undefined;

  const writeOne = async ({ key, writer, event }: QueuedWrite): Promise<void> => {
    try {
      await recordOnce(writer, 'memory', key, [await event()]);
      kept += 1;
    } catch (error) {
      failed += 1;
      why ??= error instanceof Error ? error.message : String(error);
    }
  };
  const flush = async (): Promise<void> => {
    // Nothing of the work is done in the call that hands it over.
    await Promise.resolve();
    while (waiting.length > 0) await Promise.all(waiting.splice(0, WRITES_TOGETHER_MAX).map(writeOne));
    flushing = undefined;
  };
  return {
    add(write) {
      if (waiting.length >= limit) dropped += 1;
      else waiting.push(write);
      flushing ??= flush();
    },
    async drained() {
      // What is handed over meanwhile begins a new flush.
      for (let current = flushing; current !== undefined; current = flushing) await current;
      return { kept, dropped, failed, why };
    },
  };
}

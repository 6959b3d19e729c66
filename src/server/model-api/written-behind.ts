import type { LogWriter, NewEvent } from '../../ledger/index.ts';

export interface WrittenBehind {
  add(key: string, event: NewEvent): void;
  /** Resolves when everything so far is written, or could not be. */
  settled(): Promise<void>;
}

const EVENTS_AT_ONCE_MAX = 64;
const GATHER_MS = 25;

/**
 * Events that nobody waits for. They gather for a moment, so that whoever does wait for the disk does not wait for them as well. What cannot be written is given up: an answer must not be lost for its record.
 */
export function writtenBehind(writer: Pick<LogWriter, 'append'>): WrittenBehind {
  let waiting: { readonly key: string; readonly event: NewEvent }[] = [];
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, EVENTS_AT_ONCE_MAX);
      waiting = waiting.slice(batch.length);
      await writer.append({ key: batch[0]?.key ?? '', events: batch.map(({ event }) => event) }).catch(() => undefined);
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return (writing = writing.then(writeAll));
  };
  return {
    add(key, event) {
      waiting.push({ key, event });
      timer ??= setTimeout(flush, GATHER_MS).unref();
    },
    settled: flush,
  };
}

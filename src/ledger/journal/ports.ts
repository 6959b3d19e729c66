import type { Blobs } from '../blobs/blobs.ts';

/** Where values go that are too large for an event. */
export type BlobPort = Pick<Blobs, 'prepare' | 'read' | 'stream'>;

/** The only way to wait. Returns a function that calls the wait off. */
export interface Timer {
  after(delayMs: number, run: () => void): () => void;
}

export const systemTimer: Timer = {
  after(delayMs, run) {
    const pending = setTimeout(run, delayMs);
    return () => clearTimeout(pending);
  },
};

import { setTimeout as sleep } from 'node:timers/promises';

/** Whether something came to its end in that time, well or badly. */
export async function within(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const giveUp = new AbortController();
  try {
    return await Promise.race([ended.then(() => true, () => true), sleep(ms, false, { signal: giveUp.signal })]);
  } finally {
    giveUp.abort();
  }
}

/** Waits for so long, or less when the signal is aborted; whoever waits looks at the signal. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const waitByTimer: Wait = async (ms, signal) => {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    return;
  }
};

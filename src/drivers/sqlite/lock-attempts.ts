import { systemRandom } from '../../kernel/index.ts';
import { LOCK_ATTEMPTS, LOCK_PAUSE_MAX_MS, LOCK_PAUSE_MIN_MS } from '../../ledger/index.ts';
import { busy, isLockContention } from './storage-errors.ts';

const DRAW_MAX = 0xffff_ffff;

/** A pause of random length, so that two processes that collided once do not collide for ever. */
export function lockPauseMs(): number {
  const drawn = new DataView(systemRandom.bytes(4).buffer).getUint32(0);
  return LOCK_PAUSE_MIN_MS + (drawn / DRAW_MAX) * (LOCK_PAUSE_MAX_MS - LOCK_PAUSE_MIN_MS);
}

/** Blocks the calling thread; only for threads that do nothing else. */
export function sleepMs(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Does a thing that may meet another process's lock, again and again until it is done or there were enough attempts. */
export function withLock<Result>(file: string, attempt: () => Result, pause: (ms: number) => void = sleepMs): Result {
  for (let made = 1; ; made += 1) {
    try {
      return attempt();
    } catch (error) {
      if (!isLockContention(error)) throw error;
      if (made >= LOCK_ATTEMPTS) throw busy(file, made);
      pause(lockPauseMs());
    }
  }
}

/** The same for a thread that has other things to do meanwhile. */
export async function withLockAsync<Result>(file: string, attempt: () => Result, pause: (ms: number) => Promise<void> = waitMs): Promise<Result> {
  for (let made = 1; ; made += 1) {
    try {
      return attempt();
    } catch (error) {
      if (!isLockContention(error)) throw error;
      if (made >= LOCK_ATTEMPTS) throw busy(file, made);
      await pause(lockPauseMs());
    }
  }
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

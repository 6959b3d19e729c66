const SLOW_COMMIT_MS = 5;
const never = new Int32Array(new SharedArrayBuffer(4));

/** Runs in the thread that writes: each commit takes as long as on a slow disk. */
export function beforeCommit(): void {
  Atomics.wait(never, 0, 0, SLOW_COMMIT_MS);
}

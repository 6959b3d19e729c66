import { setFlagsFromString } from 'node:v8';
import { Worker, type Transferable } from 'node:worker_threads';

/**
 * Node reads TypeScript with WebAssembly. When several threads do so at once, V8 (13.6) can end the whole process while it
 * swaps the wrappers of often called imports for quicker ones; wrappers that are never called often enough are never swapped.
 */
const NEVER_SWAP_WRAPPERS = '--wasm-wrapper-tiering-budget=1000000000';

/** Starts a module of this folder in a thread of its own. */
export function startThread(module: string, workerData: object, transferList: Transferable[] = []): Worker {
  setFlagsFromString(NEVER_SWAP_WRAPPERS);
  return new Worker(new URL(module, import.meta.url), {
    workerData,
    transferList,
    // The flags of this process may not suit a thread, and it needs none.
    execArgv: [],
  });
}

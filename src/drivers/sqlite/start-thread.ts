import { setFlagsFromString } from 'node:v8';
import { Worker, type Transferable } from 'node:worker_threads';
import { STEADY_WASM_FLAG } from '../../kernel/index.ts';

/** Starts a module in a thread of its own. */
export function startThread(module: URL, workerData: object, transferList: Transferable[] = []): Worker {
  // Code that was compiled before a flag was set is compiled anew in every thread, so it is set only where it is needed.
  if (module.pathname.endsWith('.ts')) setFlagsFromString(STEADY_WASM_FLAG);
  return new Worker(module, {
    workerData,
    transferList,
    // The flags of this process may not suit a thread, and it needs none.
    execArgv: [],
  });
}

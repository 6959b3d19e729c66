import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxLimits } from '../../contracts/index.ts';
import { memoryOf, treeOf } from './process-table.ts';

/** Most programs have ended before the first look; those cost nothing. */
const FIRST_LOOK_MS = 100;
const LOOK_EVERY_MS = 100;

export interface WatchedTree {
  readonly pid: number;
  readonly limits: SandboxLimits;
  /** What the kernel does not already hold for the whole tree. */
  readonly watchesMemory: boolean;
  readonly watchesProcesses: boolean;
  onExceeded(what: 'memory' | 'processes'): void;
}

/**
 * Looks at a tree of processes from time to time and reports when all of it together uses too much. Limits of the
 * kernel that hold for one process alone do not add up.
 */
export async function watchTree(tree: WatchedTree, signal: AbortSignal): Promise<void> {
  if (!tree.watchesMemory && !tree.watchesProcesses) return;
  try {
    await wait(FIRST_LOOK_MS, undefined, { signal, ref: false });
    for (;;) {
      const exceeded = await excessOf(tree);
      if (signal.aborted) return;
      if (exceeded !== null) return tree.onExceeded(exceeded);
      await wait(LOOK_EVERY_MS, undefined, { signal, ref: false });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function excessOf({ pid, limits, watchesMemory, watchesProcesses }: WatchedTree): Promise<'memory' | 'processes' | null> {
  // The backend's own processes are two of the tree.
  const processes = await treeOf(pid, limits.processes + 2);
  if (watchesProcesses && processes.length > limits.processes + 2) return 'processes';
  if (!watchesMemory) return null;
  const memories = await Promise.all(processes.map(memoryOf));
  // Shared memory is counted once, by whoever has most of it: it may be the same for all.
  const bytes = memories.reduce((sum, { ownBytes }) => sum + ownBytes, 0) + Math.max(...memories.map(({ sharedBytes }) => sharedBytes));
  return bytes > limits.memory_bytes ? 'memory' : null;
}

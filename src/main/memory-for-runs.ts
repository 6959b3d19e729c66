import type { LedgerForRuns } from '../commands/index.ts';
import type { Clock, Ids } from '../kernel/index.ts';
import type { Ledger, LogWriter } from '../ledger/index.ts';
import { createExperienceMemory, createMemoryReader, createWriteQueue } from '../memory/index.ts';

export interface MemoryParts {
  readonly ledger: Pick<Ledger, 'documents'>;
  /** The solver's own writer; it goes no further than into the memory of experience. */
  readonly solver: LogWriter;
  /** Notes when rules were recalled. */
  readonly recalls: LogWriter;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Hands each run a memory of its own: a queue that nobody waits for but whoever ends the run, and a reader of its matter alone. */
export function memoryForRuns({ ledger, solver, recalls, clock, ids }: MemoryParts): NonNullable<LedgerForRuns['openMemory']> {
  return (runId, taintOf) => {
    const queue = createWriteQueue();
    const reader = createMemoryReader({ documents: ledger.documents, clock, matter: solver.author.governance.matter ?? null, exceptRun: runId, recalls: { writer: recalls, queue, runId } });
    return { calibration: { read: (tags) => reader.recall(tags) }, experience: createExperienceMemory({ writer: solver, clock, ids, queue, runId, taintOf }), drained: queue.drained };
  };
}

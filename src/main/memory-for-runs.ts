import type { LedgerForRuns } from '../commands/index.ts';
import { hasCode, type Clock, type Ids } from '../kernel/index.ts';
import type { Leases, Ledger, LogWriter } from '../ledger/index.ts';
import { createExperienceMemory, createMemoryReader, createWriteQueue, factsForPlan, heldResults, learnFromRuns, ledgerGraph, type GraphScope } from '../memory/index.ts';

export interface MemoryParts {
  readonly ledger: Pick<Ledger, 'blobs' | 'documents' | 'log'>;
  /** The solver's own writer; it goes no further than into the memory of experience. */
  readonly solver: LogWriter;
  /** Notes when rules were recalled, and takes in facts before the words that say them make room. */
  readonly recalls: LogWriter;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Hands each run a memory of its own: a queue that nobody waits for but whoever ends the run, and a reader of its matter alone. */
export function memoryForRuns({ ledger, solver, recalls, clock, ids }: MemoryParts): NonNullable<LedgerForRuns['openMemory']> {
  const graph = ledgerGraph({ documents: ledger.documents, log: ledger.log, ids, writer: recalls }).open(scopeOf(solver));
  return (runId, taintOf) => {
    const queue = createWriteQueue();
    const reader = createMemoryReader({ documents: ledger.documents, clock, matter: solver.author.governance.matter ?? null, exceptRun: runId, recalls: { writer: recalls, queue, runId } });
    return { facts: { read: (asked) => factsForPlan(asked, graph, clock), held: (asked) => heldResults(asked, { ledger, graph, clock }) }, calibration: { read: (tags) => reader.recall(tags) }, experience: createExperienceMemory({ writer: solver, clock, ids, queue, runId, taintOf }), drained: queue.drained };
  };
}

/** The compartment that a writer writes in. */
export function scopeOf({ author: { governance } }: Pick<LogWriter, 'author'>): GraphScope {
  return { tenant: governance.tenant, matter: governance.matter ?? null };
}

export interface LearningParts {
  readonly ledger: Ledger;
  /** Memory's own. */
  readonly writer: LogWriter;
  readonly leases: Pick<Leases, 'hold'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

const LEARNING = 'memory.learning';

/** Looks through runs that have ended. No two processes do it at once: what another does is left to it. */
export function learningFromRuns({ ledger, writer, leases, clock, ids }: LearningParts): NonNullable<LedgerForRuns['learn']> {
  const scope = scopeOf(writer);
  const graph = ledgerGraph({ documents: ledger.documents, log: ledger.log, ids, writer }).open(scope);
  return async (signal, model) => {
    try {
      await leases.hold(LEARNING, 'memory', { signal }, (_held, own) => learnFromRuns({ ledger, graph, scope, writer, clock, ids, ...(model !== undefined && { model }) }, own));
    } catch (error) {
      if (!hasCode(error, 'lease.held')) throw error;
    }
  };
}

import { createIds, fixedClock, seededRandom, type FixedClock, type Ids } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createLeases, openLedger, type Ledger, type LogWriter } from '../../src/ledger/index.ts';
import { createConsolidationMemory, createExperienceMemory, createMemoryReader, createWriteQueue, type ConsolidationMemory, type DreamPorts, type ExperienceToKeep, type MemoryReader, type WriteQueue } from '../../src/memory/index.ts';
import { MEMORY_QUANTIZATION, TaskId, type Governance, type QuantizedState, type RunId, type TaintClass } from '../../src/contracts/index.ts';
import { ledgerInMemory } from './ledger-in-memory.ts';
import { RUN } from './run-samples.ts';

export const MEMORY_START_MS = Date.parse('2026-03-01T08:00:00.000Z');
export const DAY_MS = 86_400_000;

/** Memory over a ledger in memory, with a clock that a test moves. */
export interface MemoryRig {
  readonly ledger: Ledger;
  readonly clock: FixedClock;
  readonly ids: Ids;
  readonly queue: WriteQueue;
  writerOf(actor: string, matter?: string): LogWriter;
  experience(options?: { readonly runId?: RunId; readonly matter?: string; readonly taint?: TaintClass; readonly queue?: WriteQueue }): { write(experience: ExperienceToKeep): void };
  reader(matter?: string): MemoryReader;
  dreamer(): ConsolidationMemory;
  /** What a pass of the Dreamer stands on: no run has ended, and none is worked on, unless told. */
  dreams(changes?: Partial<DreamPorts>): DreamPorts;
  /** Remembers one thing and waits until it is kept. */
  learn(state: QuantizedState, space: string, entity: string, options?: { readonly key?: string; readonly matter?: string; readonly content?: string; readonly taint?: TaintClass }): Promise<void>;
}

export const LOSS = { D: 0.5, P: 0.5, Omega: 0.1, L: 0.5 } as const;

/** One thing learnt, with the figures of its state. */
export function learnt(state: QuantizedState, space: string, entity: string, key = 'one', content = `It was ${state}.`): ExperienceToKeep {
  return { key, taskId: TaskId.parse(`task_${'0'.repeat(26)}`), round: 1, state, space, entity, content, ...MEMORY_QUANTIZATION[state], loss: LOSS };
}

/** Nobody waits here: a lease is renewed when its time passes, and no time passes by itself. */
const untilStopped = (_ms: number, signal: AbortSignal): Promise<void> => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

export async function memoryRig(): Promise<MemoryRig> {
  const { store } = await ledgerInMemory();
  const clock = fixedClock(MEMORY_START_MS);
  const ids = createIds({ clock, random: seededRandom(7) });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids });
  const queue = createWriteQueue();
  const governanceOf = (matter: string | undefined): Governance => ({ tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false, ...(matter !== undefined && { matter }) });
  const writerOf = (actor: string, matter?: string): LogWriter => ledger.log.writerFor({ actor, governance: governanceOf(matter) });
  let written = 0;
  const rig: MemoryRig = {
    ledger,
    clock,
    ids,
    queue,
    writerOf,
    experience: ({ runId = RUN, matter, taint = 'owner_typed', queue: into = queue } = {}) => createExperienceMemory({ writer: writerOf('solver', matter), clock, ids, queue: into, runId, taintOf: async () => taint }),
    reader: (matter) => createMemoryReader({ documents: ledger.documents, clock, matter: matter ?? null, recalls: { writer: writerOf('memory', matter), queue, runId: RUN } }),
    dreamer: () => createConsolidationMemory({ writer: writerOf('dreamer'), ledger, clock, ids }),
    dreams: (changes) => ({ ledger, writer: writerOf('dreamer'), leases: createLeases({ transact: store.transact.bind(store), pause: untilStopped }), clock, ids, lastEndAt: async () => null, isWorkedOn: async () => false, ...changes }),
    async learn(state, space, entity, { key, matter, content, taint } = {}) {
      written += 1;
      rig.experience({ ...(matter !== undefined && { matter }), ...(taint !== undefined && { taint }) }).write(learnt(state, space, entity, key ?? `learnt-${written}`, content));
      await queue.drained();
    },
  };
  return rig;
}

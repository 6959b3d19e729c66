import { memoryMegramWritten, type Governance, type LossValues, type Megram, type MegramOrigin, type Name, type QuantizedState, type RunId, type TaintClass, type TaskId } from '../contracts/index.ts';
import { timestamp, type Clock, type Ids } from '../kernel/index.ts';
import type { LogWriter, NewEvent } from '../ledger/index.ts';
import { demandAuthor } from './authors.ts';
import { memoryStreamOf } from './place.ts';
import { contentOf, tagOf } from './tags.ts';
import type { WriteQueue } from './write-queue.ts';

/** What a solver learnt in a round of a run. */
export interface ExperienceToKeep {
  readonly key: string;
  readonly taskId: TaskId;
  readonly round: number;
  readonly state: QuantizedState;
  readonly space: string;
  readonly entity: string;
  readonly content: string;
  readonly f: number;
  readonly sigma: number;
  readonly k: number;
  readonly loss: LossValues;
}

export interface ExperiencePorts {
  /** The solver's own. */
  readonly writer: LogWriter;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly queue: WriteQueue;
  readonly runId: RunId;
  /** How far what the run has read may be trusted; its words carry it on. */
  taintOf(words: string): Promise<TaintClass>;
}

/** Remembers what a solver learns in one run. It answers at once and never throws; every new memory is of level M. */
export function createExperienceMemory({ writer, clock, ids, queue, runId, taintOf }: ExperiencePorts): { write(experience: ExperienceToKeep): void } {
  demandAuthor(writer, 'experience');
  const { governance } = writer.author;
  return {
    write(experience) {
      const { key, taskId, round, state, content, f, sigma, loss } = experience;
      const at = timestamp(clock);
      queue.add({
        key: `memory:${runId}:${key}`,
        writer,
        event: async () => {
          const k = experience.k as Megram['k'];
          const megram: Megram = { megram_id: ids.mint('meg'), level: 'M', created_at: at, last_recalled_at: null, ...tagOf(experience.space, experience.entity), content: contentOf(content), state, f, sigma, k };
          return writtenEvent(megram, { from: 'experience', run_id: runId, task_id: taskId, round, loss }, { ...governance, taint_class: await taintOf(content) });
        },
      });
    },
  };
}

/** A Megram in the stream of its place; the matter is that of whoever writes. */
export function writtenEvent(megram: Megram, origin: MegramOrigin, governance: Governance): NewEvent {
  const matter: Name | null = governance.matter ?? null;
  return { type: memoryMegramWritten.type, streamId: memoryStreamOf({ matter, space: megram.space, entity: megram.entity }), payload: { megram, matter, origin }, governance };
}

import { MEMORY_QUANTIZATION, POTENTIAL_THRESHOLDS, type Megram, type MegramId } from '../contracts/index.ts';
import { timestamp, type Clock, type Ids } from '../kernel/index.ts';
import { recordOnce, type LogWriter } from '../ledger/index.ts';
import { demandPerson, ROLES } from './authors.ts';
import { writtenEvent } from './experience.ts';
import { contentOf, tagOf } from './tags.ts';

/** What a person wants otherwise. */
export interface Correction {
  readonly key: string;
  readonly space: string;
  readonly entity: string;
  /** Whether it speaks for the place or against it. */
  readonly side: 'for' | 'against';
  readonly reason: string;
  /** The rule that is meant, where it is one. */
  readonly about?: MegramId;
  /** What all that is remembered of the place points to now, its rules included. */
  readonly decision: number;
}

export interface CorrectionPorts {
  /** A person's own. */
  readonly writer: LogWriter;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Each as much as the strongest thing that a run can learn. */
const { f: CORRECTION_STRENGTH, k: CORRECTION_DECAY } = MEMORY_QUANTIZATION.abandon;

/** A place that stands beyond this against a person's word has been met so often that they had better forget it whole. */
const CORRECTION_MEGRAMS_MAX = 50;

/**
 * Appends Megrams that outweigh what is remembered; nothing that is there is changed. There are as many as it takes for the
 * place to take the person's side: their word is not one voice among others. Answers with how many, when they are durable.
 */
export function createCorrectionMemory({ writer, clock, ids }: CorrectionPorts): { correct(correction: Correction): Promise<number> } {
  demandPerson(writer, ROLES);
  return {
    async correct({ key, space, entity, side, reason, about, decision }) {
      const sign = side === 'for' ? 1 : -1;
      const missing = POTENTIAL_THRESHOLDS.decision - sign * decision;
      const count = Math.min(CORRECTION_MEGRAMS_MAX, Math.max(1, Math.floor(missing / CORRECTION_STRENGTH) + 1));
      const megram = (): Megram => ({ megram_id: ids.mint('meg'), level: 'M', created_at: timestamp(clock), last_recalled_at: null, ...tagOf(space, entity), content: contentOf(reason), state: 'correction', f: CORRECTION_STRENGTH, sigma: sign, k: CORRECTION_DECAY });
      await recordOnce(writer, 'memory', key, Array.from({ length: count }, () => writtenEvent(megram(), { from: 'correction', by: writer.author.actor, about: about ?? null }, writer.author.governance)));
      return count;
    },
  };
}

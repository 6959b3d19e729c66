import { RecalledPlace, type RunId } from '../../contracts/index.ts';
import type { CalibrationPort, CalibrationTag } from '../../loops/index.ts';
import type { RecordedSteps } from '../forks/recorded-past.ts';
import type { RunOverseers } from '../overseers.ts';
import type { DecidedEnd } from './finalize.ts';
import { elapsedKey } from './review-phase.ts';
import type { TaskPorts } from './task-ports.ts';

export interface WithMemory {
  readonly ports: TaskPorts;
  /**
   * Waits until what the run has learnt is durable, before it is recorded how it ends: a run that breaks off earlier is gone on
   * with, and hands the same over again under the same keys. So nothing is lost and nothing is there twice.
   */
  remembered(decided: DecidedEnd): Promise<DecidedEnd>;
}

/** The ports of a run with its memory. What a fork took over from another run was learnt there already. */
export function withMemory(runId: RunId, past: TaskPorts & RecordedSteps, { provenance }: Pick<RunOverseers, 'provenance'>): WithMemory {
  const memory = past.openMemory?.(runId, async (words) => (await provenance.judgeAnswer(words)).taintClass);
  if (memory === undefined) return { ports: past, remembered: async (decided) => decided };
  const { calibration, experience, facts } = memory;
  const write: typeof experience.write = (one) => {
    if (past.isRecorded?.(elapsedKey(one.round)) !== true) experience.write(one);
  };
  let misread = 0;
  const read: CalibrationPort['read'] = async (tags) => {
    const found = await calibration.read(tags);
    const sound = found.filter((place) => isAskedFor(place, tags) && RecalledPlace.safeParse(place).success);
    misread += found.length - sound.length;
    return sound;
  };
  return {
    ports: { ...past, memory: { read }, experience: { write }, ...(facts !== undefined && { facts }) },
    async remembered(decided) {
      const { dropped, failed } = await memory.drained();
      const kept = dropped + failed === 0 ? decided : telling(decided, 'memory.lost', `${dropped + failed === 1 ? 'One thing that it learnt' : `${dropped + failed} things that it learnt`} could not be kept for later runs.`);
      return misread === 0 ? kept : telling(kept, 'memory.misread', 'Some of what is remembered could not be used for its plan: keelson ledger verify.');
    },
  };
}

/** A place that nobody asked about would change a plan for no reason. */
function isAskedFor({ space, entity }: RecalledPlace, tags: readonly CalibrationTag[]): boolean {
  return tags.some((tag) => tag.space === space && (tag.entity === entity || (tag.entityKind !== undefined && entity.startsWith(`${tag.entityKind}:`))));
}

/** A run whose memory failed it says so; how it ended stays what it is. */
function telling(decided: DecidedEnd, factor: string, words: string): DecidedEnd {
  const { ending } = decided;
  return { ...decided, ending: { ...ending, details: `${ending.details} ${words}`, factors: [...ending.factors, factor] } };
}

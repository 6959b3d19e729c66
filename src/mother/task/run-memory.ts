import type { RunId } from '../../contracts/index.ts';
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
  return {
    ports: { ...past, memory: calibration, experience: { write }, ...(facts !== undefined && { facts }) },
    async remembered(decided) {
      const { dropped, failed } = await memory.drained();
      return dropped + failed === 0 ? decided : tellingLost(decided, dropped + failed);
    },
  };
}

/** A run that could not leave what it learnt says so; how it ended stays what it is. */
function tellingLost(decided: DecidedEnd, lost: number): DecidedEnd {
  const { ending } = decided;
  return { ...decided, ending: { ...ending, details: `${ending.details} ${lost === 1 ? 'One thing that it learnt' : `${lost} things that it learnt`} could not be kept for later runs.`, factors: [...ending.factors, 'memory.lost'] } };
}

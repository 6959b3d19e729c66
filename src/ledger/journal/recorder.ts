import type { RunId, StepKey } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import type { LogWriter } from '../log/log.ts';
import type { Fence } from '../request.ts';
import type { RefusedSettlement, Settlement } from './journal.ts';
import type { Timer } from './ports.ts';
import { retryBusy } from './retry-busy.ts';
import { eventOf, keyOf, refusedIn, type StepFact } from './step-facts.ts';
import { appendKeyOf } from './step-keys.ts';
import { foldStep, type StepRecord } from './step-record.ts';

/** The only hand that writes for a journal. */
export interface Recorder {
  /**
   * Appends the fact with what goes along, then folds it. `part` tells the records of one step apart. A failure that
   * `isRefusal` knows speaks about what goes along, not about the log, and ends nothing.
   */
  write(part: string, fact: StepFact, along?: Settlement, isRefusal?: (error: unknown) => boolean): Promise<void>;
  /** Lets no further step begin, for this reason. */
  end(error: unknown): void;
  /** Why no step may begin any more; undefined while all is well. */
  ended(): { readonly error: unknown } | undefined;
  /** Aborted when the run belongs to somebody else. */
  readonly lost: AbortSignal;
}

export interface RecorderPorts {
  readonly runId: RunId;
  readonly writer: LogWriter;
  readonly fence: Fence | undefined;
  readonly timer: Timer;
  readonly steps: Map<StepKey, StepRecord>;
  readonly refusedSettlements: RefusedSettlement[];
}

/**
 * A fact that could not be written ends the journal: the run would otherwise go on from something that a resumed run may
 * not find. Steps under way may still record what they did; no other step begins.
 */
export function createRecorder({ runId, writer, fence, timer, steps, refusedSettlements }: RecorderPorts): Recorder {
  const lost = new AbortController();
  let ended: { readonly error: unknown } | undefined;
  const end = (error: unknown): void => {
    ended ??= { error };
  };
  return {
    end,
    async write(part, fact, { events = [], operations = [] } = {}, isRefusal = () => false) {
      const key = keyOf(fact);
      const fences = fence === undefined ? [] : [fence];
      try {
        await retryBusy(timer, () => writer.append({ key: appendKeyOf(runId, key, part), events: [eventOf(runId, fact), ...events], operations, fences }));
      } catch (error) {
        if (isRefusal(error)) throw error;
        end(error);
        if (hasCode(error, 'lease.lost') && error.data.lease === fence?.lease) lost.abort(error);
        throw error;
      }
      steps.set(key, foldStep(steps.get(key), fact));
      refusedSettlements.push(...refusedIn(fact));
    },
    ended: () => ended,
    lost: lost.signal,
  };
}

import type { RunId, StepKey } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import type { LogWriter, NewEvent } from '../log/log.ts';
import type { Fence } from '../request.ts';
import { createHeldFacts, type HeldFacts, type Send } from './held-facts.ts';
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
  /**
   * Folds a fact now and appends it, with what it tells, together with the next that is written. Nothing may be told of it before.
   * What moves counters as well says how it is written by itself when that is refused, and waits a moment at most.
   */
  hold(fact: StepFact, along: Settlement, alone?: (recorder: Pick<Recorder, 'write'>) => Promise<void>): void;
  /** Appends what is held, when there is any. */
  flush(): Promise<void>;
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

/** What has an intent in the log stands there as under way until its end is written, and whoever looks on waits for it. */
const HELD_MS_MAX = 50;

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
  const fences = fence === undefined ? [] : [fence];
  const send: Send = async (key, events, operations) => void (await retryBusy(timer, () => writer.append({ key, events, operations, fences })));
  const held = createHeldFacts(send, (key) => appendKeyOf(runId, key, 'result'));
  let callOff: (() => void) | undefined;
  const failed = (error: unknown): void => {
    end(error);
    if (hasCode(error, 'lease.lost') && error.data.lease === fence?.lease) lost.abort(error);
  };
  /** Whatever is written next takes along what is held. */
  const append: HeldFacts['append'] = (own) => {
    callOff?.();
    callOff = undefined;
    return held.append(own);
  };
  const flush = async (): Promise<void> => {
    try {
      await append(undefined);
    } catch (error) {
      failed(error);
      throw error;
    }
  };
  return {
    end,
    async write(part, fact, { events = [], operations = [] } = {}, isRefusal = () => false) {
      const key = keyOf(fact);
      try {
        await append({ key: () => appendKeyOf(runId, key, part), events: [eventOf(runId, fact), ...events], operations });
      } catch (error) {
        if (!isRefusal(error)) failed(error);
        throw error;
      }
      steps.set(key, foldStep(steps.get(key), fact));
      refusedSettlements.push(...refusedIn(fact));
    },
    hold(fact, { events = [], operations = [] }, alone) {
      const key = keyOf(fact);
      /** It was folded when it was held, so only what was refused is still to be noted. */
      const writeAfter = (before: readonly NewEvent[]): Recorder['write'] => async (part, again, along = {}) => {
        await send(appendKeyOf(runId, key, part), [...before, eventOf(runId, again), ...(along.events ?? [])], along.operations ?? []);
        refusedSettlements.push(...refusedIn(again));
      };
      held.hold({ key, events: [eventOf(runId, fact), ...events], ...(alone && { settled: { operations, alone: (before) => alone({ write: writeAfter(before) }) } }) });
      steps.set(key, foldStep(steps.get(key), fact));
      if (alone === undefined || callOff !== undefined) return;
      callOff = timer.after(HELD_MS_MAX, () => {
        callOff = undefined;
        // That it failed is told to whoever comes next.
        void flush().catch(() => undefined);
      });
    },
    flush,
    ended: () => ended,
    lost: lost.signal,
  };
}

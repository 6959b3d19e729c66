import type { AppendKey, RunId, StepKey } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import type { LogWriter, NewEvent } from '../log/log.ts';
import type { Fence, LedgerOperation } from '../request.ts';
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
  /** Folds a fact now and appends it, with what it tells, together with the next that is written. Nothing may be told of it before. */
  hold(fact: StepFact, events: readonly NewEvent[]): void;
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

interface Held {
  readonly key: StepKey;
  readonly events: readonly NewEvent[];
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
  let held: Held[] = [];
  let carrying: Promise<unknown> | undefined;
  const fences = fence === undefined ? [] : [fence];
  /**
   * Appends with everything that is held. Who comes while that is under way waits: what follows a fact is never written before it.
   * Between the end of that wait and taking what is held nobody else may come, so the key is asked for here; without one there is nothing to do.
   */
  const append = async (keyNow: () => AppendKey | undefined, events: readonly NewEvent[], operations: readonly LedgerOperation[]): Promise<void> => {
    for (let under = carrying; under !== undefined; under = carrying) await under;
    const key = keyNow();
    if (key === undefined) return;
    const carried = held;
    held = [];
    const appending = retryBusy(timer, () => writer.append({ key, events: [...carried.flatMap((one) => one.events), ...events], operations, fences }));
    if (carried.length === 0) return void (await appending);
    carrying = appending.then(
      () => (carrying = undefined),
      () => {
        carrying = undefined;
        held = [...carried, ...held];
      },
    );
    await appending;
  };
  const failed = (error: unknown): void => {
    end(error);
    if (hasCode(error, 'lease.lost') && error.data.lease === fence?.lease) lost.abort(error);
  };
  return {
    end,
    async write(part, fact, { events = [], operations = [] } = {}, isRefusal = () => false) {
      const key = keyOf(fact);
      try {
        await append(() => appendKeyOf(runId, key, part), [eventOf(runId, fact), ...events], operations);
      } catch (error) {
        if (!isRefusal(error)) failed(error);
        throw error;
      }
      steps.set(key, foldStep(steps.get(key), fact));
      refusedSettlements.push(...refusedIn(fact));
    },
    hold(fact, events) {
      const key = keyOf(fact);
      held.push({ key, events: [eventOf(runId, fact), ...events] });
      steps.set(key, foldStep(steps.get(key), fact));
    },
    async flush() {
      try {
        await append(() => (held[0] === undefined ? undefined : appendKeyOf(runId, held[0].key, 'result')), [], []);
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    ended: () => ended,
    lost: lost.signal,
  };
}

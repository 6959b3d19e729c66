import type { RunId, Sha256, StepIntent, StepKey } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { LogReader } from '../log/log.ts';
import type { LedgerOperation } from '../request.ts';
import type { FittedValue } from './fit-value.ts';
import type { EffectDefinition, EffectHandler, Journal, StepOptions } from './journal.ts';
import type { BlobPort, Timer } from './ports.ts';
import type { Recorder } from './recorder.ts';
import type { StepRecord } from './step-record.ts';

/** `live` does what is missing; `recorded` only answers what is there, and never writes. */
export type JournalMode = 'live' | 'recorded';

/** What all steps of one open journal share. */
export interface JournalState {
  readonly runId: RunId;
  readonly mode: JournalMode;
  readonly steps: Map<StepKey, StepRecord>;
  readonly used: Set<StepKey>;
  /** Steps that may ask otherwise than recorded, because a person let the run go on under other versions since. */
  readonly fromBefore: ReadonlySet<StepKey>;
  /** Steps that were in doubt when the journal was opened. */
  readonly unanswered: readonly StepKey[];
  readonly recorder: Recorder;
  readonly reader: LogReader;
  readonly blobs: BlobPort;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly graceMs: number;
  /** See `StepIntent.execution`. */
  readonly execution: string;
  readonly handleEffect?: EffectHandler;
}

/** The step, or the run, that others belong to. It ends only after all of them. */
export interface Nest {
  readonly signal: AbortSignal;
  readonly underWay: Set<Promise<unknown>>;
  isOver: boolean;
  /**
   * The first failure of a step in it that came to no outcome. Whatever the code around that step made of it, what they
   * belong to has no outcome either: a resumed run would never look behind one.
   */
  interruption: { readonly error: unknown } | undefined;
}

/** The signal is asked for when a step begins in it. */
export function openNest(signal: () => AbortSignal): Nest {
  return {
    get signal() {
      return signal();
    },
    underWay: new Set(),
    isOver: false,
    interruption: undefined,
  };
}

/** Nothing more begins in it; resolves when nothing is under way. */
export async function closeNest(nest: Nest): Promise<void> {
  nest.isOver = true;
  while (nest.underWay.size > 0) await Promise.allSettled(nest.underWay);
}

export interface StepCall<Request, Result> {
  readonly key: StepKey;
  readonly effect: EffectDefinition<Request, Result>;
  readonly request: Request;
  readonly options: StepOptions<Result>;
  /** The journal for steps below this one. */
  below(nest: Nest): Journal;
}

/** A call with what identifies it. */
export interface HashedCall<Request, Result> extends StepCall<Request, Result> {
  readonly requestHash: Sha256;
}

/** A call that is about to be made. */
export interface FittedCall<Request, Result> extends HashedCall<Request, Result> {
  /** The request as it is kept. */
  readonly fitted: FittedValue<Request>;
}

/** A call with what is stored of it. */
export interface Step<Request, Result> extends HashedCall<Request, Result> {
  /** The number of the intent under which it is done. */
  readonly attempt: number;
  readonly intent: StepIntent;
  readonly requestOperations: readonly LedgerOperation[];
}

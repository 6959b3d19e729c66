import type { z } from 'zod';
import type { EffectName, ErrorBody, IdPrefix, PinnedVersions, RunId, SideEffect, StepKey } from '../../contracts/index.ts';
import type { IdOf, KeelsonError } from '../../kernel/index.ts';
import type { NewEvent } from '../log/log.ts';
import type { LedgerOperation } from '../request.ts';

/**
 * A way in which the world enters a run. Both schemas must accept their own output, because a value is parsed before it
 * is stored and again when it is read. `perform` may throw a KeelsonError for an expected failure, which is recorded;
 * anything else it throws is a bug, which is not.
 */
export interface EffectDefinition<Request, Result> {
  readonly name: EffectName;
  readonly sideEffect: SideEffect;
  readonly request: z.ZodType<Request>;
  readonly result: z.ZodType<Result>;
  perform(request: Request, context: EffectContext): Promise<Result>;
}

export interface EffectContext {
  /** The same for every attempt at this step, so that the other end can recognise a repetition. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** Steps below this one; what they recorded survives when this step has to be done again. */
  readonly journal: Journal;
}

/** The effect that is done for another at a step: the same in name, request and result. */
export type EffectHandler = <Request, Result>(key: StepKey, effect: EffectDefinition<Request, Result>) => EffectDefinition<Request, Result>;

/** What an effect came to. */
export type EffectOutcome<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: KeelsonError };

/** The end of an attempt that came to no outcome: it was stopped, or its process died. */
export interface Stopped {
  readonly ok: false;
  readonly stopped: true;
  /** When false nothing was done and all may be released; otherwise it may have cost everything that was reserved. */
  readonly hasBegun: boolean;
}

/** How an attempt ended, as whoever settles its counters sees it. */
export type AttemptEnd<Result> = EffectOutcome<Result> | Stopped;

/** What becomes durable together with the end of an attempt: receipts, and the counters that it moves. */
export interface Settlement {
  readonly events?: readonly NewEvent[];
  readonly operations?: readonly LedgerOperation[];
}

export interface StepOptions<Result> {
  readonly signal?: AbortSignal;
  /**
   * What must be durable before an attempt begins, such as the reservation of a counter. Attempts are counted from 1, and
   * each reserves for itself, so ids should name the attempt.
   */
  reserve?(attempt: number): readonly LedgerOperation[];
  /** Told together with the intent of an attempt. What reserves nothing and only reads has no intent. */
  announce?(attempt: number): readonly NewEvent[];
  /**
   * Whether the record of this result may wait for the next one, which it then travels with: for what is only read, right
   * before something is done. A run that is cut off in between has done nothing with it, and reads again. What reserved something
   * waits a moment at most.
   */
  rides?(result: Result): boolean;
  /**
   * Called for each attempt that reserved something or has an outcome. What is refused of it is left out and told by
   * `refusedSettlements`; the outcome is recorded all the same.
   */
  settle?(end: AttemptEnd<Result>, attempt: number): Settlement;
}

/** The durable record of a run's effects by key. Any number of steps may be under way at once. */
export interface Journal {
  /** Answers what was recorded under this key, or does the effect and records it. */
  step<Request, Result>(key: string, effect: EffectDefinition<Request, Result>, request: Request, options?: StepOptions<Result>): Promise<Result>;
  /** The same journal with every key below this prefix. */
  scope(prefix: string): Journal;
  /** Milliseconds since 1970. */
  now(key: string): Promise<number>;
  mint<Prefix extends IdPrefix>(key: string, prefix: Prefix): Promise<IdOf<Prefix>>;
  randomBytes(key: string, count: number): Promise<Uint8Array>;
  /** Writes what waits for the next record. Whoever tells something in another way than by a step does so after this. */
  flush(): Promise<void>;
}

/** What a person found out about an attempt at a destructive step, by the number that `journal.unresolved` told. */
export type ResolveStep = { readonly attempt: number; readonly decidedBy: string; readonly reason: string } & (
  | { readonly decision: 'did_happen'; readonly result: unknown }
  | { readonly decision: 'did_not_happen' }
);

export interface RefusedSettlement {
  readonly key: StepKey;
  readonly error: ErrorBody;
}

/** The journal of a whole run, for whoever owns the run. */
export interface RunJournal extends Journal {
  readonly runId: RunId;
  /** The versions that this run must use, whatever is current. */
  readonly pins: PinnedVersions;
  /** Records a person's answer about an unresolved step; the step may then be asked for again. */
  resolve(key: string, answer: ResolveStep): Promise<void>;
  /** Outcomes whose receipts and counters were refused, those of earlier executions included: somebody should look. */
  refusedSettlements(): readonly RefusedSettlement[];
  /** Lets no further step begin and waits for those under way: a branch that was left behind cannot go on unseen. */
  close(): Promise<void>;
}

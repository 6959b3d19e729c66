import type { z } from 'zod';
import type { EffectName, IdPrefix, PinnedVersions, RunId, SideEffect } from '../../contracts/index.ts';
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

/** How an effect ended, as whoever settles its counters sees it. */
export type EffectOutcome<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: KeelsonError };

/** What becomes durable together with an outcome, or not at all: receipts, and the counters that it moves. */
export interface Settlement {
  readonly events?: readonly NewEvent[];
  readonly operations?: readonly LedgerOperation[];
}

export interface StepOptions<Result> {
  readonly signal?: AbortSignal;
  /** What must be durable before the effect begins, such as the reservation of a counter. */
  readonly reserve?: readonly LedgerOperation[];
  settle?(outcome: EffectOutcome<Result>): Settlement;
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
}

/** What a person found out about a destructive step that may have happened. */
export type ResolveStep = { readonly decidedBy: string; readonly reason: string } & (
  | { readonly decision: 'did_happen'; readonly result: unknown }
  | { readonly decision: 'did_not_happen' }
);

/** The journal of a whole run, for whoever owns the run. */
export interface RunJournal extends Journal {
  readonly runId: RunId;
  /** The versions that this run must use, whatever is current. */
  readonly pins: PinnedVersions;
  /** Records a person's answer about an unresolved step; the step may then be asked for again. */
  resolve(key: string, answer: ResolveStep): Promise<void>;
  /** Lets no further step begin and waits for those under way: a branch that was left behind cannot go on unseen. */
  close(): Promise<void>;
}

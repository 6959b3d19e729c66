import { z } from 'zod';
import { ErrorBody, Name, NonEmptyText, PositiveCount, Sha256, StorageRef, Timestamp } from '../core/index.ts';
import { SideEffect } from '../tools/tool-definition.ts';

const SEGMENT = '[A-Za-z0-9_][A-Za-z0-9_.:-]*';

/** The path of a step in its run, such as `execute/2/task-a/attempt-1/turn-3/model`. */
export const StepKey = z
  .string()
  .max(512)
  .regex(new RegExp(`^${SEGMENT}(/${SEGMENT})*$`), 'expected segments of letters, digits, dash, dot, colon or underscore, joined by slashes');
export type StepKey = z.infer<typeof StepKey>;

/** A kind of effect, such as `model.call` or `clock.now`. */
export const EffectName = z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/, 'expected noun.verb');
export type EffectName = z.infer<typeof EffectName>;

/** Canonical JSON is written from it and refuses what is none, so walking through it here would only cost time. */
const KeptJson = z.unknown().refine((value) => value !== undefined, 'expected a JSON value');

/** A value as the journal keeps it: small ones in place, large ones as a blob by hash. */
export const StoredValue = z.union([z.strictObject({ value: KeptJson }), z.strictObject({ ref: StorageRef })]);
export type StoredValue = z.infer<typeof StoredValue>;

/** Drawn afresh each time a journal is opened: two executions of one run can never write the same intent. */
const Execution = z.string().regex(/^[0-9a-f]{32}$/, 'expected 32 lower-case hexadecimal digits');

/**
 * What is about to be done, written before it is done wherever a second time would matter. The first record of a step
 * always holds its intent, so a resumed run can compare what it asks for with what was asked.
 */
export const StepIntent = z.strictObject({
  key: StepKey,
  effect: EffectName,
  side_effect: SideEffect,
  request_hash: Sha256,
  request: StoredValue,
  /** Sent along with the effect, so that doing it again is recognised at the other end. */
  idempotency_key: NonEmptyText,
  execution: Execution,
  started_at: Timestamp,
  /** Why what the attempt before had reserved could not be settled. */
  settlement_refused: ErrorBody.optional(),
});
export type StepIntent = z.infer<typeof StepIntent>;

/** An expected failure is a result like any other: a resumed run meets it again. Its error is kept as an ErrorBody. */
export const StepOutcome = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), result: StoredValue }),
  z.strictObject({ ok: z.literal(false), error: StoredValue }),
]);
export type StepOutcome = z.infer<typeof StepOutcome>;

/** What came of a step. The intent travels along when it was not written before: one append for a step that only reads. */
export const StepResult = z.strictObject({
  key: StepKey,
  effect: EffectName,
  request_hash: Sha256,
  intent: StepIntent.optional(),
  outcome: StepOutcome,
  /** Why its receipts and counters are missing: a result is never given up for their sake. */
  settlement_refused: ErrorBody.optional(),
});
export type StepResult = z.infer<typeof StepResult>;

/** A step that was stopped. Whether it happened is known only when it never began or only reads. */
export const StepCancellation = z.strictObject({
  key: StepKey,
  request_hash: Sha256,
  intent: StepIntent.optional(),
  may_have_happened: z.boolean(),
  reason: NonEmptyText,
  settlement_refused: ErrorBody.optional(),
});
export type StepCancellation = z.infer<typeof StepCancellation>;

const resolutionShape = {
  key: StepKey,
  request_hash: Sha256,
  /** Which intent the answer is about, counted from 1, and the execution that wrote it; it says nothing about any other. */
  intent_number: PositiveCount,
  execution: Execution,
  decided_by: Name,
  reason: NonEmptyText,
};

/** What a person found out about one attempt at a step that may or may not have happened. */
export const StepResolution = z.discriminatedUnion('decision', [
  z.strictObject({ ...resolutionShape, decision: z.literal('did_happen'), result: StoredValue }),
  z.strictObject({ ...resolutionShape, decision: z.literal('did_not_happen') }),
]);
export type StepResolution = z.infer<typeof StepResolution>;

/** A run asked at a recorded step for something else than was recorded. */
export const StepDivergence = z.strictObject({
  key: StepKey,
  recorded: z.strictObject({ effect: EffectName, request_hash: Sha256 }),
  met: z.strictObject({ effect: EffectName, request_hash: Sha256 }),
});
export type StepDivergence = z.infer<typeof StepDivergence>;

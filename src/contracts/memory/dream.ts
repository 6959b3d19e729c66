import { z } from 'zod';
import { Count, MegramId, NonEmptyText, Timestamp } from '../core/index.ts';
import { defineEvent } from '../events/define-event.ts';
import { RuleAuthor, MemoryEntity, MemorySpace } from './megram.ts';

/** What the Dreamer goes by, in one place. */
export const DREAM = {
  every_ms: 5 * 60 * 1_000,
  /** How long nothing may have ended before rules are distilled; each end begins it anew. */
  settle_ms: 5 * 60 * 1_000,
  /** Below this much attention a place of levels M and K is forgotten. */
  forgotten_below: 0.1,
  /** What a cluster must come to before a rule is distilled from it. */
  distilled_attention: 5,
  distilled_decision: 3,
  /** A rule outweighs any one episode, and none that comes again. */
  rule_strength: 1,
} as const;

export const RuleKind = z.enum(['best_practice', 'constraint']);
export type RuleKind = z.infer<typeof RuleKind>;

/** A rule that the Dreamer made or took the timelessness of. */
export const DreamtRule = z.strictObject({ space: MemorySpace, entity: MemoryEntity, kind: RuleKind, attention: z.number(), decision: z.number(), /** Null where it was only looked what would be done. */ megram_id: MegramId.nullable(), distilled_by: RuleAuthor.nullable() });
export type DreamtRule = z.infer<typeof DreamtRule>;

/** More are counted and not named. */
export const DREAMT_NAMED_MAX = 100;

/** What one pass did, or would do. */
export const DreamReport = z.strictObject({
  started_at: Timestamp,
  is_dry_run: z.boolean(),
  /** Places looked at. */
  places: Count,
  forgotten: z.strictObject({ places: Count, megrams: Count }),
  demoted: Count,
  distilled: Count,
  /** Clusters that are strong enough for a rule and were left for a later pass, and why. */
  put_off: z.strictObject({ clusters: Count, why: NonEmptyText }).nullable(),
  /** False where it was stopped, or had looked at as many as one pass may; the next goes on from there. */
  is_whole: z.boolean(),
  /** The first of those that were demoted and distilled. */
  rules: z.strictObject({ demoted: z.array(DreamtRule).max(DREAMT_NAMED_MAX), distilled: z.array(DreamtRule).max(DREAMT_NAMED_MAX) }),
});
export type DreamReport = z.infer<typeof DreamReport>;

/** Where the Dreamer stands: what its last pass that did something came to, and where the next goes on. */
export const DreamerState = z.strictObject({ pass: DreamReport.omit({ rules: true, is_dry_run: true }), resume_after: NonEmptyText.nullable() });
export type DreamerState = z.infer<typeof DreamerState>;

/** A pass did something, or stopped on its way. It names no place: what was forgotten is not to be found here. */
export const memoryDreamEnded = defineEvent({ type: 'memory.dream_ended', version: 1, payload: DreamerState });

/** The stream of what the Dreamer tells of itself. */
export const DREAMER_STREAM = 'dreamer';

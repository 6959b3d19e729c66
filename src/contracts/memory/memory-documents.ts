import { z } from 'zod';
import { Count, MegramId, Name, NonEmptyText, PositiveCount, TaintClass, Timestamp } from '../core/index.ts';
import { PotentialAction } from '../formulas/memory-potentials.ts';
import { RuleKind } from './dream.ts';
import { Megram, MegramOrigin, MegramState, MemoryEntity, MemorySpace } from './megram.ts';

/**
 * The stream of a place: its matter (`none`, or `in.` and its name), the kind and the name of its space, and a digest of its
 * entity. Names that do not fit stand as `h.` and a digest. No part lets a colon through, so two places never share one.
 */
export const MemoryStreamId = z.string().regex(/^(?:none|in\.[a-z0-9._-]{1,36}):[a-z]{1,12}:[A-Za-z0-9_.-]{1,40}:[0-9a-f]{32}$/, 'expected the stream of a place of memory');
export type MemoryStreamId = z.infer<typeof MemoryStreamId>;

/** What all Megrams of one decay come to at the time of the sums. */
export const DecayedSum = z.strictObject({ k: z.number().min(0), attention: z.number().min(0), decision: z.number() });
export type DecayedSum = z.infer<typeof DecayedSum>;

/** The potentials of any number of Megrams, at one time; those of any later time follow from them alone. */
export const DecayedSums = z.strictObject({ at: Timestamp, sums: z.array(DecayedSum) });
export type DecayedSums = z.infer<typeof DecayedSums>;

/** A memory with where it came from and how far its words may be trusted. */
export const RememberedMegram = z.strictObject({ megram: Megram, origin: MegramOrigin, taint_class: TaintClass });
export type RememberedMegram = z.infer<typeof RememberedMegram>;

/** Everything that is known of one place. The sums are of the levels M and K; rules stand by themselves. */
export const MemoryPlaceState = z.strictObject({
  matter: Name.nullable(),
  space: MemorySpace,
  entity: MemoryEntity,
  live: DecayedSums,
  /** How many Megrams there are, and of which states. */
  written: PositiveCount,
  states: z.partialRecord(MegramState, PositiveCount),
  first_at: Timestamp,
  last_at: Timestamp,
  /** The latest of levels M and K, the oldest first. */
  latest: z.array(RememberedMegram),
  /** The rules of level C that hold, the oldest first. `last_recalled_at` is as it is now. */
  sops: z.array(RememberedMegram),
  /** The least trusted class of anything that is remembered here. */
  taint_class: TaintClass,
});
export type MemoryPlaceState = z.infer<typeof MemoryPlaceState>;

/** A place as the table of its space has it, with the rules that hold there. */
export const MemorySpaceRow = z.strictObject({ stream_id: MemoryStreamId, entity: MemoryEntity, live: DecayedSums, rules: z.array(MegramId) });
export type MemorySpaceRow = z.infer<typeof MemorySpaceRow>;

/** How often a place was written to, fading like an episode, and how many rules it was given. Nothing in it is anybody's words. */
export const MetPlace = z.strictObject({ stream_id: MemoryStreamId, at: Timestamp, times: z.number().min(0), rules: Count });
export type MetPlace = z.infer<typeof MetPlace>;

/**
 * The places of a space that are met most, so that all of them are one read. Which those are follows from `met` alone, and so
 * stays the same when words are erased. Of a place that was dropped and came again, what came since is counted.
 */
export const MemorySpaceState = z.strictObject({ matter: Name.nullable(), space: MemorySpace, places: z.array(MemorySpaceRow), met: z.array(MetPlace), dropped: Count });
export type MemorySpaceState = z.infer<typeof MemorySpaceState>;

/** What a place comes to now. */
export const MemoryPotentials = z.strictObject({ attention: z.number().min(0), decision: z.number(), action: PotentialAction });
export type MemoryPotentials = z.infer<typeof MemoryPotentials>;

/** A rule of level C as a planner gets it: data, no prompt text. */
export const SopRecord = z.strictObject({
  megram_id: MegramId,
  kind: RuleKind,
  space: MemorySpace,
  entity: MemoryEntity,
  content: NonEmptyText,
  f: z.number(),
  sigma: z.number(),
  created_at: Timestamp,
  last_recalled_at: Timestamp.nullable(),
  taint_class: TaintClass,
});
export type SopRecord = z.infer<typeof SopRecord>;

/** One thing that happened, as a reason can be made of it. */
export const RecalledEpisode = z.strictObject({ at: Timestamp, state: MegramState, content: NonEmptyText, sigma: z.number(), from: MegramOrigin });
export type RecalledEpisode = z.infer<typeof RecalledEpisode>;

/** All that a planner is given of one place: figures, rules and what happened last. It makes its own words of it. */
export const RecalledPlace = z.strictObject({
  space: MemorySpace,
  entity: MemoryEntity,
  /** Of levels M and K. */
  potentials: MemoryPotentials,
  sops: z.array(SopRecord),
  /** What all levels together call for: a rule weighs as much as it did on its first day. */
  action: PotentialAction,
  written: PositiveCount,
  states: z.partialRecord(MegramState, PositiveCount),
  first_at: Timestamp,
  last_at: Timestamp,
  /** The oldest first. */
  latest: z.array(RecalledEpisode),
  taint_class: TaintClass,
});
export type RecalledPlace = z.infer<typeof RecalledPlace>;

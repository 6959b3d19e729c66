import { z } from 'zod';
import { MegramId, Name, NonEmptyText, PositiveCount, RunId, Timestamp } from '../core/index.ts';
import { defineEvent } from '../events/define-event.ts';
import { CostVector } from '../formulas/index.ts';
import { ModelId, ModelUsage } from '../models/index.ts';
import { memoryDreamEnded } from './dream.ts';
import { DEMOTED_DECAY, Megram, MegramOrigin } from './megram.ts';

/** Laws stand in prompts: nothing at run time writes them. */
const WrittenMegram = Megram.refine(({ level }) => level !== 'T', 'the laws are not written at run time');

/** Something was learnt about a place. Its stream is the place; the matter stands here too, so that a reader can show it. */
export const memoryMegramWritten = defineEvent({
  type: 'memory.megram_written',
  version: 1,
  payload: z.strictObject({ megram: WrittenMegram, matter: Name.nullable(), origin: MegramOrigin }),
});

/** A rule was told to a planner. */
export const memorySopRecalled = defineEvent({
  type: 'memory.sop_recalled',
  version: 1,
  payload: z.strictObject({ megram_id: MegramId, recalled_at: Timestamp, run_id: RunId.nullable() }),
});

/** A rule that what happened since speaks against is one episode among others from now on. */
export const memoryMegramDemoted = defineEvent({
  type: 'memory.megram_demoted',
  version: 1,
  payload: z.strictObject({ megram_id: MegramId, from: z.literal('C'), to: z.literal('K'), k: z.literal(DEMOTED_DECAY), attention: z.number().min(0), decision: z.number(), reason: NonEmptyText }),
  lifecycle: { receipt: 'reason' },
  invalidates: 'nothing',
});

/** More at once are forgotten in several events. */
export const FORGOTTEN_AT_ONCE_MAX = 500;

/** The words of these are erased with this event; that they were there, and why they went, stays. */
export const memoryMegramsForgotten = defineEvent({
  type: 'memory.megrams_forgotten',
  version: 1,
  payload: z.strictObject({
    megram_ids: z.array(MegramId).min(1).max(FORGOTTEN_AT_ONCE_MAX),
    because: z.enum(['faded', 'asked']),
    by: Name,
    reason: NonEmptyText,
    /** How much was left of all of them together. */
    attention: z.number().min(0),
    forgotten: PositiveCount,
    /** Others of the same place stay; absent where all go, but for rules when these have faded. */
    is_partial: z.literal(true).optional(),
  }),
  lifecycle: { receipt: 'reason' },
  invalidates: 'nothing',
});

/** Memory asked a model on its own account, beside all tasks: what it used and cost. Nothing that was said stands here. */
export const MemoryModelAsked = z.strictObject({ by: z.enum(['dreamer', 'learner']), model_id: ModelId, tries: PositiveCount, usage: ModelUsage, cost: CostVector });
export type MemoryModelAsked = z.infer<typeof MemoryModelAsked>;
export const memoryModelAsked = defineEvent({ type: 'memory.model_asked', version: 1, payload: MemoryModelAsked });

export const MEMORY_EVENTS = [memoryMegramWritten, memorySopRecalled, memoryMegramDemoted, memoryMegramsForgotten, memoryDreamEnded, memoryModelAsked];

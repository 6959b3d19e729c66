import { z } from 'zod';
import { MegramId, Name, NonEmptyText, PositiveCount, RunId, TaskId, Timestamp } from '../core/index.ts';
import { MEMORY_QUANTIZATION, QuantizedState } from '../formulas/memory-potentials.ts';
import { ModelId } from '../models/model-profile.ts';
import { LossValues } from '../runs/directive.ts';

/** Raw episodes, knowledge of a task, common sense, and the laws. The last stand in prompts and are never written here. */
export const MemoryLevel = z.enum(['M', 'K', 'C', 'T']);
export type MemoryLevel = z.infer<typeof MemoryLevel>;

/** What a memory is about, of which kind: `tool:shell`, `intent:sort_the_names`. */
export const MemorySpace = z
  .string()
  .regex(/^[a-z]{1,12}:\S/u, 'expected a kind and a name, such as tool:shell')
  .max(256);
export type MemorySpace = z.infer<typeof MemorySpace>;

/** What in the space it is about: `path:report.txt`, `env:local`, `intent:sort_the_names`. */
export const MemoryEntity = NonEmptyText.max(2_048);
export type MemoryEntity = z.infer<typeof MemoryEntity>;

/** Longer words of a solver or a person are shortened before they are kept. */
export const MEGRAM_CONTENT_CHARS_MAX = 1_000;

/** Per day; what is timeless decays by 0. The set is closed, so that the sums of a place stay few. */
export const MEMORY_DECAYS = [0, MEMORY_QUANTIZATION.abandon.k, MEMORY_QUANTIZATION.change_path.k, MEMORY_QUANTIZATION.refine.k] as const;

/** How a demoted rule decays: like any other episode that took a side. */
export const DEMOTED_DECAY = MEMORY_QUANTIZATION.abandon.k;

/** How a round ended, or that a person or the Dreamer said it. */
export const MegramState = z.enum([...QuantizedState.options, 'correction', 'consolidated']);
export type MegramState = z.infer<typeof MegramState>;

/** An atomic memory. Never changed: what turns out wrong is outweighed by another. */
export const Megram = z
  .strictObject({
    megram_id: MegramId,
    level: MemoryLevel,
    created_at: Timestamp,
    /** As it was when it was written; later recalls are events of their own. */
    last_recalled_at: Timestamp.nullable(),
    space: MemorySpace,
    entity: MemoryEntity,
    content: NonEmptyText.max(MEGRAM_CONTENT_CHARS_MAX),
    state: MegramState,
    f: z.number().min(0).max(1),
    sigma: z.number().min(-1).max(1),
    k: z.literal([...MEMORY_DECAYS]),
  })
  .refine(({ level, k }) => (level === 'C' || level === 'T') === (k === 0), 'what is common sense is timeless, and nothing else is');
export type Megram = z.infer<typeof Megram>;

/** The solver learnt it in a round; the loss of that round stands beside it. */
export const ExperienceOrigin = z.strictObject({ from: z.literal('experience'), run_id: RunId, task_id: TaskId, round: PositiveCount, loss: LossValues });
export type ExperienceOrigin = z.infer<typeof ExperienceOrigin>;

/** A person said it. */
export const CorrectionOrigin = z.strictObject({ from: z.literal('correction'), by: Name, /** The rule that they speak of, where it is one. */ about: MegramId.nullable() });
export type CorrectionOrigin = z.infer<typeof CorrectionOrigin>;

/** More sources than this are counted and not named. */
export const CONSOLIDATED_FROM_MAX = 100;

/** What put a rule into words: a model, or a sentence made of the records without one. */
export const RuleAuthor = z.union([z.literal('template'), ModelId]);
export type RuleAuthor = z.infer<typeof RuleAuthor>;

/** The Dreamer distilled it from others of the same place. */
export const ConsolidationOrigin = z.strictObject({
  from: z.literal('consolidation'),
  of: z.array(MegramId).min(1).max(CONSOLIDATED_FROM_MAX),
  count: PositiveCount,
  attention: z.number().min(0),
  decision: z.number(),
  /** Absent in what was written before this was told. */
  distilled_by: RuleAuthor.optional(),
});
export type ConsolidationOrigin = z.infer<typeof ConsolidationOrigin>;

export const MegramOrigin = z.discriminatedUnion('from', [ExperienceOrigin, CorrectionOrigin, ConsolidationOrigin]);
export type MegramOrigin = z.infer<typeof MegramOrigin>;

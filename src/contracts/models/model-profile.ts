import { z } from 'zod';
import { PositiveCount, UnitInterval } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';

/** A model as its provider names it, such as `qwen2.5:14b` or `vendor/model-name`. */
export const ModelId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,199}$/, 'expected a model name of letters, digits and . _ : / @ - (at most 200)');
export type ModelId = z.infer<typeof ModelId>;

export const Capability = z.enum([
  'tool_calling',
  'vision',
  'long_context',
  'strict_json',
  'coding',
  'math',
  'retrieval_synthesis',
  'policy_reasoning',
]);
export type Capability = z.infer<typeof Capability>;

/** Whether words leave the machine when this model is asked. */
export const ModelLocation = z.enum(['local', 'cloud']);
export type ModelLocation = z.infer<typeof ModelLocation>;

/** From nothing to the dearest; the cheapest tier that can do the work is asked first. */
export const ModelCostTier = z.enum(['free', 'nano', 'flash', 'frontier']);
export type ModelCostTier = z.infer<typeof ModelCostTier>;

/** How often a model's output validated for one role, and over how many outputs that was measured. */
export const MeasuredReliability = z.strictObject({ score: UnitInterval, sample_size: PositiveCount });
export type MeasuredReliability = z.infer<typeof MeasuredReliability>;

/** What a model can do and what it costs. A role absent from `json_reliability` has not been measured. */
export const ModelProfile = z.strictObject({
  model_id: ModelId,
  location: ModelLocation,
  capabilities: z.array(Capability),
  context_tokens: PositiveCount,
  json_reliability: z.record(RoleId, MeasuredReliability),
  cost_tier: ModelCostTier,
});
export type ModelProfile = z.infer<typeof ModelProfile>;

import { z } from 'zod';

export const TemplateMatchComponent = z.enum([
  'semantic_intent_match',
  'task_type_match',
  'input_contract_match',
  'output_contract_match',
  'capability_availability_match',
  'entity_context_match',
  'user_preference_match',
  'prior_assessment_score',
  'recency_or_staleness_score',
]);
export type TemplateMatchComponent = z.infer<typeof TemplateMatchComponent>;

const ComponentScore = z.number('validation.template_match_component_out_of_range').min(0).max(1);

/** Every component is scored; a missing one is as wrong as one outside 0 to 1. */
export const TemplateMatchComponents = z.record(TemplateMatchComponent, ComponentScore);
export type TemplateMatchComponents = z.infer<typeof TemplateMatchComponents>;

const ComponentWeight = z.number('validation.template_match_weight_invalid').nonnegative();

export const TemplateMatchWeights = z.record(TemplateMatchComponent, ComponentWeight);
export type TemplateMatchWeights = z.infer<typeof TemplateMatchWeights>;

const HardVetoCap = z.number('validation.template_match_hard_veto_cap_invalid').min(0).max(1);

const SoftPenaltyLimit = z.number('validation.template_match_soft_penalty_invalid').nonnegative();

export const TemplateMatchFormula = z.strictObject({
  formula_id: z.literal('template_match_score_v1'),
  component_weights: TemplateMatchWeights,
  /** A vetoed template scores at most this. */
  hard_veto_cap: HardVetoCap,
  soft_penalty_max_total: SoftPenaltyLimit,
  schema_version: z.literal('1.0'),
});
export type TemplateMatchFormula = z.infer<typeof TemplateMatchFormula>;

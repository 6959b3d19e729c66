import { z } from 'zod';
import { Name, StorageRef } from '../core/index.ts';

/**
 * What a step of a revision plan does. Every kind of dependency between steps has a kind that fulfils
 * it: an output, an artifact version, a person's answer, a source's answer, a verification.
 */
export const RevisionPlanStepKind = z.enum([
  'edit_artifact',
  'regenerate_artifact',
  'run_tool',
  'request_research',
  'request_verification',
  'raise_hard_call',
  'revalidate',
]);
export type RevisionPlanStepKind = z.infer<typeof RevisionPlanStepKind>;

/** How much is checked again after a step, from nothing to everything. */
export const RevisionStepRevalidationPolicyKind = z.enum([
  'none',
  'revalidate_targeted_outcomes',
  'revalidate_declared_dependents',
  'revalidate_full_closure',
  'revalidate_full_task',
]);
export type RevisionStepRevalidationPolicyKind = z.infer<typeof RevisionStepRevalidationPolicyKind>;

export const RevisionStepRevalidationPolicy = z.strictObject({
  policy_kind: RevisionStepRevalidationPolicyKind,
  outcomes_to_recheck: z.array(Name),
  closure_policy_ref: StorageRef.optional(),
  success_hint: z.string().optional(),
  rationale: z.string(),
  schema_version: z.literal('1.0'),
});
export type RevisionStepRevalidationPolicy = z.infer<typeof RevisionStepRevalidationPolicy>;

/**
 * One step as a model may propose it. `depends_on_step_ids` is the only statement of order; and there
 * is no field for a hash after the change, because only the dispatcher that made it can know one.
 */
export const RevisionPlanStep = z.strictObject({
  step_id: Name,
  step_order: z.int().min(0),
  step_kind: RevisionPlanStepKind,
  depends_on_step_ids: z.array(Name),
  target_refs: z.array(StorageRef),
  revalidation_policy: RevisionStepRevalidationPolicy,
  revalidation_rationale: z.string(),
  schema_version: z.literal('1.0'),
});
export type RevisionPlanStep = z.infer<typeof RevisionPlanStep>;

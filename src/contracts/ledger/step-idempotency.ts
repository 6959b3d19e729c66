import { z } from 'zod';
import { Name, RunId, Sha256 } from '../core/index.ts';
import { RevisionPlanStepKind } from '../evaluation/revision-steps.ts';

/** Recognises a revision step that was dispatched before. The hashes are over canonical JSON. */
export const StepIdempotencyKey = z.strictObject({
  run_id: RunId,
  plan_id: Name,
  step_id: Name,
  step_kind: RevisionPlanStepKind,
  target_ref_hash: Sha256,
  input_payload_hash: Sha256,
  attempt_class: z.enum(['first', 'retry', 'regenerate']),
  previous_attempt_hash: Sha256.optional(),
  schema_version: z.literal('1.0'),
});
export type StepIdempotencyKey = z.infer<typeof StepIdempotencyKey>;

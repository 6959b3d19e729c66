import { z } from 'zod';
import { Name, RunId, StorageRef, SubtaskId } from '../core/index.ts';
import { AssuranceBasis } from './findings.ts';
import { ArtifactScopeRef, ClaimRef } from './references.ts';

/**
 * What was evaluated. An artifact always comes with the version that was read, so that a verdict can
 * go stale; the other kinds have no version and say so by their kind rather than by an empty field.
 */
export const EvaluatedTarget = z.discriminatedUnion('target_kind', [
  z.strictObject({
    target_kind: z.literal('artifact'),
    artifact_ref: StorageRef,
    artifact_version_ref: StorageRef,
    scope_ref: ArtifactScopeRef,
  }),
  z.strictObject({ target_kind: z.literal('claim'), claim_ref: ClaimRef }),
  z.strictObject({ target_kind: z.literal('subtask'), subtask_id: SubtaskId }),
  z.strictObject({ target_kind: z.literal('process'), run_id: RunId }),
]);
export type EvaluatedTarget = z.infer<typeof EvaluatedTarget>;

function restsOnJudgmentAlone(basis: { assurance_basis: AssuranceBasis[] }): boolean {
  return basis.assurance_basis.every((assurance) => assurance === 'model_judgment');
}

/**
 * What an evaluation stands on. One that stands on a model's judgment alone is allowed, but only with
 * the acknowledgment set: nobody should find that out afterwards.
 */
export const EvaluationBasis = z
  .strictObject({
    criterion_ids: z.array(Name),
    evidence_refs: z.array(StorageRef),
    assurance_basis: z.array(AssuranceBasis).min(1),
    unanchored_judgment_acknowledged: z.boolean(),
  })
  .refine(
    (basis) => basis.unanchored_judgment_acknowledged === restsOnJudgmentAlone(basis),
    'the acknowledgment must be set exactly when a model judgment is the only basis',
  );
export type EvaluationBasis = z.infer<typeof EvaluationBasis>;

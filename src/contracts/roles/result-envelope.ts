import { z } from 'zod';
import { ArtifactId, JsonObject, Level, NonEmptyText, RunId, SchemaRef, Sha256, TaskId, UnitInterval } from '../core/index.ts';
import { ArtifactType } from '../runs/artifact.ts';
import { TerminationRecord } from '../runs/termination.ts';
import { RoleId } from './role-id.ts';

/** An artifact as an envelope names it: enough to find it and to notice that it changed. */
export const ArtifactReference = z.strictObject({
  artifact_id: ArtifactId,
  type: ArtifactType,
  schema_ref: SchemaRef,
  hash: Sha256,
});
export type ArtifactReference = z.infer<typeof ArtifactReference>;

/** A number without its reason cannot be weighed, so both are asked for. */
export const Confidence = z.strictObject({ score: UnitInterval, rationale: NonEmptyText });
export type Confidence = z.infer<typeof Confidence>;

/** Levels run from the least to the most dangerous; arbitration prefers the earlier one. */
export const RiskAssessment = z.strictObject({ level: Level, rationale: NonEmptyText });
export type RiskAssessment = z.infer<typeof RiskAssessment>;

/** What the role would do next. A proposal: Mother decides. */
export const NextAction = z.strictObject({
  type: z.enum(['spawn_role', 'request_approval', 'escalate_model', 'terminate']),
  params: JsonObject,
});
export type NextAction = z.infer<typeof NextAction>;

export const EnvelopeError = z.strictObject({ code: NonEmptyText, message: NonEmptyText });
export type EnvelopeError = z.infer<typeof EnvelopeError>;

export const EnvelopeStatus = z.enum(['success', 'needs_repair', 'blocked', 'failed']);
export type EnvelopeStatus = z.infer<typeof EnvelopeStatus>;

interface Handed {
  run_id: RunId;
  role_id: RoleId;
  status: EnvelopeStatus;
  errors: readonly EnvelopeError[];
  termination?: TerminationRecord | undefined;
}

function endsOnlyByMother(envelope: Handed): boolean {
  return envelope.termination === undefined || envelope.role_id === 'mother';
}

function endsItsOwnRun(envelope: Handed): boolean {
  return envelope.termination === undefined || envelope.termination.run_id === envelope.run_id;
}

function namesItsFailure(envelope: Handed): boolean {
  return envelope.status !== 'failed' || envelope.errors.length > 0;
}

/** All that a role hands back. Only Mother's final envelope of a run carries the termination record. */
export const ResultEnvelope = z
  .strictObject({
    run_id: RunId,
    task_id: TaskId,
    role_id: RoleId,
    status: EnvelopeStatus,
    confidence: Confidence,
    risk: RiskAssessment,
    artifacts: z.array(ArtifactReference),
    next_actions: z.array(NextAction),
    errors: z.array(EnvelopeError),
    termination: TerminationRecord.optional(),
  })
  .refine(endsOnlyByMother, {
    path: ['termination'],
    message: 'only the final envelope, which is Mother’s, carries a termination record',
  })
  .refine(endsItsOwnRun, {
    path: ['termination', 'run_id'],
    message: 'the termination record belongs to another run',
  })
  .refine(namesItsFailure, {
    path: ['errors'],
    message: 'a failed result names at least one error',
  });
export type ResultEnvelope = z.infer<typeof ResultEnvelope>;

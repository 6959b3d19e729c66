import { z } from 'zod';
import { Count, Duration, Level, Name, NonEmptyText, PositiveCount, SchemaRef } from '../core/index.ts';
import { RequiredApprover } from '../oversight/required-approver.ts';
import { ArtifactType } from '../runs/artifact.ts';
import { OnExceed } from '../runs/phase-limits.ts';
import { Phase } from '../runs/phase.ts';
import { RateLimit } from '../tools/rate-limit.ts';
import { ToolId } from '../tools/tool-id.ts';
import { DEFAULT_REGISTRY_POLICIES } from './registry-policies.ts';
import { RoleId } from './role-id.ts';

export const AciVersion = z.string().regex(/^aci:v[1-9]\d*$/, 'expected aci:v1, aci:v2, …');
export type AciVersion = z.infer<typeof AciVersion>;

export const ActionCategory = z.enum(['deterministic_tool', 'llm_call', 'workflow_dispatch', 'read_only', 'write']);
export type ActionCategory = z.infer<typeof ActionCategory>;

export const ActionConstraints = z.strictObject({
  allowlist: z.array(NonEmptyText).optional(),
  rate_limit: RateLimit.optional(),
  max_bytes: PositiveCount.optional(),
  requires_approval: z.boolean().optional(),
});
export type ActionConstraints = z.infer<typeof ActionConstraints>;

/** Something the role may do. What is not listed is refused and logged as a policy violation. */
export const AllowedAction = z.strictObject({
  /** A tool, or an operation of the product such as `run.start`. */
  action_id: z.union([ToolId, Name]),
  category: ActionCategory,
  description: NonEmptyText,
  constraints: ActionConstraints,
});
export type AllowedAction = z.infer<typeof AllowedAction>;

/** What must exist, and validate, before the named phases can be left. */
export const RequiredArtifact = z.strictObject({
  artifact_type: ArtifactType,
  required_in_phases: z.array(Phase).min(1),
  schema_ref: SchemaRef,
  /** Names of what must be true of its content. */
  min_requirements: z.array(NonEmptyText),
  /** An expression over gates; the artifact is asked for only where it holds. Always when there is none. */
  only_when: NonEmptyText.optional(),
});
export type RequiredArtifact = z.infer<typeof RequiredArtifact>;

export const PhaseExitCriterion = z.strictObject({
  phase: Phase,
  exit_when: z.array(NonEmptyText).min(1),
  max_retries: Count.default(DEFAULT_REGISTRY_POLICIES.default_max_retries_per_phase),
  on_exceed: OnExceed,
});
export type PhaseExitCriterion = z.infer<typeof PhaseExitCriterion>;

/** When a person must be asked, who, and for how long the question stands. */
export const ApprovalTrigger = z.strictObject({
  trigger_id: Name,
  condition: NonEmptyText,
  required_approver: RequiredApprover,
  expires_in: Duration.default('PT2H'),
});
export type ApprovalTrigger = z.infer<typeof ApprovalTrigger>;

/** What is kept so that the role's work can be replayed; redaction runs before anything is stored. */
export const ReplayCapture = z.strictObject({
  capture_prompts: z.boolean(),
  capture_tool_calls: z.boolean(),
  capture_retrieval: z.boolean(),
  capture_artifacts: z.boolean(),
  redaction_ruleset: Name,
});
export type ReplayCapture = z.infer<typeof ReplayCapture>;

export const CapabilityNeeds = z.strictObject({
  strict_json: z.boolean(),
  tool_calling: Level,
  vision: z.boolean(),
  long_context: z.boolean(),
  code_quality: Level,
});
export type CapabilityNeeds = z.infer<typeof CapabilityNeeds>;

/** A role's whole contract, kept under `aci:{role_id}:vN`. */
export const RoleAci = z.strictObject({
  role_id: RoleId,
  role_name: NonEmptyText,
  version: AciVersion,
  purpose: NonEmptyText,
  primary_phases: z.array(Phase).min(1),
  allowed_actions: z.array(AllowedAction),
  required_artifacts: z.array(RequiredArtifact),
  phase_exit_criteria: z.array(PhaseExitCriterion),
  approval_triggers: z.array(ApprovalTrigger),
  replay_capture: ReplayCapture,
  capability_needs: CapabilityNeeds,
});
export type RoleAci = z.infer<typeof RoleAci>;

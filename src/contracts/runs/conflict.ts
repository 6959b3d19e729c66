import { z } from 'zod';
import { ArtifactId, ConflictId, Count, NonEmptyText, RunId, Timestamp, UnitInterval } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';

export const ConflictType = z.enum([
  'critic_vs_coder',
  'low_confidence_output',
  'competing_proposals',
  'evidence_contradiction',
  'test_vs_review',
  'retrieval_ambiguity',
]);
export type ConflictType = z.infer<typeof ConflictType>;

export const ConflictResolutionStrategy = z.enum([
  'prefer_higher_confidence',
  'prefer_higher_evidence',
  'run_arbiter',
  'escalate_model',
  'request_user_input',
  'fail_safe',
  'terminate_blocked',
]);
export type ConflictResolutionStrategy = z.infer<typeof ConflictResolutionStrategy>;

/** For every type of conflict, what is tried, in this order, until one strategy settles it. */
export const ConflictResolutionPolicy = z.record(ConflictType, z.array(ConflictResolutionStrategy).min(1));
export type ConflictResolutionPolicy = z.infer<typeof ConflictResolutionPolicy>;

export const CONFLICT_RESOLUTION_TABLE: ConflictResolutionPolicy = {
  critic_vs_coder: ['run_arbiter', 'escalate_model', 'request_user_input'],
  low_confidence_output: ['escalate_model', 'prefer_higher_evidence', 'request_user_input'],
  competing_proposals: ['prefer_higher_confidence', 'run_arbiter', 'request_user_input'],
  evidence_contradiction: ['prefer_higher_evidence', 'run_arbiter', 'terminate_blocked'],
  test_vs_review: ['prefer_higher_evidence', 'run_arbiter', 'fail_safe'],
  retrieval_ambiguity: ['escalate_model', 'request_user_input', 'terminate_blocked'],
};

/** What one party brought to the conflict. */
export const ConflictParty = z.strictObject({
  agent_id: RoleId,
  confidence: UnitInterval,
  evidence_count: Count,
  artifact_ids: z.array(ArtifactId),
});
export type ConflictParty = z.infer<typeof ConflictParty>;

/** How one conflict was settled, or why it was not. */
export const ConflictResolution = z
  .strictObject({
    conflict_id: ConflictId,
    run_id: RunId,
    conflict_type: ConflictType,
    agents_involved: z.array(RoleId).min(1),
    their_outputs: z.array(ConflictParty).min(1),
    strategy_applied: ConflictResolutionStrategy,
    winner_agent: RoleId.optional(),
    rationale: NonEmptyText,
    resolution_successful: z.boolean(),
    final_decision: z.enum(['accepted', 'rejected', 'escalated', 'blocked']),
    detected_at: Timestamp,
    resolved_at: Timestamp,
    resolution_duration_ms: Count,
  })
  .refine((conflict) => new Set(conflict.agents_involved).size === conflict.agents_involved.length, {
    path: ['agents_involved'],
    message: 'an agent is named twice',
  })
  .refine((conflict) => namesTheSame(conflict.agents_involved, conflict.their_outputs), {
    path: ['their_outputs'],
    message: 'the outputs are those of the agents involved: at least one of each and none of another',
  })
  .refine((conflict) => conflict.winner_agent === undefined || conflict.agents_involved.includes(conflict.winner_agent), {
    path: ['winner_agent'],
    message: 'the winner is not one of the parties',
  })
  .refine((conflict) => conflict.detected_at <= conflict.resolved_at, {
    path: ['resolved_at'],
    message: 'the conflict was settled before it was seen',
  });
export type ConflictResolution = z.infer<typeof ConflictResolution>;

/** One agent may bring several outputs: its attempts are weighed against each other. */
function namesTheSame(agents: readonly RoleId[], outputs: readonly ConflictParty[]): boolean {
  const heard = new Set(outputs.map((output) => output.agent_id));
  return heard.size === agents.length && agents.every((agent) => heard.has(agent));
}

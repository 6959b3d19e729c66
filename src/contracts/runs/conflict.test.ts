import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import {
  CONFLICT_RESOLUTION_TABLE,
  ConflictParty,
  ConflictResolution,
  ConflictResolutionPolicy,
  ConflictResolutionStrategy,
  ConflictType,
} from './conflict.ts';

describe('the conflict table', () => {
  it('knows six types and seven strategies', verifies('MH4-2-01', 'MH4-2-02'), () => {
    expect(ConflictType.options).toEqual([
      'critic_vs_coder',
      'low_confidence_output',
      'competing_proposals',
      'evidence_contradiction',
      'test_vs_review',
      'retrieval_ambiguity',
    ]);
    expect(ConflictResolutionStrategy.options).toEqual([
      'prefer_higher_confidence',
      'prefer_higher_evidence',
      'run_arbiter',
      'escalate_model',
      'request_user_input',
      'fail_safe',
      'terminate_blocked',
    ]);
  });

  it('tries three strategies for each type, in a fixed order', verifies('KEL-RUNS-06'), () => {
    expect(CONFLICT_RESOLUTION_TABLE).toEqual({
      critic_vs_coder: ['run_arbiter', 'escalate_model', 'request_user_input'],
      low_confidence_output: ['escalate_model', 'prefer_higher_evidence', 'request_user_input'],
      competing_proposals: ['prefer_higher_confidence', 'run_arbiter', 'request_user_input'],
      evidence_contradiction: ['prefer_higher_evidence', 'run_arbiter', 'terminate_blocked'],
      test_vs_review: ['prefer_higher_evidence', 'run_arbiter', 'fail_safe'],
      retrieval_ambiguity: ['escalate_model', 'request_user_input', 'terminate_blocked'],
    });
  });

  it('is refused when it misses a type, leaves one without a strategy, or adds one', verifies('KEL-RUNS-06'), () => {
    const { critic_vs_coder: _gone, ...rest } = CONFLICT_RESOLUTION_TABLE;
    expect(faultsOf(ConflictResolutionPolicy, rest)).toEqual([
      'critic_vs_coder: Invalid input: expected array, received undefined',
    ]);
    expect(faultsOf(ConflictResolutionPolicy, { ...CONFLICT_RESOLUTION_TABLE, test_vs_review: [] })).toEqual([
      'test_vs_review: Too small: expected array to have >=1 items',
    ]);
    expect(faultsOf(ConflictResolutionPolicy, { ...CONFLICT_RESOLUTION_TABLE, mood: ['fail_safe'] })).toEqual([
      ': Unrecognized key: "mood"',
    ]);
  });
});

describe('a conflict resolution', () => {
  const party = { agent_id: 'coder', confidence: 0.9, evidence_count: 2, artifact_ids: [sample.artifactId] };
  const resolution = {
    conflict_id: sample.conflictId,
    run_id: sample.runId,
    conflict_type: 'critic_vs_coder',
    agents_involved: ['critic', 'coder'],
    their_outputs: [party, { ...party, agent_id: 'critic' }],
    strategy_applied: 'escalate_model',
    rationale: 'the larger model’s patch passed review',
    resolution_successful: true,
    final_decision: 'accepted',
    detected_at: sample.time,
    resolved_at: sample.later,
    resolution_duration_ms: 1_000,
  };

  it('needs everything but a winner', verifies('MH4-2-13'), () => {
    expect(ConflictResolution.parse(resolution)).toEqual(resolution);
    expect(requiredFieldsOf(ConflictResolution, { ...resolution, winner_agent: 'coder' })).toEqual(Object.keys(resolution));
    expect(requiredFieldsOf(ConflictParty, party)).toEqual(Object.keys(party));
    expect(faultsOf(ConflictResolution, { ...resolution, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(ConflictParty, { ...party, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(ConflictParty, { ...party, confidence: 1.1, evidence_count: -1, artifact_ids: ['x'] })).toEqual([
      'confidence: Too big: expected number to be <=1',
      'evidence_count: Too small: expected number to be >=0',
      'artifact_ids.0: expected an id of the form art_<ULID>',
    ]);
  });

  it('holds the outputs of its own parties: of each at least one, of strangers none', verifies('MH4-2-13'), () => {
    const stray = ['their_outputs: the outputs are those of the agents involved: at least one of each and none of another'];
    const outputs = (...agents: string[]) => ({ ...resolution, their_outputs: agents.map((agent_id) => ({ ...party, agent_id })) });
    expect(faultsOf(ConflictResolution, outputs('coder', 'critic', 'coder'))).toEqual([]);
    expect(faultsOf(ConflictResolution, outputs('coder', 'analyst'))).toEqual(stray);
    expect(faultsOf(ConflictResolution, outputs('coder'))).toEqual(stray);
    expect(faultsOf(ConflictResolution, outputs('coder', 'critic', 'analyst'))).toEqual(stray);
    expect(faultsOf(ConflictResolution, { ...outputs('coder'), agents_involved: ['coder', 'coder'] })).toEqual([
      'agents_involved: an agent is named twice',
      ...stray,
    ]);
  });

  it('can be about a single agent but not about nobody', verifies('MH4-2-13'), () => {
    expect(faultsOf(ConflictResolution, { ...resolution, agents_involved: ['coder'], their_outputs: [party] })).toEqual([]);
    expect(faultsOf(ConflictResolution, { ...resolution, agents_involved: [], their_outputs: [] })).toEqual([
      'agents_involved: Too small: expected array to have >=1 items',
      'their_outputs: Too small: expected array to have >=1 items',
    ]);
  });

  it('refuses a winner who took no part', verifies('MH4-2-13'), () => {
    expect(faultsOf(ConflictResolution, { ...resolution, winner_agent: 'coder' })).toEqual([]);
    expect(faultsOf(ConflictResolution, { ...resolution, winner_agent: 'analyst' })).toEqual([
      'winner_agent: the winner is not one of the parties',
    ]);
  });

  it('refuses to be settled before it was seen', verifies('MH4-2-13'), () => {
    expect(faultsOf(ConflictResolution, { ...resolution, detected_at: sample.later, resolved_at: sample.time })).toEqual([
      'resolved_at: the conflict was settled before it was seen',
    ]);
    expect(faultsOf(ConflictResolution, { ...resolution, resolved_at: sample.time })).toEqual([]);
  });

  it('decides one of four ways', verifies('MH4-2-13', 'MH4-2-14'), () => {
    expect(faultsOf(ConflictResolution, { ...resolution, final_decision: 'ignored' })).toEqual([
      'final_decision: Invalid option: expected one of "accepted"|"rejected"|"escalated"|"blocked"',
    ]);
  });
});

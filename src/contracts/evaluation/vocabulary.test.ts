import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf } from '../../../test/support/schema-faults.ts';
import { FindingState } from './findings.ts';
import { LearningMode } from './learning.ts';
import {
  FeedbackBranch,
  OutcomeEvaluationDisposition,
  OutcomeEvaluationRuntimeState,
  OutcomeEvaluationState,
} from './outcomes.ts';
import { EvaluationLimitationKind, EvaluationVerdict, IndeterminateCause, SubstantiveVerdictStatus } from './verdicts.ts';

describe('learning modes', () => {
  it('are three and refuse every other', verifies('validation.learning_mode_value_drift', 'ELN-A-11'), () => {
    expect(LearningMode.options).toEqual(['production', 'signal_generation', 'calibration']);
    expect(faultsOf(LearningMode, 'cross_calibration')).toEqual([': validation.learning_mode_value_drift']);
  });
});

describe('verdicts', () => {
  it('are never a boolean', verifies('KEL-EVALUATION-01'), () => {
    expect(EvaluationVerdict.options).toEqual(['passed', 'failed', 'indeterminate', 'not_applicable']);
    expect(EvaluationVerdict.safeParse(true).success).toBe(false);
  });

  it('name what kept them from being reached', verifies('KEL-EVALUATION-01'), () => {
    expect(IndeterminateCause.options).toEqual([
      'missing_information',
      'missing_source',
      'stale_source',
      'missing_capability',
      'policy_block',
      'human_judgment_required',
      'conflicting_evidence',
      'tool_failure',
      'timeout',
      'unsupported_scope',
      'blocked_before_substantive_verdict',
    ]);
    expect(SubstantiveVerdictStatus.options).toEqual([
      'substantive_verdict_reached',
      'blocked_before_substantive_verdict',
      'partial_substantive_verdict',
    ]);
  });

  it('come with limitations from a closed list of ten', verifies('KEL-EVALUATION-01'), () => {
    expect(EvaluationLimitationKind.options).toEqual([
      'insufficient_evidence',
      'human_judgment_needed',
      'missing_capability',
      'source_unavailable',
      'policy_blocked',
      'stale_evidence',
      'unable_to_ground_claim',
      'unchecked_claims_present',
      'unreviewed_candidate_revision',
      'external_side_effect_unverified',
    ]);
  });
});

describe('outcome states', () => {
  it('keep what is under way apart from what was concluded', verifies('KEL-EVALUATION-02'), () => {
    expect(OutcomeEvaluationRuntimeState.options).toEqual(['pending', 'pending_dependency', 'evaluating', 'dirty']);
    expect(OutcomeEvaluationDisposition.options).toEqual([
      'satisfied',
      'needs_revision',
      'needs_information',
      'needs_verification',
      'needs_human_judgment',
      'unable_to_evaluate',
      'blocked_by_policy',
      'regressed',
      'upstream_failure',
      'unrecoverable',
      'superseded',
      'max_iterations_reached',
    ]);
    expect(OutcomeEvaluationRuntimeState.options.filter((state) => OutcomeEvaluationDisposition.safeParse(state).success)).toEqual([]);
  });

  it('are sixteen together', verifies('KEL-EVALUATION-02'), () => {
    expect(OutcomeEvaluationState.options).toEqual([
      ...OutcomeEvaluationRuntimeState.options,
      ...OutcomeEvaluationDisposition.options,
    ]);
    expect(OutcomeEvaluationState.options).toHaveLength(16);
  });
});

describe('feedback branches', () => {
  it('are ten, saying nothing among them', verifies('KEL-EVALUATION-03'), () => {
    expect(FeedbackBranch.options).toEqual([
      'on_satisfied',
      'on_needs_revision',
      'on_needs_more_sources',
      'on_needs_source_verification',
      'on_needs_human_judgment',
      'on_blocked_by_policy',
      'on_upstream_failure',
      'on_unrecoverable',
      'on_repeated_failure',
      'none',
    ]);
  });
});

describe('finding states', () => {
  it('are thirteen', verifies('KEL-EVALUATION-03'), () => {
    expect(FindingState.options).toEqual([
      'proposed',
      'active',
      'contested',
      'resolved',
      'superseded_by_revision',
      'superseded_by_source_change',
      'expired',
      'user_approved',
      'tool_verified',
      'human_verified',
      'rejected_by_user',
      'dismissed',
      'unrecoverable',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { RUN_STATUS_BY_REASON, RunStatus, SuggestedAction, TerminationReason, TerminationRecord } from './termination.ts';

const REASONS = [
  'success',
  'approval_denied',
  'policy_violation',
  'retries_exhausted',
  'timeout',
  'insufficient_evidence',
  'conflicting_agents',
  'user_cancelled',
  'budget_exhausted',
  'blocked',
  'catastrophic_error',
  'context_budget_exceeded',
];

const record = {
  run_id: sample.runId,
  reason: 'retries_exhausted',
  phase_at_termination: 'repair',
  timestamp: sample.time,
  details: 'The patch did not pass its tests after three repairs.',
  contributing_factors: ['five tests fail'],
  can_retry: true,
  suggested_action: 'escalate_model',
  logged_by: 'mother',
  final_artifacts: [sample.artifactId],
  unmet_criteria: [{ criterion: 'tests pass', mode: 'verifiable', required: true }],
  delivery: { state: 'not_attempted' },
  suspension: null,
};
const success = { ...record, reason: 'success', can_retry: false, suggested_action: null, unmet_criteria: [] };

describe('a termination reason', () => {
  it('is one of twelve and no other', verifies('MH4-1-02'), () => {
    expect(TerminationReason.options).toEqual(REASONS);
    expect(TerminationReason.safeParse('unknown').success).toBe(false);
    expect(TerminationReason.safeParse(undefined).success).toBe(false);
  });

  it('counts as success, failed, cancelled or blocked, whichever it is', verifies('KEL-RUNS-12'), () => {
    expect(RunStatus.options).toEqual(['success', 'failed', 'cancelled', 'blocked']);
    expect(RUN_STATUS_BY_REASON).toEqual({
      ...Object.fromEntries(REASONS.map((reason) => [reason, 'failed'])),
      success: 'success',
      user_cancelled: 'cancelled',
      blocked: 'blocked',
    });
  });
});

describe('a termination record', () => {
  it('needs every field', verifies('MH4-1-06'), () => {
    expect(TerminationRecord.parse(record)).toEqual(record);
    expect(requiredFieldsOf(TerminationRecord, record)).toEqual(Object.keys(record));
    expect(faultsOf(TerminationRecord, { ...record, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });

  it('may name the limits that were reached, and only limits that exist', verifies('KEL-RAISE-04'), () => {
    expect(faultsOf(TerminationRecord, { ...record, limits_exceeded: ['tokens', 'cost'] })).toEqual([]);
    expect(faultsOf(TerminationRecord, { ...record, limits_exceeded: ['patience'] })).toHaveLength(1);
  });

  it('is refused with a reason outside the union', verifies('MH4-1-02', 'MH4-1-06'), () => {
    expect(TerminationRecord.safeParse({ ...record, reason: 'gave_up' }).success).toBe(false);
  });

  it('is logged by Mother and by nobody else', verifies('MH4-1-06'), () => {
    expect(faultsOf(TerminationRecord, { ...record, logged_by: 'coder' })).toEqual(['logged_by: Invalid input: expected "mother"']);
  });

  it('suggests one of five actions, and may leave it out only for a success', verifies('MH4-1-06', 'MH4-1-07', 'KEL-RUNS-02'), () => {
    expect(SuggestedAction.options).toEqual(['retry', 'escalate_model', 'broaden_scope', 'user_input', 'abandon']);
    expect(TerminationRecord.parse(success)).toEqual(success);
    expect(faultsOf(TerminationRecord, { ...record, suggested_action: null })).toEqual([
      'suggested_action: a run that did not succeed says what to do next',
    ]);
    expect(faultsOf(TerminationRecord, { ...record, suggested_action: 'pray' })).toEqual([
      'suggested_action: Invalid option: expected one of "retry"|"escalate_model"|"broaden_scope"|"user_input"|"abandon"',
    ]);
  });

  it('lists what a success left unmet and refuses a required criterion among it', verifies('MH4-1-06', 'KEL-RUNS-01'), () => {
    const optional = { criterion: 'reads well', mode: 'plausible', required: false };
    expect(faultsOf(TerminationRecord, { ...success, unmet_criteria: [optional] })).toEqual([]);
    expect(faultsOf(TerminationRecord, { ...success, unmet_criteria: record.unmet_criteria })).toEqual([
      'unmet_criteria: a success may not leave a required criterion unmet',
    ]);
  });

  it('tells delivery and suspension apart from the reason', verifies('MH4-1-11'), () => {
    const undelivered = {
      ...success,
      delivery: { state: 'failed', channel: 'email', at: sample.time, reason: 'mailbox full' },
    };
    const expired = {
      ...record,
      reason: 'approval_denied',
      suspension: { waiting_for: 'approval', since: sample.time, approval_id: sample.approvalId },
    };
    expect(TerminationRecord.parse(undelivered)).toEqual(undelivered);
    expect(TerminationRecord.parse(expired)).toEqual(expired);
  });
});

import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { ArtifactReference, Confidence, EnvelopeError, EnvelopeStatus, NextAction, ResultEnvelope } from './result-envelope.ts';

const reference = { artifact_id: sample.artifactId, type: 'CodePatch', schema_ref: '#/schemas/CodePatch', hash: sample.sha256 };
const envelope = {
  run_id: sample.runId,
  task_id: sample.taskId,
  role_id: 'coder',
  status: 'success',
  confidence: { score: 0.8, rationale: 'all tests pass' },
  risk: { level: 'low', rationale: 'one file changed' },
  artifacts: [reference],
  next_actions: [{ type: 'request_approval', params: { action: 'push' } }],
  errors: [],
};
const termination = {
  run_id: sample.runId,
  reason: 'success',
  phase_at_termination: 'finalize',
  timestamp: sample.time,
  details: 'Every criterion is met.',
  contributing_factors: [],
  can_retry: false,
  suggested_action: null,
  logged_by: 'mother',
  final_artifacts: [sample.artifactId],
  unmet_criteria: [],
  delivery: { state: 'not_attempted' },
  suspension: null,
};

describe('a result envelope', () => {
  it('carries status, confidence, risk, artifacts, next actions and errors', verifies('ACI-42', 'ROLES-02'), () => {
    expect(ResultEnvelope.parse(envelope)).toEqual(envelope);
    expect(requiredFieldsOf(ResultEnvelope, envelope)).toEqual(Object.keys(envelope));
    expect(faultsOf(ResultEnvelope, { ...envelope, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });

  it('has one of four states and proposes one of four actions', verifies('ACI-43', 'ACI-46'), () => {
    expect(EnvelopeStatus.options).toEqual(['success', 'needs_repair', 'blocked', 'failed']);
    const action = { type: 'spawn_role', params: { role_id: 'critic' } };
    expect(requiredFieldsOf(NextAction, action)).toEqual(Object.keys(action));
    expect(faultsOf(NextAction, { ...action, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(NextAction, { type: 'finish', params: {} })).toEqual([
      'type: Invalid option: expected one of "spawn_role"|"request_approval"|"escalate_model"|"terminate"',
    ]);
  });

  it('gives a reason with its confidence and keeps the score between 0 and 1', verifies('ACI-44'), () => {
    expect(requiredFieldsOf(Confidence, envelope.confidence)).toEqual(['score', 'rationale']);
    expect(faultsOf(Confidence, { ...envelope.confidence, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(ResultEnvelope, { ...envelope, confidence: { score: -0.01, rationale: 'none' } })).toEqual([
      'confidence.score: Too small: expected number to be >=0',
    ]);
    expect(faultsOf(ResultEnvelope, { ...envelope, confidence: { score: 1.01, rationale: '' } })).toEqual([
      'confidence.score: Too big: expected number to be <=1',
      'confidence.rationale: Too small: expected string to have >=1 characters',
    ]);
  });

  it('points at artifacts by id, type, schema and hash', verifies('ACI-45'), () => {
    expect(requiredFieldsOf(ArtifactReference, reference)).toEqual(Object.keys(reference));
    expect(faultsOf(ArtifactReference, { ...reference, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(ArtifactReference, { ...reference, schema_ref: 'CodePatch', hash: 'md5' })).toEqual([
      'schema_ref: expected #/schemas/TypeName',
      'hash: expected 64 lower-case hexadecimal digits',
    ]);
  });

  it('names an error when it failed', verifies('ACI-42', 'ACI-47', 'KEL-RUNS-13', 'ROLES-02'), () => {
    expect(faultsOf(ResultEnvelope, { ...envelope, status: 'failed' })).toEqual([
      'errors: a failed result names at least one error',
    ]);
    const error = { code: 'tool.timeout', message: 'The tests did not end.' };
    const errors = [error];
    expect(requiredFieldsOf(EnvelopeError, error)).toEqual(['code', 'message']);
    expect(faultsOf(EnvelopeError, { ...error, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(ResultEnvelope, { ...envelope, status: 'failed', errors })).toEqual([]);
    expect(faultsOf(ResultEnvelope, { ...envelope, errors: [{ code: '' }] })).toEqual([
      'errors.0.code: Too small: expected string to have >=1 characters',
      'errors.0.message: Invalid input: expected string, received undefined',
    ]);
  });
});

describe('the final envelope', () => {
  const final = { ...envelope, role_id: 'mother', termination };

  it('is Mother’s and carries the termination record', verifies('ACI-42', 'KEL-RUNS-13', 'ROLES-02'), () => {
    expect(ResultEnvelope.parse(final)).toEqual(final);
    expect(faultsOf(ResultEnvelope, { ...final, role_id: 'coder' })).toEqual([
      'termination: only the final envelope, which is Mother’s, carries a termination record',
    ]);
  });

  it('refuses the record of another run', verifies('ACI-42', 'KEL-RUNS-13', 'ROLES-02'), () => {
    expect(faultsOf(ResultEnvelope, { ...final, termination: { ...termination, run_id: sample.otherRunId } })).toEqual([
      'termination.run_id: the termination record belongs to another run',
    ]);
  });
});

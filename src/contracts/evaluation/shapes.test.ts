import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { HardRevisionCallKind, HumanDecisionOption } from './hard-calls.ts';
import { PositiveEvaluationObservation } from './positive-observations.ts';
import { ArtifactScopeRef, CapabilityRef, ClaimRef, PortRef, SourceRecordRef, SubAgentRef } from './references.ts';
import { RepairTarget } from './repairs.ts';
import { ReplayPolicy } from './replay-policy.ts';
import { RevisionPlanStep, RevisionPlanStepKind, RevisionStepRevalidationPolicyKind } from './revision-steps.ts';
import { CalibratedScore } from './scores.ts';
import { EvaluatedTarget, EvaluationBasis } from './targets.ts';

const artifact_id = 'art_01HZX3V5Q8R9S0T1V2W3X4Y5Z6';
const document = { kind: 'document', key: 'report' };
const receipt = { kind: 'receipt', key: 'rcp' };

/** The paths a schema complains about; none when it accepts. */
function refusals(schema: z.ZodType, value: unknown): string[] {
  return (schema.safeParse(value).error?.issues ?? []).map((issue) => issue.path.join('.'));
}

describe('a place in an artifact', () => {
  it('is the whole of it or has a locator, never both and never a version', verifies('KEL-EVALUATION-04'), () => {
    const whole = { scope_kind: 'whole', artifact_id };
    const section = { scope_kind: 'section', artifact_id, locator: 'introduction' };
    const places = ['section', 'field', 'row', 'text_range'].map((scope_kind) => ({ ...section, scope_kind }));
    const longest = { ...section, locator: 'x'.repeat(512) };
    const right = [whole, ...places, { ...section, locator: 'x' }, longest];
    expect(right.map((scope) => ArtifactScopeRef.parse(scope))).toEqual(right);
    for (const scope of [whole, section]) {
      expect(requiredFieldsOf(ArtifactScopeRef, scope)).toEqual(Object.keys(scope));
      expect(faultsOf(ArtifactScopeRef, { ...scope, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    }
    const wrong = [
      { ...whole, locator: 'introduction' },
      { scope_kind: 'section', artifact_id },
      { ...section, locator: '' },
      { ...section, locator: 'x'.repeat(513) },
      { ...whole, artifact_version_ref: document },
      { scope_kind: 'page', artifact_id },
    ];
    expect(wrong.filter((scope) => ArtifactScopeRef.safeParse(scope).success)).toEqual([]);
  });
});

describe('references', () => {
  it('name their thing by a form that can be checked', () => {
    expect(refusals(ClaimRef, { artifact_id, claim: 'net-income' })).toEqual([]);
    expect(refusals(ClaimRef, { claim: 'net-income' })).toEqual(['artifact_id']);
    expect(refusals(SourceRecordRef, '')).toEqual(['']);
    expect(refusals(CapabilityRef, { provider_kind: 'tool', name: 'pytest' })).toEqual([]);
    expect(refusals(CapabilityRef, { provider_kind: 'wish', name: 'pytest', version: '1' })).toEqual(['provider_kind']);
    expect(refusals(CapabilityRef, { provider_kind: 'tool', name: 'pytest', version: '1' })).toEqual(['version']);
    const providers = [
      { provider_kind: 'tool', name: 'mcp__github__createIssue' },
      { provider_kind: 'role', name: 'critic' },
      { provider_kind: 'model', name: 'vendor/Model-1:large' },
      { provider_kind: 'skill', name: 'brand.voice', version: '1.0.0' },
    ];
    expect(providers.map((provider) => CapabilityRef.parse(provider))).toEqual(providers);
    expect(['tool', 'role', 'skill'].flatMap((provider_kind) => refusals(CapabilityRef, { provider_kind, name: 'a/b' }))).toEqual([
      'name',
      'name',
      'name',
    ]);
    expect(refusals(SubAgentRef, { role_id: 'critic' })).toEqual(['contract_version']);
    expect(refusals(PortRef, { role_id: 'writer', port_id: 'revision_in' })).toEqual([]);
    expect(refusals(PortRef, { role_id: 'writer', port_id: 'back_door' })).toEqual(['port_id']);
  });
});

describe('what was evaluated', () => {
  it('comes with its version when it is an artifact', verifies('KEL-EVALUATION-05'), () => {
    const target = {
      target_kind: 'artifact',
      artifact_ref: document,
      artifact_version_ref: document,
      scope_ref: { scope_kind: 'whole', artifact_id },
    };
    const others = [
      { target_kind: 'claim', claim_ref: { artifact_id, claim: 'net-income' } },
      { target_kind: 'subtask', subtask_id: 'sub_01HZX3V5Q8R9S0T1V2W3X4Y5Z6' },
      { target_kind: 'process', run_id: 'run_01HZX3V5Q8R9S0T1V2W3X4Y5Z6' },
    ];
    const right = [target, ...others];
    expect(right.map((value) => EvaluatedTarget.parse(value))).toEqual(right);
    expect(right.map((value) => requiredFieldsOf(EvaluatedTarget, value))).toEqual(right.map((value) => Object.keys(value)));
    expect(right.map((value) => faultsOf(EvaluatedTarget, { ...value, mood: 1 }))).toEqual(
      right.map(() => [': Unrecognized key: "mood"']),
    );
    const { artifact_version_ref: _version, ...unversioned } = target;
    expect(refusals(EvaluatedTarget, unversioned)).toEqual(['artifact_version_ref']);
    expect(refusals(EvaluatedTarget, { target_kind: 'claim', claim_ref: { artifact_id, claim: 'x' }, artifact_ref: document })).toEqual(['']);
  });
});

describe('what an evaluation stands on', () => {
  const basis = (assurance_basis: string[], unanchored_judgment_acknowledged: boolean) => ({
    criterion_ids: ['tests-pass'],
    evidence_refs: [receipt],
    assurance_basis,
    unanchored_judgment_acknowledged,
  });

  it('may be a model judgment alone only when that is acknowledged', verifies('KEL-EVALUATION-06'), () => {
    const judged = basis(['model_judgment'], true);
    expect(refusals(EvaluationBasis, judged)).toEqual([]);
    expect(requiredFieldsOf(EvaluationBasis, judged)).toEqual(Object.keys(judged));
    expect(faultsOf(EvaluationBasis, { ...judged, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    const unsaid = EvaluationBasis.safeParse(basis(['model_judgment'], false)).error?.issues;
    expect(unsaid?.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: [], message: 'the acknowledgment must be set exactly when a model judgment is the only basis' },
    ]);
    expect(refusals(EvaluationBasis, basis(['model_judgment', 'tool_verification'], false))).toEqual([]);
    expect(refusals(EvaluationBasis, basis(['model_judgment', 'tool_verification'], true))).toEqual(['']);
    expect(refusals(EvaluationBasis, basis(['deterministic_check'], true))).toEqual(['']);
  });

  it('is never nothing', verifies('KEL-EVALUATION-06'), () => {
    expect(refusals(EvaluationBasis, basis([], true))).toContain('assurance_basis');
  });
});

describe('a calibrated score', () => {
  it('lies within 0 and 1 and has its receipt', verifies('KEL-EVALUATION-07'), () => {
    const score = { score: 0.5, calibration: 'calibrated', formula_eval_receipt_ref: receipt };
    expect(requiredFieldsOf(CalibratedScore, score)).toEqual(Object.keys(score));
    expect(faultsOf(CalibratedScore, { ...score, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect([0, 0.5, 1].map((value) => refusals(CalibratedScore, { ...score, score: value }))).toEqual([[], [], []]);
    const calibrations = ['calibrated', 'uncalibrated', 'experimental'];
    expect(calibrations.map((calibration) => refusals(CalibratedScore, { ...score, calibration }))).toEqual([[], [], []]);
    const outside = [-0.01, 1.01, Number.NaN, Number.POSITIVE_INFINITY];
    expect(outside.map((value) => refusals(CalibratedScore, { ...score, score: value }))).toEqual(outside.map(() => ['score']));
    expect(refusals(CalibratedScore, { score: 0.5, calibration: 'guessed' })).toEqual(['calibration', 'formula_eval_receipt_ref']);
  });
});

describe('a step of a revision plan', () => {
  const step = {
    step_id: 'fix-intro',
    step_order: 0,
    step_kind: 'edit_artifact',
    depends_on_step_ids: [],
    target_refs: [document],
    revalidation_policy: {
      policy_kind: 'revalidate_targeted_outcomes',
      outcomes_to_recheck: ['intro-clear'],
      rationale: 'Only the introduction changes.',
      schema_version: '1.0',
    },
    revalidation_rationale: 'Only the introduction changes.',
    schema_version: '1.0',
  };

  it('has no room for a hash that nobody can know yet, nor for a second statement of order', verifies('KEL-EVALUATION-08'), () => {
    expect(RevisionPlanStep.parse(step)).toEqual(step);
    expect(requiredFieldsOf(RevisionPlanStep, step)).toEqual(Object.keys(step));
    const extra = ['predicted_post_hash', 'expected_post_hash', 'dependency_edges', 'revalidation_trigger', 'revalidation_expectation'];
    expect(extra.filter((field) => RevisionPlanStep.safeParse({ ...step, [field]: 'x' }).success)).toEqual([]);
  });

  it('is of a known kind, in a place from 0', verifies('KEL-EVALUATION-08'), () => {
    expect(RevisionPlanStepKind.options).toEqual([
      'edit_artifact',
      'regenerate_artifact',
      'run_tool',
      'request_research',
      'request_verification',
      'raise_hard_call',
      'revalidate',
    ]);
    expect(RevisionStepRevalidationPolicyKind.options).toEqual([
      'none',
      'revalidate_targeted_outcomes',
      'revalidate_declared_dependents',
      'revalidate_full_closure',
      'revalidate_full_task',
    ]);
    expect(refusals(RevisionPlanStep, { ...step, step_kind: 'improvise', step_order: -1 })).toEqual(['step_order', 'step_kind']);
  });
});

describe('repairs, hard calls and replays', () => {
  it('can repair an intended side effect but not one that ran', () => {
    expect(refusals(RepairTarget, { target_kind: 'side_effect_intent', intent_ref: document })).toEqual([]);
    expect(refusals(RepairTarget, { target_kind: 'side_effect', intent_ref: document })).toEqual(['target_kind']);
  });

  it('say of every offered answer whether it acts on the world', verifies('KEL-EVALUATION-09'), () => {
    const option = { option_id: 'keep', label: 'Keep it', consequence: 'Nothing changes.', causes_side_effect: false };
    expect(HumanDecisionOption.parse(option)).toEqual(option);
    expect(requiredFieldsOf(HumanDecisionOption, option)).toEqual(Object.keys(option));
    expect(faultsOf(HumanDecisionOption, { ...option, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    const withTexts = (label: string, consequence: string) => refusals(HumanDecisionOption, { ...option, label, consequence });
    expect([withTexts('x', 'x'), withTexts('x'.repeat(200), 'x'.repeat(2_000))]).toEqual([[], []]);
    const both = ['label', 'consequence'];
    expect([withTexts('', ''), withTexts('x'.repeat(201), 'x'.repeat(2_001))]).toEqual([both, both]);
  });

  it('leave to sufficiency the kinds of call that it adds itself', () => {
    const added = ['no_sufficient_procedure', 'contradictory_requirements', 'budget_scope_decision'];
    expect(added.filter((kind) => HardRevisionCallKind.safeParse(kind).success)).toEqual([]);
  });

  it('never do again what reached outside', verifies('KEL-EVALUATION-10'), () => {
    expect(ReplayPolicy.options).toEqual(['reuse_recorded_output', 'skip_and_record_divergence', 'refuse_replay']);
  });
});

describe('a positive observation', () => {
  it('names the criteria that passed and the evidence for it', verifies('ELN-A-09'), () => {
    const observation = {
      observation_id: 'obs_01HZX3V5Q8R9S0T1V2W3X4Y5Z6',
      result_id: 'result-1',
      outcome_id: 'intro-clear',
      observed_passed_criterion_ids: ['tests-pass'],
      positive_summary: 'All tests pass.',
      evidence_refs: [receipt],
      created_at: '2026-01-02T03:04:05.678Z',
      schema_version: '1.0',
    };
    expect(PositiveEvaluationObservation.parse(observation)).toEqual(observation);
    expect(requiredFieldsOf(PositiveEvaluationObservation, { ...observation, formula_eval_receipt_ref: receipt })).toEqual(
      Object.keys(observation),
    );
    expect(faultsOf(PositiveEvaluationObservation, { ...observation, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    const hollow = { ...observation, observed_passed_criterion_ids: [], evidence_refs: [], positive_summary: '', schema_version: '1.1' };
    expect(refusals(PositiveEvaluationObservation, hollow)).toEqual([
      'observed_passed_criterion_ids',
      'positive_summary',
      'evidence_refs',
      'schema_version',
    ]);
    const summarised = (length: number) =>
      refusals(PositiveEvaluationObservation, { ...observation, positive_summary: 'x'.repeat(length) });
    expect([1, 2_000, 2_001].map(summarised)).toEqual([[], [], ['positive_summary']]);
  });
});

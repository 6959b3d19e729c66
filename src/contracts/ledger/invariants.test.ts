import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { EventProjectionLink } from './event-projection-link.ts';
import {
  ExternalizationRecord,
  WorkspaceExternalizationKind,
  WorkspaceExternalizationPolicy,
  WorkspaceExternalizationReceipt,
} from './externalization.ts';
import { DerivedReadModelRecord, ReadModelDerivation, ReadModelInvalidation, ReadModelInvalidationScope, ReadModelInvalidationSpec } from './read-model.ts';
import { StepIdempotencyKey } from './step-idempotency.ts';

const receiptId = 'rcp_01JFGWZ0000000000000000001';
const event = { kind: 'event', key: '7' };

/** Takes the sample, whole or without its optional fields, and nothing more or less. */
function expectExactly(schema: z.ZodType, required: object, optional: object = {}): void {
  expect(faultsOf(schema, { ...required, ...optional })).toEqual([]);
  expect(faultsOf(schema, required)).toEqual([]);
  expect(requiredFieldsOf(schema, { ...required, ...optional })).toEqual(Object.keys(required));
  expect(faultsOf(schema, { ...required, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  if ('schema_version' in required) expect(faultsOf(schema, { ...required, schema_version: '1.1' })).toEqual(['schema_version: Invalid input: expected "1.0"']);
}

const link = {
  canonical_event_ref: event,
  current_projection_ref: sample.storageRef,
  projection_event_seq: 7,
  projection_valid_at: sample.time,
  schema_version: '1.0',
};

const record = {
  read_model_id: 'health-1',
  read_model_kind: 'TaskHealthCard',
  input_manifest_ref: sample.storageRef,
  derivation_policy_ref: sample.storageRef,
  formula_eval_receipt_refs: [sample.storageRef],
  valid_from_event_seq: 3,
  created_at: sample.time,
  schema_version: '1.0',
};

const spec = { producer_event_kind: 'run.terminated', invalidates_read_models: ['RunDiff'], invalidation_scope: 'same_run', schema_version: '1.0' };

const receipt = {
  receipt_id: receiptId,
  externalization_kind: 'save_as',
  workspace_id: 'workspace-1',
  source_record_refs: ['source:1'],
  policy_ref: 'saving',
  status: 'completed',
  irreversible_disclosure_possible: false,
  created_at: sample.time,
  schema_version: '1.0',
};

const policy = {
  policy_id: 'saving',
  externalization_kind: 'save_as',
  requires_user_confirmation: false,
  requires_redaction_preview: false,
  allowed_data_classes: ['public'],
  allowed_taint_classes: ['owner_typed'],
  provider_logging_warning_required: false,
  receipt_required: true,
  replay_policy: 'refuse_replay',
  warning_text: '',
  schema_version: '1.0',
};

describe('the link between an event and its projection', () => {
  it('names both, how far the projection was folded and since when it holds', verifies('ELN-RULE-01'), () => {
    expectExactly(EventProjectionLink, link);
    expect(faultsOf(EventProjectionLink, { ...link, projection_event_seq: 0 })).toEqual(['projection_event_seq: Too small: expected number to be >=1']);
  });
});

describe('a read model', () => {
  it('records what it was made from, by which policy and formulas, and for which events it holds', verifies('ELN-RULE-03'), () => {
    expectExactly(DerivedReadModelRecord, record, { valid_until_event_seq: 9, invalidated_by_event_ref: event });
  });

  it('is written with its sources and receipts, and may lack its manifest so that a rule can name that', () => {
    const { input_manifest_ref: _manifest, ...bare } = record;
    expectExactly(ReadModelDerivation, { record: bare, sources: [link], receipts: [] });
    expect(faultsOf(ReadModelDerivation, { record: { ...bare, mood: 1 }, sources: [], receipts: [] })).toEqual(['record: Unrecognized key: "mood"']);
  });

  it('falls by kind, within a run, a task, a matter or only where it is named', verifies('ELN-RULE-04'), () => {
    expectExactly(ReadModelInvalidationSpec, spec, { target_refs: [event] });
    expect(ReadModelInvalidationScope.options).toEqual(['same_run', 'same_task', 'same_matter', 'specific_refs']);
    expect(faultsOf(ReadModelInvalidationSpec, { ...spec, producer_event_kind: '', invalidation_scope: 'everything' })).toEqual([
      'producer_event_kind: Too small: expected string to have >=1 characters',
      'invalidation_scope: Invalid option: expected one of "same_run"|"same_task"|"same_matter"|"specific_refs"',
    ]);
  });

  it('ends with the event that ended it, whose absence a rule names', verifies('ELN-RULE-03'), () => {
    expectExactly(ReadModelInvalidation, { read_model_id: 'health-1', spec, valid_until_event_seq: 9 }, { invalidated_by_event_ref: event });
  });
});

describe('an externalisation', () => {
  it('is of one of ten kinds', verifies('ELN-RULE-06'), () => {
    expect(WorkspaceExternalizationKind.options).toEqual([
      'open_in_browser',
      'open_native_app',
      'show_in_finder',
      'save_as',
      'export_bundle',
      'external_source_query',
      'connector_fetch',
      'api_call',
      'email_source_fetch',
      'browser_session_read',
    ]);
  });

  it('has a policy that names the data and taint classes allowed', verifies('ELN-RULE-06'), () => {
    expectExactly(WorkspaceExternalizationPolicy, policy, { max_cost_vector_ref: sample.storageRef });
    expect(faultsOf(WorkspaceExternalizationPolicy, { ...policy, receipt_required: false })).toEqual(['receipt_required: Invalid input: expected true']);
  });

  it('has a receipt, also when it was stopped', () => {
    const optional = ['destination_ref', 'user_confirmation_ref', 'redaction_preview_ref', 'cost_vector_ref'];
    expectExactly(WorkspaceExternalizationReceipt, receipt, Object.fromEntries(optional.map((field) => [field, sample.storageRef])));
    expect(WorkspaceExternalizationReceipt.shape.status.options).toEqual(['completed', 'blocked_by_policy', 'cancelled', 'failed']);
  });

  it('is recorded with its policy and the step that holds question and answer, where it has them', () => {
    expectExactly(ExternalizationRecord, { receipt }, { policy, step: { run_id: sample.runId, key: 'execute/1/ask', request_hash: sample.sha256 } });
  });
});

describe('the key of a revision step', () => {
  it('tells runs, plans, steps, targets, inputs and attempts apart', verifies('ELN-RULE-25'), () => {
    const key = {
      run_id: sample.runId,
      plan_id: 'plan-1',
      step_id: 'step-1',
      step_kind: 'run_tool',
      target_ref_hash: sample.sha256,
      input_payload_hash: sample.sha256,
      attempt_class: 'first',
      schema_version: '1.0',
    };
    expectExactly(StepIdempotencyKey, key, { previous_attempt_hash: sample.sha256 });
    expect(StepIdempotencyKey.shape.attempt_class.options).toEqual(['first', 'retry', 'regenerate']);
  });
});

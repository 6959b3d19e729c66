import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { accepted, refused, RUN, verdictOn, without } from '../../../test/support/validated-appends.ts';
import { defineEvent, EVENTS, type EventDefinition } from '../../contracts/index.ts';
import type { NewEvent } from '../log/log.ts';
import { BUILTIN_SETUP } from '../setup.ts';

describe('a transition', () => {
  const suspended = (why: string): NewEvent => ({ type: 'run.suspended', streamId: RUN, payload: { run_id: RUN, suspension: { waiting_for: 'input', since: '2026-11-15T22:00:00.000Z', questions: ['Which?'] }, why } });
  const invalidated: NewEvent = {
    type: 'read_model.invalidated',
    streamId: 'health-1',
    payload: {
      read_model_id: 'health-1',
      spec: { producer_event_kind: 'run.terminated', invalidates_read_models: ['TaskHealthCard'], invalidation_scope: 'same_run', schema_version: '1.0' },
      valid_until_event_seq: 8,
      invalidated_by_event_ref: { kind: 'event', key: '8' },
    },
  };

  it('says why, in words or by what caused it', verifies('validation.lifecycle_transition_without_receipt', 'ELN-RULE-03'), () => {
    const by = (type: string, path: string) => refused('validation.lifecycle_transition_without_receipt', type, `nothing at "${path}" says why the state changed`);
    expect(verdictOn([suspended(' \n')])).toEqual(by('run.suspended', 'why'));
    expect(verdictOn([suspended('two landlords')])).toEqual(accepted());
    expect(verdictOn([{ ...invalidated, payload: without(invalidated.payload, 'invalidated_by_event_ref') }])).toEqual(by('read_model.invalidated', 'invalidated_by_event_ref'));
    expect(verdictOn([invalidated])).toEqual(accepted());
  });

  it('says which views it makes stale, or that it makes none', verifies('validation.lifecycle_event_without_read_model_invalidation', 'ELN-RULE-04'), () => {
    const said = (invalidates: object): EventDefinition => defineEvent({ type: 'run.paused', version: 1, payload: z.strictObject({ why: z.string() }), lifecycle: { receipt: 'why' }, ...invalidates });
    const paused = (definition: EventDefinition) => verdictOn([{ type: 'run.paused', streamId: RUN, payload: { why: 'waiting' } }], { setup: { ...BUILTIN_SETUP, events: [definition] } });
    const by = refused('validation.lifecycle_event_without_read_model_invalidation', 'run.paused', 'run.paused changes a state and does not say which views that makes stale');
    const kinds = (...invalidates_read_models: string[]) => said({ invalidates: { invalidates_read_models, invalidation_scope: 'same_run' } });
    expect([paused(said({})), paused(kinds())]).toEqual([by, by]);
    expect([paused(said({ invalidates: 'nothing' })), paused(kinds('TaskHealthCard'))]).toEqual([accepted(), accepted()]);
  });

  it('is one in the catalogue wherever a state ends, and each says what falls with it', verifies('ELN-RULE-04'), () => {
    const transitions = EVENTS.filter(({ lifecycle }) => lifecycle !== undefined);
    expect(transitions.map(({ type, lifecycle }) => [type, lifecycle?.receipt])).toEqual([
      ['run.terminated', 'termination.details'],
      ['artifact.marked', 'why'],
      ['artifact.deletion_announced', 'why'],
      ['artifact.archived', 'why'],
      ['artifact.restored', 'why'],
      ['artifact.deleted', 'why'],
      ['run.step_resolved', 'resolution.reason'],
      ['run.versions_accepted', 'reason'],
      ['ledger.payload_erased', 'reason'],
      ['read_model.invalidated', 'invalidated_by_event_ref'],
      ['run.changes_undone', 'reason'],
      ['approval.resolved', 'resolution'],
      ['hard_call.resolved', 'receipt'],
      ['hard_call.lapsed', 'reason'],
      ['function_call.lapsed', 'reason'],
      ['run.cancel_settled', 'receipt'],
      ['run.skipped', 'receipt'],
      ['run.child_returned', 'result.details'],
      ['run.phase_exited', 'gate'],
      ['run.budget_adjusted', 'reason'],
      ['run.suspended', 'why'],
      ['run.suspension_ended', 'why'],
      ['memory.megram_demoted', 'reason'],
      ['memory.megrams_forgotten', 'reason'],
      ['memory.fact_ended', 'reason'],
      ['memory.preference_settled', 'reason'],
      ['calibration.applied', 'reason'],
      ['calibration.withdrawn', 'reason'],
      ['api_key.revoked', 'reason'],
      ['response.removed', 'reason'],
    ]);
    expect(transitions.filter(({ invalidates }) => invalidates === undefined)).toEqual([]);
  });
});

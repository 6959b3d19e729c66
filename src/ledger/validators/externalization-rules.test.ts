import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { accepted, externalized, INTERNAL, lacking, refused, rolledUp, STEP, stepCompleted, verdictOn, without } from '../../../test/support/validated-appends.ts';
import type { JsonObject } from '../../contracts/index.ts';

describe('an outside action', () => {
  const type = 'externalization.recorded';
  const on = (changes: Parameters<typeof externalized>[0]) => verdictOn([externalized(changes)]);
  const stopped = (status: string) => ({ status, irreversible_disclosure_possible: false });

  it('is covered by a policy in every respect', verifies('validation.workspace_externalization_without_policy', 'ELN-RULE-06'), () => {
    const by = (gap: string) => refused('validation.workspace_externalization_without_policy', type, `no policy covers this export_bundle: ${gap}`);
    const bare = externalized();
    expect(verdictOn([{ ...bare, payload: without(bare.payload, 'policy') }])).toEqual(by('the policy "outside" is not stated'));
    expect(on({ receipt: { policy_ref: 'other' } })).toEqual(by('the policy "other" is not stated'));
    expect(on({ policy: { externalization_kind: 'save_as' } })).toEqual(by('"outside" is about save_as'));
    expect(on({ policy: { allowed_data_classes: ['public'] } })).toEqual(by('"outside" does not allow internal data'));
    expect(on({ policy: { allowed_taint_classes: ['external_untrusted'] } })).toEqual(by('"outside" does not allow owner_typed content'));
    expect(verdictOn([lacking(bare, 'receipt', 'user_confirmation_ref')])).toEqual(by('"outside" asks for a confirmation'));
    expect(verdictOn([lacking(bare, 'receipt', 'redaction_preview_ref')])).toEqual(by('"outside" asks for a redaction preview'));
    expect(on({})).toEqual(accepted());
    const easy = externalized({ policy: { requires_user_confirmation: false, requires_redaction_preview: false } });
    expect(verdictOn([lacking(easy, 'receipt', 'user_confirmation_ref', 'redaction_preview_ref')])).toEqual(accepted());
  });

  it('needs no policy when it was stopped before anything left', verifies('validation.workspace_externalization_without_policy'), () => {
    const forbidden = (receipt: JsonObject) => on({ receipt, policy: { allowed_data_classes: [] } });
    const by = refused('validation.workspace_externalization_without_policy', type, 'no policy covers this export_bundle: "outside" does not allow internal data');
    expect([forbidden(stopped('blocked_by_policy')), forbidden(stopped('cancelled'))]).toEqual([accepted(), accepted()]);
    expect([forbidden(stopped('failed')), forbidden(stopped('completed')), forbidden({ status: 'cancelled' })]).toEqual([by, by, by]);
  });

  it('with privileged material was confirmed by a person', verifies('validation.privileged_workspace_export_without_confirmation'), () => {
    const by = refused('validation.privileged_workspace_export_without_confirmation', type, 'no person confirmed that privileged material leaves by export_bundle');
    const policy = { requires_user_confirmation: false };
    const unconfirmed = (changes: JsonObject, receipt: JsonObject = {}) =>
      verdictOn([lacking(externalized({ policy, receipt, governance: { ...INTERNAL, ...changes } }), 'receipt', 'user_confirmation_ref')]);
    expect([unconfirmed({ privileged: true }), unconfirmed({ data_class: 'privileged' }), unconfirmed({ data_class: 'local_only' })]).toEqual([by, by, by]);
    expect([unconfirmed({}), unconfirmed({ privileged: true }, stopped('blocked_by_policy'))]).toEqual([accepted(), accepted()]);
    expect(on({ governance: { ...INTERNAL, privileged: true, data_class: 'privileged' } })).toEqual(accepted());
  });

  it('that asks somebody outside names the step that holds question and answer', verifies('validation.external_source_query_without_receipt'), () => {
    const code = 'validation.external_source_query_without_receipt';
    const unnamed = (kind: string, receipt: JsonObject = {}) => {
      const event = externalized({ receipt: { externalization_kind: kind, ...receipt } });
      return verdictOn([{ ...event, payload: without(event.payload, 'step') }]);
    };
    const queries = ['external_source_query', 'connector_fetch', 'api_call', 'email_source_fetch', 'browser_session_read'];
    expect(queries.map((kind) => unnamed(kind))).toEqual(queries.map((kind) => refused(code, type, `this ${kind} names no step that holds what was asked and what came of it`)));
    const others = ['open_in_browser', 'open_native_app', 'show_in_finder', 'save_as', 'export_bundle'];
    expect(others.map((kind) => unnamed(kind))).toEqual(others.map(() => accepted()));
    expect([unnamed('api_call', stopped('cancelled')), on({ receipt: { externalization_kind: 'api_call' } })]).toEqual([accepted(), accepted()]);
  });

  it('leaves its receipt also where the intent was written before', verifies('validation.external_source_query_without_receipt'), () => {
    const { result } = stepCompleted('external.api_call').payload as { result: Record<string, unknown> };
    const { intent: _before, ...completed } = result;
    const step = { ...stepCompleted('external.api_call'), payload: { run_id: STEP.run_id, result: completed } };
    expect([verdictOn([step]), verdictOn([step, externalized({ receipt: { externalization_kind: 'api_call' }, payload: { step: STEP } })])]).toEqual([
      refused('validation.external_source_query_without_receipt', 'run.step_completed', 'the step "execute/1/ask" reached outside by api_call and its receipt is missing'),
      accepted(2),
    ]);
  });

  it('leaves its receipt in the append that completes its step', verifies('validation.external_source_query_without_receipt'), () => {
    const step = stepCompleted('external.api_call');
    const by = refused('validation.external_source_query_without_receipt', 'run.step_completed', 'the step "execute/1/ask" reached outside by api_call and its receipt is missing');
    const besides = (kind: string, named: JsonObject = STEP) => verdictOn([step, externalized({ receipt: { externalization_kind: kind }, payload: { step: named } })]);
    expect([verdictOn([step]), verdictOn([step, rolledUp(1)]), besides('connector_fetch')]).toEqual([by, by, by]);
    const others = [{ run_id: 'run_01JCQZ9Y5D0000000000000002' }, { key: 'execute/2/ask' }, { request_hash: '0'.repeat(64) }];
    expect(others.map((changes) => besides('api_call', { ...STEP, ...changes }))).toEqual([by, by, by]);
    expect([besides('api_call'), verdictOn([stepCompleted('model.call'), stepCompleted('clock.external', { effect: 'external.api_call' })])]).toEqual([accepted(2), accepted(2)]);
  });

  it('that can cost money has an upper limit on its cost', verifies('validation.externalization_cost_cap_missing'), () => {
    const uncapped = (receipt: JsonObject) => verdictOn([lacking(externalized({ receipt }), 'policy', 'max_cost_vector_ref')]);
    const by = (kind: string) => refused('validation.externalization_cost_cap_missing', type, `"outside" permits ${kind} at any cost`);
    const paid = ['external_source_query', 'connector_fetch', 'api_call'];
    expect(paid.map((kind) => uncapped({ externalization_kind: kind }))).toEqual(paid.map(by));
    expect(uncapped({ cost_vector_ref: { kind: 'document', key: 'cost:2' } })).toEqual(by('export_bundle'));
    expect([uncapped({}), uncapped({ externalization_kind: 'api_call', ...stopped('blocked_by_policy') })]).toEqual([accepted(), accepted()]);
    expect(on({ receipt: { externalization_kind: 'api_call' } })).toEqual(accepted());
  });

  it('that was blocked needs no policy to be recorded', verifies('validation.externalization_cost_cap_missing'), () => {
    const blocked = externalized({ receipt: { externalization_kind: 'api_call', ...stopped('blocked_by_policy') } });
    expect(verdictOn([{ ...blocked, payload: without(blocked.payload, 'policy') }])).toEqual(accepted());
  });
});

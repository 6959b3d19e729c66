import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { accepted, ARTIFACT, ARTIFACT_ID, HEAD, RECEIPT, receiptOf, refused, REQUEST_HASH, rolledUp, RUN, source, STANDING, TIME, verdictOn, view, type Verdict } from '../../../test/support/validated-appends.ts';
import type { JsonObject } from '../../contracts/index.ts';
import type { NewEvent } from '../log/log.ts';

const onView = (...events: NewEvent[]): Verdict => verdictOn(events, { standing: STANDING });

describe('a view that was derived', () => {
  it('is written when everything behind it stands', verifies('KEL-VALIDATE-01'), () => {
    expect(onView(view())).toEqual(accepted());
  });

  it('holds nothing that only a later event may set', verifies('validation.mutable_state_inside_immutable_snapshot'), () => {
    const live = { valid_until_event_seq: 8, invalidated_by_event_ref: { kind: 'event', key: '8' } };
    const by = (detail: string) => refused('validation.mutable_state_inside_immutable_snapshot', 'read_model.derived', detail);
    expect(onView(view(live))).toEqual(by('record.valid_until_event_seq and record.invalidated_by_event_ref may be set by a later event only'));
    expect(onView(view({ valid_until_event_seq: 8 }))).toEqual(by('record.valid_until_event_seq may be set by a later event only'));
    expect(onView(view())).toEqual(accepted());
  });

  it('rests on current records that events account for', verifies('validation.current_projection_without_source_event', 'ELN-RULE-01'), () => {
    const by = (key: string) => refused('validation.current_projection_without_source_event', 'read_model.derived', `no event accounts for "${key}", from which the view was derived`);
    const over = (...sources: JsonObject[]) => onView(view({}, { sources }));
    expect(over(source(ARTIFACT, 3), source('artifact:gone', 3))).toEqual(by('artifact:gone'));
    expect(over(source(ARTIFACT, 3, { canonical_event_ref: { kind: 'document', key: '3' } }))).toEqual(by(ARTIFACT));
    expect(over(source(ARTIFACT, 3, { canonical_event_ref: { kind: 'event', key: '2' } }))).toEqual(by(ARTIFACT));
    expect(over(source(ARTIFACT, 3, { current_projection_ref: { kind: 'receipt', key: ARTIFACT } }))).toEqual(by(ARTIFACT));
    expect(over(source(ARTIFACT, 3))).toEqual(accepted());
  });

  it('rests on current records as they stand now', verifies('validation.projection_event_seq_out_of_date', 'ELN-RULE-01'), () => {
    const by = (seq: number, at: number) => refused('validation.projection_event_seq_out_of_date', 'read_model.derived', `"${ARTIFACT}" was read at entry ${seq} and stands at ${at}`);
    const over = (sources: JsonObject[], from = 3) => onView(view({ valid_from_event_seq: from }, { sources }));
    expect(over([source('manifest:1', 4), source(ARTIFACT, 2)], 4)).toEqual(by(2, 3));
    expect(over([source(ARTIFACT, 4)], 4)).toEqual(by(4, 3));
    expect(over([source('manifest:1', 4), source(ARTIFACT, 3)], 4)).toEqual(accepted());
  });

  it('cannot rest on a record that the same append changes', verifies('validation.projection_event_seq_out_of_date'), () => {
    const content = { kind: 'document', key: 'content:1' };
    const artifact = { artifact_id: ARTIFACT_ID, run_id: RUN, type: 'CodePatch', schema_ref: '#/schemas/CodePatch', hash: REQUEST_HASH, content, produced_by: 'coder', phase: 'execute', created_at: TIME };
    const changed: NewEvent = { type: 'artifact.registered', streamId: ARTIFACT_ID, payload: { artifact } };
    expect(onView(changed, view())).toEqual(
      refused('validation.projection_event_seq_out_of_date', 'read_model.derived', `"${ARTIFACT}" was read at entry 3 and stands at ${HEAD + 1}`),
    );
  });

  it('lists its inputs', verifies('validation.read_model_without_input_manifest', 'ELN-RULE-03'), () => {
    const by = (detail: string) => refused('validation.read_model_without_input_manifest', 'read_model.derived', detail);
    expect(onView(view({ input_manifest_ref: null }))).toEqual(by('the view health-1 names no manifest of its inputs'));
    expect(onView(view({}, { sources: [] }))).toEqual(by('the view health-1 lists no record that it was derived from'));
    expect(onView(view())).toEqual(accepted());
  });

  it('says nothing that neither its manifest nor its receipts say', verifies('validation.read_model_asserts_unbacked_truth'), () => {
    const by = (detail: string) => refused('validation.read_model_asserts_unbacked_truth', 'read_model.derived', detail);
    const manifest = (kind: string, key: string) => onView(view({ input_manifest_ref: { kind, key } }));
    const receipt = (kind: string, key: string, receipts = [receiptOf(1)]) => onView(view({ formula_eval_receipt_refs: [{ kind: 'receipt', key: RECEIPT }, { kind, key }] }, { receipts }));
    const lost = 'rcp_01JCQZ9Y5D0000000000000002';
    expect(manifest('document', 'manifest:2')).toEqual(by('the manifest "manifest:2" is nowhere to be found'));
    expect(manifest('event', 'manifest:1')).toEqual(by('the manifest "manifest:1" is nowhere to be found'));
    expect(manifest('blob', 'manifest:1')).toEqual(by('the manifest "manifest:1" is nowhere to be found'));
    expect(receipt('receipt', lost)).toEqual(by(`the formula receipt "${lost}" is nowhere to be found`));
    expect(receipt('event', RECEIPT)).toEqual(by(`the formula receipt "${RECEIPT}" is nowhere to be found`));
    expect(receipt('document', 'receipt:1')).toEqual(by('the formula receipt "receipt:1" is nowhere to be found'));
    expect(onView(view({ valid_from_event_seq: 2 }))).toEqual(by('the view claims to hold from entry 2 and rests on entry 3'));
    expect([manifest('document', ARTIFACT), receipt('receipt', RECEIPT), receipt('document', 'manifest:1')]).toEqual([accepted(), accepted(), accepted()]);
    expect(receipt('receipt', lost, [receiptOf(1), receiptOf(2, { receipt_id: lost })])).toEqual(accepted());
  });

  it('may find its receipts with another event of the append', verifies('validation.read_model_asserts_unbacked_truth'), () => {
    expect(onView(rolledUp(0.5), view({}, { receipts: [] }))).toEqual(accepted(2));
    expect(onView(view({}, { receipts: [] }))).toEqual(
      refused('validation.read_model_asserts_unbacked_truth', 'read_model.derived', `the formula receipt "${RECEIPT}" is nowhere to be found`),
    );
  });

  it('may keep its manifest as a blob, which the log itself looks for', verifies('validation.read_model_asserts_unbacked_truth'), () => {
    const sha256 = 'b'.repeat(64);
    const inBlob = view({ input_manifest_ref: { kind: 'blob', key: sha256 } });
    expect(verdictOn([inBlob], { standing: STANDING, blobs: [sha256] })).toEqual(accepted());
    expect(() => onView(inBlob)).toThrow(`There is no blob ${sha256}.`);
  });
});

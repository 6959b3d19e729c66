import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { accepted, RECEIPT, refused, RUN, TIME, verdictOn } from '../../../test/support/validated-appends.ts';
import type { JsonObject } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import type { NewEvent } from '../index.ts';

const CODE = 'validation.taint_downgrade_without_sanitization_node';
const WORKSPACE = '/home/ann/work';
const streamId = `workspace:${sha256Hex(WORKSPACE)}`;

function marked(changes: JsonObject): NewEvent {
  const mark = { subject_kind: 'file', subject: 'notes.md', taint_class: 'external_untrusted', sources: ['http_fetch https://a.test'], replaces: false, run_id: RUN, ...changes };
  return { type: 'taint.marked', streamId, payload: { workspace: WORKSPACE, mark } };
}

function sanitized(changes: JsonObject): NewEvent {
  const node = { node_id: RECEIPT, input_taint: 'external_untrusted', output_taint: 'user_trusted_bounded', method: 'human_review', evidence_ref: { kind: 'receipt', key: RECEIPT }, created_at: TIME, schema_version: '1.0', ...changes };
  const sanitization = { subject_kind: 'file', subject: 'notes.md', content_hash: 'c'.repeat(64), cleaned_by: 'ann', reason: 'read it all', node };
  return { type: 'taint.sanitized', streamId, payload: { workspace: WORKSPACE, sanitization } };
}

describe('the label of what holds words of others', () => {
  it('goes down when a run writes a file or artifact anew', verifies('validation.taint_downgrade_without_sanitization_node', 'ELN-RULE-63'), () => {
    const lower = { taint_class: 'user_trusted_bounded', replaces: true };
    expect(verdictOn([marked({}), marked(lower)])).toEqual(accepted(2));
    const artifact = { subject_kind: 'artifact', subject: 'art_1' };
    expect(verdictOn([marked(artifact), marked({ ...artifact, ...lower })])).toEqual(accepted(2));
  });

  it('does not go down because somebody says so', verifies('validation.taint_downgrade_without_sanitization_node', 'ELN-RULE-63', 'ELN-D-01'), () => {
    const lower = { taint_class: 'user_trusted_bounded', replaces: true };
    const by = (subject: string) => refused(CODE, 'taint.marked', `"${subject}" was external_untrusted and is marked user_trusted_bounded, and nothing says who cleaned it`);
    expect(verdictOn([marked({}), marked({ ...lower, run_id: null })])).toEqual(by('notes.md'));
    const memory = { subject_kind: 'memory', subject: 'm1' };
    expect(verdictOn([marked(memory), marked({ ...memory, ...lower })])).toEqual(by('m1'));
    const session = { subject_kind: 'session', subject: 's1' };
    expect(verdictOn([marked(session), marked({ ...session, ...lower })])).toEqual(by('s1'));
    expect(verdictOn([marked(memory), marked({ ...memory, taint_class: 'unclassified', replaces: true })])).toEqual(accepted(2));
  });

  it('is cleaned only from the class that it really has', verifies('validation.taint_downgrade_without_sanitization_node', 'ELN-RULE-63'), () => {
    expect(verdictOn([marked({}), sanitized({})])).toEqual(accepted(2));
    const detail = '"notes.md" is external_untrusted, and the node cleans something that is external_authority_trusted';
    expect(verdictOn([marked({}), sanitized({ input_taint: 'external_authority_trusted' })])).toEqual(refused(CODE, 'taint.sanitized', detail));
  });
});

import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { approvalAsked, approvalId, approvalRecord, hardCall, hardCallAsked, hardCallId, NO, YES } from '../../../test/support/oversight-samples.ts';
import { oversightRig } from '../../../test/support/oversight-rig.ts';
import { accepted, refused, RECEIPT, RUN, TIME, verdictOn } from '../../../test/support/validated-appends.ts';
import { documentKey, type HardRevisionCall, type JsonObject } from '../../contracts/index.ts';
import type { NewEvent } from '../log/log.ts';

const raised = (changes: Parameters<typeof hardCall>[1]) => verdictOn([hardCallAsked(hardCall(1, changes))]);
const by = (code: string, detail: string) => refused(`validation.${code}`, 'hard_call.raised', detail);
const FREE: Parameters<typeof hardCall>[1] = { response_mode: 'freeform_required', options: [] };

describe('a question to a person', () => {
  it('offers something to choose from', verifies('validation.hard_call_options_empty', 'ELN-B-18'), () => {
    const empty = `${hardCallId(1)} asks for a choice and offers nothing`;
    expect(raised({ response_mode: 'closed_choice_with_other', options: [] })).toEqual(by('hard_call_options_empty', empty));
    expect(raised({ response_mode: 'closed_choice_with_other', options: [YES] })).toEqual(accepted());
    expect(raised({ ...FREE, response_schema: { type: 'string' } })).toEqual(accepted());
  });

  it('without options is refused before any person sees it', verifies('fixture.hard_call_empty_options', 'ELN-B-18'), async () => {
    const rig = await oversightRig();
    const refusal = await refusalOf(rig.writer.append({ key: 'k', events: [hardCallAsked(hardCall(1, { options: [] }))] }));
    expect([refusal.code, refusal.data['codes']]).toEqual(['ledger.validation_failed', ['validation.hard_call_options_empty', 'validation.hard_call_closed_choice_needs_two_options']]);
    expect(await rig.person.documents.get(documentKey.attention())).toBeUndefined();
  });

  it('leaves a choice between two answers at least', verifies('validation.hard_call_closed_choice_needs_two_options', 'ELN-B-18'), () => {
    const code = 'hard_call_closed_choice_needs_two_options';
    expect(raised({ options: [YES] })).toEqual(by(code, `${hardCallId(1)} offers one answer under 1 option`));
    expect(raised({ options: [YES, { ...NO, option_id: 'yes' }] })).toEqual(by(code, `${hardCallId(1)} offers one answer under 2 options`));
    expect(raised({ response_mode: 'closed_choice_with_other', options: [YES, YES, NO] })).toEqual(by(code, `${hardCallId(1)} offers 2 answers under 3 options`));
    expect(raised({ options: [YES, NO] })).toEqual(accepted());
  });

  it('says what words it wants when it wants words', verifies('validation.hard_call_freeform_missing_response_schema', 'ELN-B-18'), () => {
    expect(raised(FREE)).toEqual(by('hard_call_freeform_missing_response_schema', `${hardCallId(1)} asks for words and does not say what an answer looks like`));
    expect(raised({ response_mode: 'closed_choice_with_other' })).toEqual(accepted());
  });

  it('is known by the hash of its uniform text', verifies('validation.hard_call_hash_unnormalized', 'ELN-RULE-76'), () => {
    expect(raised({ question_hash: 'a'.repeat(64) })).toEqual(by('hard_call_hash_unnormalized', `${hardCallId(1)} is not known by the hash of its uniform text`));
    expect(raised({ prompt_text: 'Shall I  go on?', question_hash: hardCall(1).question_hash })).toEqual(accepted());
  });
});

describe('the answer of a person', () => {
  const receipt = { receipt_id: RECEIPT, hard_call_id: hardCallId(1), operation_kind: 'hard_call_resolved', dispatcher_actor_ref: 'mother', resolved_by_user_ref: 'ada', selected_option_id: 'yes', created_at: TIME, schema_version: '1.0' };
  const WORDS = { kind: 'document', key: 'x' };
  const resolved = (changes: JsonObject = {}, payload: JsonObject = {}, asked: HardRevisionCall = hardCall(1)) => {
    const whole = Object.fromEntries(Object.entries({ ...receipt, ...changes }).filter(([, value]) => value !== null));
    return verdictOn([hardCallAsked(asked), { type: 'hard_call.resolved', streamId: hardCallId(1), payload: { receipt: whole, question_hash: asked.question_hash, answer: null, ...payload } }]);
  };
  const no = (detail: string) => refused('validation.hard_call_resolved_without_dispatcher_receipt', 'hard_call.resolved', detail);

  it('counts only with the receipt of the dispatcher who took it, about this question and an answer that it allows', verifies('validation.hard_call_resolved_without_dispatcher_receipt', 'ELN-B-19'), () => {
    expect(resolved()).toEqual(accepted(2));
    expect(resolved({ hard_call_id: hardCallId(2) })).toEqual(no(`the receipt is about ${hardCallId(2)}, not about ${hardCallId(1)}`));
    expect(resolved({ dispatcher_actor_ref: 'coder' })).toEqual(no('the receipt was made by coder and is written by mother'));
    expect(resolved({ selected_option_id: null })).toEqual(no('the receipt names either an option or the words of a person'));
    expect(resolved({}, { answer: 'yes' })).toEqual(no('the receipt names either an option or the words of a person'));
    expect(resolved({ selected_option_id: 'perhaps' })).toEqual(no(`${hardCallId(1)} has no option "perhaps"`));
    expect(resolved({}, { question_hash: 'a'.repeat(64) })).toEqual(no(`the answer is to another question than ${hardCallId(1)}`));
    const words = { selected_option_id: null, freeform_response_ref: WORDS };
    expect(resolved(words, { answer: 'perhaps' })).toEqual(no(`${hardCallId(1)} takes none but its options`));
    expect(resolved(words, { answer: 'perhaps' }, hardCall(1, { response_mode: 'closed_choice_with_other' }))).toEqual(accepted(2));
  });

  it('is refused to a question that nobody asked', verifies('validation.hard_call_resolved_without_dispatcher_receipt'), () => {
    const alone: NewEvent = { type: 'hard_call.resolved', streamId: hardCallId(1), payload: { receipt, question_hash: hardCall(1).question_hash, answer: null } };
    expect(verdictOn([alone])).toEqual(no(`nobody asked ${hardCallId(1)}`));
  });
});

describe('the receipt of a cancellation', () => {
  const verdict = { decision: 'allow', rule: 'x', explanation: 'Allowed.' };
  const started = (call: string, ...subjects: [string, string][]): NewEvent => ({ type: 'run.tool_started', streamId: RUN, payload: { run_id: RUN, call, decision: { tool_id: 'shell', role_id: 'coder', arguments: {}, workspace: '/w', definition_hash: 'a'.repeat(64), action_hash: 'b'.repeat(64), intentions: subjects.map(([kind, subject]) => ({ kind, subject, verdict })), approval_id: null } } });
  const ended = (call: string, outcome: JsonObject = {}): NewEvent => ({
    type: 'run.tool_ended',
    streamId: RUN,
    payload: {
      run_id: RUN,
      call,
      action_hash: 'b'.repeat(64),
      evidence: { tool_id: 'shell', input: '{}', output_excerpt: '', outcome: 'completed', journal_ref: { kind: 'event', key: 'x' } },
      outcome: { status: 'completed', shown: { text: '', total_chars: 0, whole: null }, changes: [], is_undoable: true, taint_class: 'owner_typed', sandbox: null, attempts: 1, duration_ms: 1, error: null, ...outcome },
    },
  });
  const settled = (...executed_side_effects: JsonObject[]): NewEvent => ({ type: 'run.cancel_settled', streamId: RUN, payload: { receipt: { receipt_id: RECEIPT, cancel_request_id: 'cmd_01JCQZ9Y5D0000000000000001', run_id: RUN, stopped: 'at_once', executed_side_effects, cancelled_intents: [], created_at: TIME, schema_version: '1.0' } } });
  const told = (call: string, certainty = 'executed'): JsonObject => ({ call, what: 'it', certainty, undo_command: null });
  const no = (detail: string) => refused('validation.cancel_ignores_executed_side_effect', 'run.cancel_settled', detail);
  const CREATED = [{ path: 'a.txt', kind: 'created', before: null, before_mode: null, after_sha256: 'c'.repeat(64) }];

  it('tells of everything that had happened, and of what may have', verifies('validation.cancel_ignores_executed_side_effect', 'ELN-B-10'), () => {
    const wrote = [started('a', ['path', 'write "a.txt"']), ended('a', { changes: CREATED })];
    expect(verdictOn([...wrote, settled()])).toEqual(no('the receipt does not tell of a: created a.txt'));
    expect(verdictOn([...wrote, settled(told('b'))])).toEqual(no('the receipt does not tell of a: created a.txt'));
    expect(verdictOn([...wrote, settled(told('a'))])).toEqual(accepted(3));
    const posting = started('b', ['url', 'POST https://example.org/']);
    expect(verdictOn([posting, settled()])).toEqual(no('the receipt does not tell of b: POST https://example.org/'));
    expect(verdictOn([posting, settled(told('b', 'may_have_happened'))])).toEqual(accepted(2));
    expect(verdictOn([posting, ended('b', { status: 'interrupted' }), settled(told('b', 'may_have_happened'))])).toEqual(accepted(3));
    expect(verdictOn([posting, ended('b', { status: 'interrupted' }), settled()])).toEqual(no('the receipt does not tell of b: POST https://example.org/'));
  });

  it('need not tell of what only looked, was refused or had no effect', verifies('validation.cancel_ignores_executed_side_effect'), () => {
    const refusedCall: NewEvent = { type: 'run.tool_refused', streamId: RUN, payload: { run_id: RUN, call: 'c', tool_id: 'shell', role_id: 'coder', stage: 'budget', arguments_hash: 'a'.repeat(64), error: { code: 'x.y', message: 'No.', next_step: 'Stop.', data: {} } } };
    const looked = [started('a', ['path', 'read "a.txt"'], ['url', 'GET https://example.org/'], ['person', 'ask: why?']), started('b', ['script', 'ls (in /w)']), ended('b'), started('c', ['remote', 'send on mail']), refusedCall];
    expect(verdictOn([...looked, settled()])).toEqual(accepted(6));
    expect(verdictOn([settled()])).toEqual(accepted());
  });
});

describe('what was left out', () => {
  const skip = (target_ref: string, skip_id = RECEIPT): NewEvent => ({ type: 'run.skipped', streamId: RUN, payload: { run_id: RUN, receipt: { skip_id, target_ref, skipped_by_ref: 'ada', reason: 'user_directed', downstream_effect: 'none', created_at: TIME, schema_version: '1.0' } } });
  const lapsed = (cause: string): NewEvent => ({ type: 'hard_call.lapsed', streamId: hardCallId(1), payload: { hard_call_id: hardCallId(1), cause, outcome: 'abort', reason: 'Left out.' } });
  const withdrawn = (skip_id?: string): NewEvent => ({ type: 'approval.resolved', streamId: approvalId(1), payload: { approval_id: approvalId(1), resolution: { by: 'withdrawal', approval_id: approvalId(1), reason: 'Left out.', ...(skip_id !== undefined && { skip_id }) } } });
  const no = (type: string, id: string) => refused('validation.skip_without_receipt', type, `${id} was left out and no receipt says by whom and why`);

  it('has a receipt in the same append', verifies('validation.skip_without_receipt', 'ELN-B-11'), () => {
    expect(verdictOn([lapsed('deferred')])).toEqual(no('hard_call.lapsed', hardCallId(1)));
    expect(verdictOn([lapsed('deferred'), skip(hardCallId(2))])).toEqual(no('hard_call.lapsed', hardCallId(1)));
    expect(verdictOn([lapsed('deferred'), skip(hardCallId(1))])).toEqual(accepted(2));
    expect(verdictOn([lapsed('timeout')])).toEqual(accepted());
    expect(verdictOn([withdrawn(RECEIPT)])).toEqual(no('approval.resolved', approvalId(1)));
    expect(verdictOn([withdrawn(RECEIPT), skip(approvalId(1), 'rcp_01JCQZ9Y5D0000000000000002')])).toEqual(no('approval.resolved', approvalId(1)));
    expect(verdictOn([approvalAsked(approvalRecord(1)), skip(approvalId(1)), withdrawn(RECEIPT)])).toEqual(accepted(3));
    expect(verdictOn([withdrawn()])).toEqual(accepted());
  });
});

import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { approvalRig } from '../../../test/support/approval-rig.ts';
import { APPROVAL_RUN, sampleCall } from '../../../test/support/approval-samples.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { ApprovalId } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { readApproval } from './read-approval.ts';
import { settleWithoutAnswer } from './settle-without-answer.ts';

const UNKNOWN = ApprovalId.parse('apr_01JCQZ9Y5D0000000000000001');

describe('an answer of a person', () => {
  it('is bound to everything that it answers, signed, and found again under the same key', verifies('KEL-APPROVAL-09', 'KEL-APPROVAL-10'), async () => {
    const rig = await approvalRig();
    const { approvalId } = await rig.asked();
    const record = (await readApproval(approvalId, rig.ports.documents))?.record;
    rig.clock.advance(60_000);
    const statement = await rig.answer(approvalId, { reason: 'fine' });
    expect(statement).toEqual({
      approval_id: approvalId,
      run_id: APPROVAL_RUN,
      call: 'execute/1/tool-1',
      nonce: record?.nonce,
      action_hash: sampleCall().decision.action_hash,
      answer: 'approved',
      arguments: null,
      remember: 'once',
      reason: 'fine',
      answered_by: 'owner',
      answered_at: '2027-01-15T08:01:00.000Z',
      expires_at: '2027-01-15T10:00:00.000Z',
    });
    rig.clock.advance(1_000);
    expect(await rig.answer(approvalId, { reason: 'fine' })).toEqual(statement);
    expect(await rig.events('approval.resolved')).toEqual([{ approval_id: approvalId, resolution: { by: 'person', approval: rig.key.sign(statement) } }]);
  });

  it('that comes second is told who was first, with what and when', verifies('KEL-APPROVAL-09'), async () => {
    const rig = await approvalRig({ approvers: { owner: ['ada', 'grace'], admin: [], security: [] } });
    const { approvalId } = await rig.asked();
    await rig.answer(approvalId, { answeredBy: 'ada', answer: 'denied', idempotencyKey: 'first' });
    expect(await refusalOf(rig.answer(approvalId, { answeredBy: 'grace' }))).toEqual({
      code: 'approval.settled',
      message: `${approvalId} was answered before: ada said "denied" at 2027-01-15T08:00:00.000Z.`,
      next_step: 'That stands, and your answer changed nothing; to go another way, stop the run or send it a message.',
      data: { approval_id: approvalId, answer: 'denied', answered_by: 'ada', at: '2027-01-15T08:00:00.000Z' },
    });
  });

  it('that says otherwise under the same key comes second too', verifies('KEL-APPROVAL-09'), async () => {
    const rig = await approvalRig();
    const { approvalId } = await rig.asked();
    await rig.answer(approvalId);
    expect(await refusalOf(rig.answer(approvalId, { answer: 'denied' }))).toMatchObject({ code: 'approval.settled', data: { answer: 'approved' } });
    expect(await refusalOf(rig.answer(approvalId, { answer: 'edited', arguments: { command: 'ls' } }))).toMatchObject({ code: 'approval.settled' });
  });

  it('that another one overtakes between looking and writing is told so all the same', verifies('KEL-APPROVAL-09'), async () => {
    const rig = await approvalRig({ approvers: { owner: ['ada', 'grace'], admin: [], security: [] } });
    const { approvalId } = await rig.asked();
    const overtaken = { key: async () => (await rig.answer(approvalId, { answeredBy: 'ada', idempotencyKey: 'first' }), rig.key) };
    expect(await refusalOf(rig.answer(approvalId, { answeredBy: 'grace', answer: 'denied' }, overtaken))).toMatchObject({ code: 'approval.settled', data: { answer: 'approved', answered_by: 'ada' } });
    const twice = await rig.asked(sampleCall({ idempotencyKey: 'key-2' }));
    const repeated = { key: async () => (await rig.answer(twice.approvalId, { answeredBy: 'ada' }), rig.clock.advance(5), rig.key) };
    expect(await rig.answer(twice.approvalId, { answeredBy: 'ada' }, repeated)).toMatchObject({ answered_by: 'ada', answered_at: '2027-01-15T08:00:00.000Z' });
  });

  it('is refused for a question that nobody asked', verifies('KEL-APPROVAL-11'), async () => {
    const rig = await approvalRig();
    const { approvalId } = await rig.asked();
    expect(await refusalOf(rig.answer(UNKNOWN, {}, { pending: async () => [approvalId] }))).toEqual({
      code: 'approval.unknown',
      message: `Nothing was ever asked under ${UNKNOWN}.`,
      next_step: `List what waits with keelson attention; now waiting: ${approvalId}.`,
      data: { approval_id: UNKNOWN, pending: [approvalId] },
    });
    expect((await refusalOf(rig.answer(UNKNOWN))).next_step).toBe('List what waits with keelson attention.');
  });

  it('is refused when the person saw another action, may not answer, comes too late or does not fit', verifies('KEL-APPROVAL-11'), async () => {
    const rig = await approvalRig({ approvers: { owner: ['owner', 'ada'], admin: [], security: [] }, policies: [{ decision: 'ask', required_approver: 'owner' }] });
    const { approvalId } = await rig.asked();
    const seen = sha256Hex('another');
    expect(await refusalOf(rig.answer(approvalId, { actionHash: seen }))).toMatchObject({ code: 'approval.action_changed', data: { approval_id: approvalId, seen, pending: sampleCall().decision.action_hash } });
    expect(await refusalOf(rig.answer(approvalId, { answeredBy: 'mallory' }))).toMatchObject({ code: 'approval.not_allowed', next_step: 'Ask owner or ada to answer it.', data: { required_approver: 'owner', user_id: 'mallory' } });
    expect(await refusalOf(rig.answer(approvalId, { answer: 'edited' }))).toMatchObject({ code: 'input.invalid', data: { issues: [{ path: '/arguments', message: 'an edit needs the arguments that are to be used instead' }] } });
    expect(await refusalOf(rig.answer(approvalId, { arguments: { script: 'ls' } }))).toMatchObject({ code: 'input.invalid', data: { issues: [{ path: '/arguments', message: 'an answer of "approved" takes no arguments' }] } });
    rig.clock.advance(7_200_001);
    expect(await refusalOf(rig.answer(approvalId))).toMatchObject({ code: 'approval.expired', data: { approval_id: approvalId, expires_at: '2027-01-15T10:00:00.000Z' } });
    expect(await rig.events('approval.resolved')).toEqual([]);
  });

  it('is refused when nobody is named who may give it', verifies('KEL-APPROVAL-11'), async () => {
    const rig = await approvalRig({ approvers: { owner: ['owner'], admin: [], security: [] }, policies: [{ decision: 'ask', required_approver: 'security' }] });
    const { approvalId } = await rig.asked();
    expect(await refusalOf(rig.answer(approvalId))).toMatchObject({ code: 'approval.not_allowed', next_step: 'Nobody is named as security: name somebody under oversight.approvals.approvers.' });
  });

  it('may be given up to the last moment', verifies('KEL-APPROVAL-11'), async () => {
    const rig = await approvalRig();
    const { approvalId, answer } = await rig.asked();
    rig.clock.advance(7_200_000);
    await rig.answer(approvalId);
    expect(await answer).toEqual({ answer: 'approved', approval_id: approvalId });
  });

  it('is not taken for a question that was withdrawn', verifies('KEL-APPROVAL-09'), async () => {
    const rig = await approvalRig();
    const { approvalId, answer } = await rig.asked();
    expect([await settleWithoutAnswer(approvalId, 'withdrawal', 'The run was cancelled.', rig.writer), await settleWithoutAnswer(approvalId, 'expiry', 'Nobody answered.', rig.writer)]).toEqual([true, false]);
    expect(await answer).toEqual({ answer: 'denied', reason: 'the question was withdrawn: The run was cancelled.' });
    expect(await refusalOf(rig.answer(approvalId))).toMatchObject({ code: 'approval.settled', data: { answer: 'withdrawn', answered_by: null } });
  });
});

import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { ApprovalQuestion, type ToolApprovalAnswer } from '../../contracts/index.ts';
import type { CallToApprove } from '../approvals/call-to-approve.ts';
import { questionOf } from '../approvals/question.ts';
import { decideApproval } from '../policy/decide-approval.ts';
import { confirmByApproval, type ConfirmationPlace } from './confirm-by-approval.ts';
import type { ConfirmationQuestion } from './externalize.ts';

const PLACE: ConfirmationPlace = { runId: sample.runId, call: 'execute/export', roleId: 'analyst', workspace: '/home/ann/lease', attendance: 'attended' };
const QUESTION: ConfirmationQuestion = { idempotencyKey: 'key-1', kind: 'export_bundle', policyId: 'external.export_bundle', summary: 'Send the lease', explanation: 'The policy asks.', warning: 'It is logged.', preview: 'The lease.', actionHash: sample.sha256 };

async function confirmation(answer: ToolApprovalAnswer, changes: Partial<ConfirmationPlace> = {}, question: Partial<ConfirmationQuestion> = {}) {
  const asked: CallToApprove[] = [];
  const confirm = confirmByApproval({ ...PLACE, ...changes }, {
    async request(call) {
      asked.push(call);
      return answer;
    },
  });
  return { given: await confirm({ ...QUESTION, ...question }, new AbortController().signal), asked };
}

const APPROVED: ToolApprovalAnswer = { answer: 'approved', approval_id: sample.approvalId };

describe('a confirmation', () => {
  it('is an approval of exactly this action, which no mode and no policy gives', verifies('KEL-EXTERNAL-11'), async () => {
    const { given, asked: [call] } = await confirmation(APPROVED);
    expect(given).toEqual({ answer: 'confirmed', ref: { kind: 'document', key: `approval:${sample.approvalId}` } });
    expect(call).toMatchObject({
      runId: sample.runId,
      call: 'execute/export',
      idempotencyKey: 'key-1',
      decision: { tool_id: 'export_bundle', role_id: 'analyst', workspace: '/home/ann/lease', action_hash: sample.sha256, arguments: { summary: 'Send the lease', warning: 'It is logged.', preview: 'The lease.' }, intentions: [{ kind: 'remote', subject: 'export_bundle: Send the lease', verdict: { decision: 'gate', rule: 'externalization.confirmation', explanation: 'The policy asks.' } }] },
      reasons: ['externalization.confirmation: The policy asks.'],
      isUndoable: false,
      origins: [],
      touches: ['network'],
    });
    if (call === undefined) return;
    expect(ApprovalQuestion.safeParse(questionOf(call, 'owner', [])).success).toBe(true);
    const policies = [{ tool_id: '*' as const, role_id: '*' as const, decision: 'allow' as const }];
    expect(decideApproval({ call, mode: 'session', attendance: 'attended', policies, triggers: [], expiresInMs: 1, now: sample.time })).toMatchObject({ kind: 'ask', rule: 'approval.gate' });
  });

  it('shows what stays on the machine as such, without a warning or a preview that there is not', verifies('KEL-EXTERNAL-11'), async () => {
    const { asked: [call] } = await confirmation(APPROVED, {}, { kind: 'save_as', warning: '', preview: null });
    expect(call).toMatchObject({ isUndoable: true, touches: ['other_apps'], decision: { arguments: { summary: 'Send the lease' }, intentions: [{ kind: 'path' }] } });
    expect(Object.keys(call?.decision.arguments ?? {})).toEqual(['summary']);
  });

  it('is not given by a no, by other words than were shown, or by nobody', verifies('KEL-EXTERNAL-11'), async () => {
    expect((await confirmation({ answer: 'denied', reason: 'Not to him.' })).given).toEqual({ answer: 'refused', reason: 'Not to him.' });
    expect((await confirmation({ answer: 'edited', approval_id: sample.approvalId, arguments: {} })).given).toEqual({ answer: 'refused', reason: 'What would leave cannot be edited in the approval; ask for the changed action instead.' });
    expect(await confirmation(APPROVED, { attendance: 'unattended' })).toEqual({ given: { answer: 'nobody_there' }, asked: [] });
  });
});

import { describe, expect, it } from 'vitest';
import { approvalRig } from '../../../test/support/approval-rig.ts';
import { sampleCall } from '../../../test/support/approval-samples.ts';
import type { ApprovalTrigger } from '../../contracts/index.ts';

const PUSH = sampleCall({ reasons: ['command.git_push: It pushes.'] }, { arguments: { script: 'git push' }, intentions: [{ kind: 'script', subject: 'git push', verdict: { decision: 'ask', rule: 'command.git_push', explanation: 'It pushes.' } }] });
const ADMIN_FOR_PUSH: ApprovalTrigger = { trigger_id: 'push', condition: 'rules contains "command.git_push"', required_approver: 'admin', expires_in: 'PT2H' };

describe('what a person put in the place of the arguments', () => {
  it('is not done when a policy denies it', async () => {
    const rig = await approvalRig({ policies: [{ tool_id: '*', role_id: '*', decision: 'deny', when: 'rules contains "command.git_push"' }] });
    const { approvalId, answer } = await rig.asked();
    await rig.answer(approvalId, { answer: 'edited', arguments: { script: 'git push' } });
    await answer;
    expect(await rig.approvals().whyNotEdited(PUSH, approvalId)).toBe('approval.policy_denies: A policy denies every tool for every role when rules contains "command.git_push".');
  });

  it('is not done when it now needs somebody else to say yes', async () => {
    const rig = await approvalRig({ approvers: { owner: ['owner'], admin: ['ada'], security: ['ada'] } });
    const options = { triggersOf: () => [ADMIN_FOR_PUSH] };
    const { approvalId, answer } = await rig.asked(sampleCall(), options);
    await rig.answer(approvalId, { answer: 'edited', arguments: { script: 'git push' } });
    await answer;
    expect(await rig.approvals(options).whyNotEdited(PUSH, approvalId)).toBe('approval.not_allowed: owner may not say yes as admin, which it now needs.');
    expect(await rig.approvals(options).whyNotEdited(sampleCall(), approvalId)).toBeUndefined();
  });

  it('is done when whoever edited could have said yes to it', async () => {
    const rig = await approvalRig();
    const { approvalId, answer } = await rig.asked();
    await rig.answer(approvalId, { answer: 'edited', arguments: { script: 'git push' } });
    await answer;
    expect(await rig.approvals({ triggersOf: () => [ADMIN_FOR_PUSH] }).whyNotEdited(PUSH, approvalId)).toBeUndefined();
  });
});

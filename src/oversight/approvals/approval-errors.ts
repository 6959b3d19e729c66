import type { ApprovalId, ApprovalStatement, Name, RequiredApprover, Sha256, Timestamp } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Approvers } from './approvers.ts';
import type { SettledApproval } from './read-approval.ts';

export function approvalUnknown(approvalId: ApprovalId, pending: readonly string[] = []): KeelsonError<'approval.unknown'> {
  return new KeelsonError('approval.unknown', {
    message: `Nothing was ever asked under ${approvalId}.`,
    nextStep: `List what waits with keelson attention${pending.length === 0 ? '' : `; now waiting: ${pending.join(', ')}`}.`,
    data: { approval_id: approvalId, pending: [...pending] },
  });
}

/** Also for whoever answered at the same moment and came second. */
export function approvalSettled(approvalId: ApprovalId, { answer, by, at }: SettledApproval): KeelsonError<'approval.settled'> {
  const isByPerson = by !== 'expiry' && by !== 'withdrawal';
  return new KeelsonError('approval.settled', {
    message: isByPerson ? `${approvalId} was answered before: ${by} said "${answer}" at ${at}.` : `${approvalId} is no longer open: it was ${answer} at ${at}.`,
    nextStep: 'That stands, and your answer changed nothing; to go another way, stop the run or send it a message.',
    data: { approval_id: approvalId, answer, answered_by: isByPerson ? by : null, at },
  });
}

export function approvalExpired(approvalId: ApprovalId, expiresAt: Timestamp): KeelsonError<'approval.expired'> {
  return new KeelsonError('approval.expired', {
    message: `${approvalId} could be answered until ${expiresAt}; since then silence is a no.`,
    nextStep: 'If it should be done after all, ask for it again.',
    data: { approval_id: approvalId, expires_at: expiresAt },
  });
}

export function notAllowed(approvalId: ApprovalId, required: RequiredApprover, userId: Name, approvers: Approvers): KeelsonError<'approval.not_allowed'> {
  const allowed = approvers[required];
  return new KeelsonError('approval.not_allowed', {
    message: `${userId} may not answer ${approvalId}: it needs somebody who may act as ${required}.`,
    nextStep: allowed.length === 0 ? `Nobody is named as ${required}: name somebody under oversight.approvals.approvers.` : `Ask ${allowed.join(' or ')} to answer it.`,
    data: { approval_id: approvalId, required_approver: required, user_id: userId },
  });
}

export function actionChanged(approvalId: ApprovalId, seen: Sha256, pending: Sha256): KeelsonError<'approval.action_changed'> {
  return new KeelsonError('approval.action_changed', {
    message: `What was answered is not what waits under ${approvalId}.`,
    nextStep: `Look at it as it is now with keelson attention ${approvalId}, then answer that.`,
    data: { approval_id: approvalId, seen, pending },
  });
}

export function argumentsWrong(answer: ApprovalStatement['answer']): KeelsonError<'input.invalid'> {
  const message = answer === 'edited' ? 'an edit needs the arguments that are to be used instead' : `an answer of "${answer}" takes no arguments`;
  return new KeelsonError('input.invalid', { message: `The answer does not fit: ${message}.`, nextStep: 'Give the arguments with an edit, and with nothing else.', data: { issues: [{ path: '/arguments', message }] } });
}

export function marksLeft(): KeelsonError<'input.invalid'> {
  const message = 'it changes a text of which a part was not shown, and that part would be lost';
  return new KeelsonError('input.invalid', { message: `The edit cannot be used: ${message}.`, nextStep: 'Write that text whole, leave it exactly as it was shown, or deny the call.', data: { issues: [{ path: '/arguments', message }] } });
}

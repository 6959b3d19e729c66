import type { ApprovalRecord, Name, RequiredApprover, SignedApproval } from '../../contracts/index.ts';
import type { ApprovalKey } from './approval-key.ts';
import { mayActAs, type Approvers } from './approvers.ts';

/** Why an answer does not count. */
export interface StatementFault {
  readonly rule: Name;
  readonly explanation: string;
}

export interface StatementChecks {
  readonly record: ApprovalRecord;
  readonly key: ApprovalKey;
  readonly approvers: Approvers;
  /** Beside the one that the record names, when the rules have changed since it was asked. */
  readonly requiredNow?: RequiredApprover;
}

/** The first thing that is wrong with an answer to this question; nothing when it counts. Pure. */
export function faultOf(signed: SignedApproval, { record, key, approvers, requiredNow }: StatementChecks): StatementFault | undefined {
  const { statement } = signed;
  const { required_approver } = record.question;
  const mayAnswer = [required_approver, requiredNow ?? required_approver].every((approver) => mayActAs(statement.answered_by, approver, approvers));
  const checks: readonly (readonly [isRight: boolean, rule: Name, explanation: string])[] = [
    [key.verify(signed), 'approval.signature_wrong', 'it is not signed with the key of this installation, or was altered after it was signed'],
    [statement.approval_id === record.approval_id, 'approval.other_approval', 'it answers another question'],
    [statement.run_id === record.run_id, 'approval.other_run', 'it answers a question of another run'],
    [statement.call === record.call, 'approval.other_call', 'it answers a question about another call'],
    [statement.nonce === record.nonce, 'approval.nonce_wrong', 'it was not made for this question'],
    [statement.action_hash === record.question.decision.action_hash, 'approval.action_changed', 'the person saw another action'],
    [statement.expires_at === record.expires_at, 'approval.expiry_changed', 'it names another time at which the question ends'],
    [statement.answered_at <= record.expires_at, 'approval.answered_late', 'it came when the question had expired'],
    [mayAnswer, 'approval.not_allowed', `${statement.answered_by} may not answer as ${requiredNow ?? required_approver}`],
    [(statement.answer === 'edited') === (statement.arguments !== null), 'approval.arguments_wrong', 'arguments belong to an edit and to nothing else'],
  ];
  const wrong = checks.find(([isRight]) => !isRight);
  return wrong && { rule: wrong[1], explanation: wrong[2] };
}

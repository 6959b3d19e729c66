import { documentKey, type Attendance, type JudgedIntention, type RoleId, type RunId, type ToolApprovalAnswer } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import type { CallToApprove } from '../approvals/call-to-approve.ts';
import type { ConfirmationAnswer, ConfirmationQuestion, ExternalizePorts } from './externalize.ts';
import { leavesTheMachine } from './policies.ts';

export interface ConfirmationPlace {
  readonly runId: RunId;
  readonly call: string;
  readonly roleId: RoleId;
  readonly workspace: string;
  readonly attendance: Attendance;
}

/** Asks for a confirmation as for any other yes: signed, used once, bound to exactly this action. */
export function confirmByApproval(place: ConfirmationPlace, approvals: { request(call: CallToApprove, signal: AbortSignal): Promise<ToolApprovalAnswer> }): ExternalizePorts['confirm'] {
  return async (question, signal) => {
    if (place.attendance === 'unattended') return { answer: 'nobody_there' };
    return answerOf(await approvals.request(callOf(question, place), signal));
  };
}

/** What may leave is what was shown; other words would be another action, with a preview of its own. */
function answerOf(given: ToolApprovalAnswer): ConfirmationAnswer {
  if (given.answer === 'approved') return { answer: 'confirmed', ref: { kind: 'document', key: documentKey.approval(given.approval_id) } };
  return { answer: 'refused', reason: given.answer === 'denied' ? given.reason : 'What would leave cannot be edited in the approval; ask for the changed action instead.' };
}

function callOf({ kind, policyId, summary, explanation, warning, preview, actionHash, idempotencyKey }: ConfirmationQuestion, { runId, call, roleId, workspace }: ConfirmationPlace): CallToApprove {
  const rule = 'externalization.confirmation';
  const intention: JudgedIntention = { kind: leavesTheMachine(kind) ? 'remote' : 'path', subject: `${kind}: ${summary}`, verdict: { decision: 'gate', rule, explanation } };
  return {
    runId,
    call,
    idempotencyKey,
    decision: {
      tool_id: kind,
      role_id: roleId,
      arguments: { summary, ...(warning !== '' && { warning }), ...(preview !== null && { preview }) },
      workspace,
      definition_hash: canonicalHash({ kind, policyId }),
      action_hash: actionHash,
      intentions: [intention],
    },
    reasons: [`${rule}: ${explanation}`],
    isUndoable: !leavesTheMachine(kind),
    origins: [],
    touches: leavesTheMachine(kind) ? ['network'] : ['other_apps'],
  };
}

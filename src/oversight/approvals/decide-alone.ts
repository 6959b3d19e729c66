import { approvalAutomatic, type ApprovalId, type ToolApprovalAnswer } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import type { ApprovalDecision } from '../policy/decide-approval.ts';
import type { RunApprovalPorts } from './approval-ports.ts';
import { appendKeyOf, type CallToApprove } from './call-to-approve.ts';

type Automatic = Pick<Extract<ApprovalDecision, { kind: 'automatic' }>, 'answer' | 'rule' | 'explanation'>;

/** Answers without asking. The same decision made again, by a resumed run, is the same record. */
export async function decideAlone(call: CallToApprove, { answer, rule, explanation }: Automatic, { log, reader, ids }: Pick<RunApprovalPorts, 'log' | 'reader' | 'ids'>): Promise<ToolApprovalAnswer> {
  const { tool_id, role_id, action_hash } = call.decision;
  const key = `${appendKeyOf(call)}:${answer}:${rule}`;
  const fresh = ids.mint('apr');
  let approvalId: ApprovalId = fresh;
  try {
    await log.append({ key, events: [{ type: approvalAutomatic.type, streamId: fresh, payload: { approval_id: fresh, run_id: call.runId, call: call.call, tool_id, role_id, action_hash, answer, rule, explanation } }] });
  } catch (error) {
    if (!hasCode(error, 'ledger.key_reused')) throw error;
    const first = approvalAutomatic.payload.safeParse((await reader.appended(key))[0]?.event.payload);
    if (first.success) approvalId = first.data.approval_id;
  }
  return answer === 'approved' ? { answer, approval_id: approvalId } : { answer, reason: `${rule}: ${explanation}` };
}

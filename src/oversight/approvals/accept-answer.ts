import { approvalConsumed, documentKey, type ApprovalRecord, type RequiredApprover, type ToolApprovalAnswer } from '../../contracts/index.ts';
import { canonicalHash, hasCode } from '../../kernel/index.ts';
import type { RunApprovalPorts } from './approval-ports.ts';
import { appendKeyOf, type CallToApprove } from './call-to-approve.ts';
import { faultOf, type StatementFault } from './check-statement.ts';
import { questionOf } from './question.ts';
import type { SettledDocument } from './read-approval.ts';
import { refuse } from './refuse.ts';
import { wholeArguments } from './shown-values.ts';

type AcceptPorts = Pick<RunApprovalPorts, 'log' | 'key' | 'settings' | 'documents' | 'clock'>;

/** What may lie between an answer in the last moment and its use, on a machine that is busy. */
const USE_WITHIN_MS = 60_000;

/** What a settlement comes to for the call that waited for it: everything is checked, and a yes is used up. */
export async function acceptAnswer(call: CallToApprove, record: ApprovalRecord, { resolution }: SettledDocument, requiredNow: RequiredApprover | undefined, ports: AcceptPorts): Promise<ToolApprovalAnswer> {
  if (resolution.by === 'expiry') return { answer: 'denied', reason: `nobody answered until ${record.expires_at}, and silence is a no` };
  if (resolution.by === 'withdrawal') return { answer: 'denied', reason: `the question was withdrawn: ${resolution.reason}` };
  const checks = { record, key: await ports.key(), approvers: ports.settings.approvers, ...(requiredNow !== undefined && { requiredNow }) };
  const fault = faultOf(resolution.approval, checks) ?? faultOfRecord(call, record);
  if (fault !== undefined) return refusal(record, fault, ports);
  const { answer, arguments: edited, reason } = resolution.approval.statement;
  if (answer === 'denied') return { answer, reason: reason.trim() || 'no reason was given' };
  if (await isStale(record, ports)) return refusal(record, { rule: 'approval.used_late', explanation: `it was good until ${record.expires_at}, and the run was not gone on with until then` }, ports);
  if (!(await consume(call, record, ports))) return refusal(record, { rule: 'approval.used', explanation: 'it was used before, and a yes counts once' }, ports);
  if (edited === null) return { answer: 'approved', approval_id: record.approval_id };
  return { answer: 'edited', approval_id: record.approval_id, arguments: wholeArguments(edited, record.question.decision.arguments, call.decision.arguments) };
}

async function refusal(record: ApprovalRecord, fault: StatementFault, ports: AcceptPorts): Promise<ToolApprovalAnswer> {
  await refuse(record, fault, ports);
  return { answer: 'denied', reason: `the answer to ${record.approval_id} does not count (${fault.rule}): ${fault.explanation}` };
}

/** Whether the question that a person saw is the one that this call asks now. */
function faultOfRecord(call: CallToApprove, { run_id, call: place, question }: ApprovalRecord): StatementFault | undefined {
  const asksTheSame = canonicalHash(questionOf(call, question.required_approver, question.triggers)) === canonicalHash(question);
  return run_id === call.runId && place === call.call && asksTheSame ? undefined : { rule: 'approval.question_changed', explanation: 'the question that was shown is not the one that is asked now' };
}

/** A yes to what the world was like hours or months ago is none to what it is like now. What was used in time stays used. */
async function isStale({ approval_id, expires_at }: ApprovalRecord, { documents, clock }: AcceptPorts): Promise<boolean> {
  return clock.nowMs() > Date.parse(expires_at) + USE_WITHIN_MS && (await documents.get(documentKey.approvalUse(approval_id))) === undefined;
}

/** Uses the yes up. A resumed run that used it for this very call finds its own record; anybody else is too late. */
async function consume(call: CallToApprove, { approval_id }: ApprovalRecord, { log }: AcceptPorts): Promise<boolean> {
  const payload = { approval_id, run_id: call.runId, call: call.call, action_hash: call.decision.action_hash };
  try {
    await log.append({ key: `${appendKeyOf(call)}:consumed`, events: [{ type: approvalConsumed.type, streamId: approval_id, payload }] });
    return true;
  } catch (error) {
    if (hasCode(error, 'ledger.document_final') || hasCode(error, 'ledger.key_reused')) return false;
    throw error;
  }
}

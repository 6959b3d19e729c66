import type { ApprovalId } from '../../contracts/index.ts';
import { timestamp } from '../../kernel/index.ts';
import type { CallToDecide } from '../policy/approval-case.ts';
import { decideApproval } from '../policy/decide-approval.ts';
import { durationMs } from '../policy/duration.ts';
import type { RunApprovalOptions, RunApprovalPorts } from './approval-ports.ts';
import { mayActAs } from './approvers.ts';
import { readSettlement } from './read-approval.ts';

type Options = Pick<RunApprovalOptions, 'triggersOf' | 'toolOf' | 'confinement'>;
type Ports = Pick<RunApprovalPorts, 'settings' | 'documents' | 'clock'>;

/**
 * An edit answers one question and makes another action of it. So the action is decided once more as it now is: what a
 * policy denies stays denied, and whoever edited must be one who could have said yes to it.
 */
export async function whyNotEdited(call: CallToDecide, approvalId: ApprovalId, { triggersOf, toolOf, confinement }: Options, { settings, documents, clock }: Ports): Promise<string | undefined> {
  const tool = toolOf?.(call.decision.tool_id);
  const decided = decideApproval({
    call,
    ...(tool !== undefined && { tool }),
    ...(confinement !== undefined && { confinement }),
    mode: 'ask',
    attendance: 'attended',
    policies: settings.policies,
    triggers: triggersOf(call.decision.role_id),
    expiresInMs: durationMs(settings.expires_in),
    now: timestamp(clock),
  });
  if (decided.kind === 'automatic') return decided.answer === 'denied' ? `${decided.rule}: ${decided.explanation}` : undefined;
  const resolution = (await readSettlement(approvalId, documents))?.resolution;
  const editor = resolution?.by === 'person' ? resolution.approval.statement.answered_by : undefined;
  if (editor !== undefined && mayActAs(editor, decided.requiredApprover, settings.approvers)) return undefined;
  return `approval.not_allowed: ${editor ?? 'nobody'} may not say yes as ${decided.requiredApprover}, which it now needs.`;
}

import { attentionShow, type ApprovalRecord, type AttentionDetail, type ErrorBody } from '../../contracts/index.ts';
import type { Style } from '../style.ts';
import type { Surface } from '../surface.ts';
import { actionLines } from './tools-question.ts';
import { waitingText } from './waiting-text.ts';

type ApprovalDetail = Extract<AttentionDetail, { kind: 'approval' }>;

/** Looks up an approval by its id or the end of it; what is a question of another kind is said to be one. */
export async function findApproval({ client, signal }: Surface, id: string): Promise<{ readonly detail: ApprovalDetail } | { readonly fault: ErrorBody }> {
  const shown = await client.call(attentionShow, { id }, { signal });
  if (!shown.ok) return { fault: shown.error };
  if (shown.value.kind === 'approval') return { detail: shown.value };
  const callId = shown.value.kind === 'hard_call' ? shown.value.call.hard_call_id : shown.value.call.call_id;
  return { fault: { code: 'input.invalid', message: `${callId} is a question, not something to say yes or no to.`, next_step: `See it with \`keelson attention ${callId}\`.`, data: {} } };
}

/** The whole question as a person sees it before they answer. */
export function approvalLines(record: ApprovalRecord, asOf: string, paint: Style): string[] {
  const { question, approval_id: id, run_id: runId, expires_at: expiresAt } = record;
  return [
    ...actionLines(question, paint),
    ...(question.touches.length === 0 ? [] : [`  ${question.decision.tool_id} can touch: ${question.touches.join(', ')}.`]),
    ...(question.required_approver === 'owner' ? [] : [`  Only who acts as ${question.required_approver} may answer.`]),
    paint.dim(`  ${id} of ${runId} · ${waitingText(asOf, expiresAt)}; silence is a no`),
  ];
}

/** An answer that came first stands. */
export function settledBefore({ record, settled }: ApprovalDetail): ErrorBody | undefined {
  if (settled === null) return undefined;
  const { approval_id: id } = record;
  const { answer, by, at } = settled;
  const isByPerson = by !== 'expiry' && by !== 'withdrawal';
  return { code: 'approval.settled', message: isByPerson ? `${id} was answered before: ${by} said "${answer}" at ${at}.` : `${id} is no longer open: it was ${answer} at ${at}.`, next_step: 'That stands; `keelson attention` shows what still waits.', data: { approval_id: id, answer, answered_by: isByPerson ? by : null, at } };
}

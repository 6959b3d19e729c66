import { actionWords, type ApprovalRecord, type ToolApprovalPending } from '../../contracts/index.ts';

/** A line on a screen or a telephone; the whole question is shown where it is answered. */
const SUMMARY_CHARS_MAX = 300;

/** What every attached surface is told. */
export function pendingNotification({ approval_id, run_id, question, expires_at }: ApprovalRecord): ToolApprovalPending {
  const { tool_id, role_id, action_hash } = question.decision;
  const who = `${role_id} would use ${tool_id}`;
  const words = actionWords(question.decision, SUMMARY_CHARS_MAX - who.length - ': '.length);
  return {
    jsonrpc: '2.0',
    method: 'harness/toolApprovalPending',
    params: {
      approval_id,
      run_id,
      tool_id,
      action_hash,
      summary: words === '' ? who : `${who}: ${words}`,
      reasons: question.reasons,
      expires_at,
      commands: ['approve', 'deny', 'edit'].map((command) => `keelson ${command} ${approval_id}`),
    },
  };
}

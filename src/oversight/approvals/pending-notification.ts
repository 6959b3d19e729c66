import type { ApprovalRecord, ToolApprovalPending } from '../../contracts/index.ts';

/** A line on a screen or a telephone; the whole question is shown where it is answered. */
const SUMMARY_CHARS_MAX = 300;

/** What every attached surface is told. */
export function pendingNotification({ approval_id, run_id, question, expires_at }: ApprovalRecord): ToolApprovalPending {
  const { tool_id, role_id, action_hash, intentions } = question.decision;
  const subjects = intentions.filter(({ kind }) => kind !== 'words').map(({ subject }) => subject);
  const summary = `${role_id} would use ${tool_id}${subjects.length === 0 ? '' : `: ${subjects.join('; ')}`}`;
  return {
    jsonrpc: '2.0',
    method: 'harness/toolApprovalPending',
    params: {
      approval_id,
      run_id,
      tool_id,
      action_hash,
      summary: summary.length <= SUMMARY_CHARS_MAX ? summary : `${summary.slice(0, SUMMARY_CHARS_MAX - 1).toWellFormed()}…`,
      reasons: question.reasons,
      expires_at,
      commands: ['approve', 'deny', 'edit'].map((command) => `keelson ${command} ${approval_id}`),
    },
  };
}

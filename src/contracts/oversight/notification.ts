import { z } from 'zod';
import { ApprovalId, NonEmptyText, RunId, Sha256, Timestamp } from '../core/index.ts';
import { ToolId } from '../tools/tool-id.ts';

/** Told to every attached surface when a call begins to wait for a yes. */
export const ToolApprovalPending = z.strictObject({
  jsonrpc: z.literal('2.0'),
  method: z.literal('harness/toolApprovalPending'),
  params: z.strictObject({
    approval_id: ApprovalId,
    run_id: RunId,
    tool_id: ToolId,
    action_hash: Sha256,
    summary: NonEmptyText,
    reasons: z.array(NonEmptyText),
    expires_at: Timestamp,
    commands: z.array(NonEmptyText),
  }),
});
export type ToolApprovalPending = z.infer<typeof ToolApprovalPending>;

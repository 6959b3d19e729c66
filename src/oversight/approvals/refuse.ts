import { approvalRefused, type ApprovalId, type RunId } from '../../contracts/index.ts';
import { recordOnce, type LogWriter } from '../../ledger/index.ts';
import type { StatementFault } from './check-statement.ts';

/** Records that an answer does not count, and why. */
export async function refuse({ approval_id, run_id }: { readonly approval_id: ApprovalId; readonly run_id: RunId }, { rule, explanation }: StatementFault, { log }: { readonly log: Pick<LogWriter, 'append'> }): Promise<void> {
  await recordOnce(log, 'approval', `approval:${approval_id}:refused:${rule}`, [{ type: approvalRefused.type, streamId: approval_id, payload: { approval_id, run_id, rule, explanation } }]);
}

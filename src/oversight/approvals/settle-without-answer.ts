import { approvalResolved, type ApprovalId } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import type { LogWriter } from '../../ledger/index.ts';

/** Settles a question without an answer, which is a no. False when it was settled before; that stands. */
export async function settleWithoutAnswer(approvalId: ApprovalId, by: 'expiry' | 'withdrawal', reason: string, log: Pick<LogWriter, 'append'>): Promise<boolean> {
  try {
    await log.append({ key: `approval:${approvalId}:${by}`, events: [{ type: approvalResolved.type, streamId: approvalId, payload: { approval_id: approvalId, resolution: { by, approval_id: approvalId, reason } } }] });
    return true;
  } catch (error) {
    if (hasCode(error, 'ledger.document_final') || hasCode(error, 'ledger.key_reused')) return false;
    throw error;
  }
}

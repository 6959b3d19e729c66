import { z } from 'zod';
import { ApprovalRecord, ApprovalResolution, documentKey, Timestamp, type ApprovalId, type JsonObject } from '../../contracts/index.ts';
import type { Documents } from '../../ledger/index.ts';

/** As the ledger folds it. */
const SettledDocument = z.strictObject({ resolution: ApprovalResolution, settled_at: Timestamp });
export type SettledDocument = z.infer<typeof SettledDocument>;

export interface SettledApproval {
  readonly answer: string;
  readonly by: string;
  readonly at: Timestamp;
  /** What is done in place of what was asked. */
  readonly arguments?: JsonObject;
}

export interface KnownApproval {
  readonly record: ApprovalRecord;
  readonly settled: SettledApproval | null;
}

/** A question with what became of it; undefined when nothing was ever asked under this id. */
export async function readApproval(approvalId: ApprovalId, documents: Pick<Documents, 'get'>): Promise<KnownApproval | undefined> {
  const stored = await documents.get(documentKey.approval(approvalId));
  if (stored === undefined) return undefined;
  const record = ApprovalRecord.parse(stored.body);
  if (record.approval_id !== approvalId) return undefined;
  const settlement = await readSettlement(approvalId, documents);
  return { record, settled: settlement === undefined ? null : settledAs(settlement) };
}

export async function readSettlement(approvalId: ApprovalId, documents: Pick<Documents, 'get'>): Promise<SettledDocument | undefined> {
  const stored = await documents.get(documentKey.approvalResolution(approvalId));
  return stored === undefined ? undefined : SettledDocument.parse(stored.body);
}

function settledAs({ resolution, settled_at: at }: SettledDocument): SettledApproval {
  if (resolution.by === 'expiry') return { answer: 'expired', by: 'expiry', at };
  if (resolution.by === 'withdrawal') return { answer: 'withdrawn', by: 'withdrawal', at };
  const { answer, answered_by, answered_at, arguments: given } = resolution.approval.statement;
  return { answer, by: answered_by, at: answered_at, ...(given !== null && { arguments: given }) };
}

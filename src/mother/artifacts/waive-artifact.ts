import { runArtifactWaived, type ApprovalId, type ArtifactType, type ArtifactWaiver, type Name, type RunId } from '../../contracts/index.ts';
import { fixedClock, timestamp } from '../../kernel/index.ts';
import type { Journal, LogReader, LogWriter } from '../../ledger/index.ts';

export interface NewWaiver {
  readonly runId: RunId;
  readonly journal: Pick<Journal, 'mint' | 'now'>;
  readonly type: ArtifactType;
  readonly reason: string;
  readonly grantedBy: Name;
  readonly approvalId: ApprovalId | null;
}

export interface WaivePorts {
  readonly writer: Pick<LogWriter, 'append'>;
  readonly ledger: { readonly log: Pick<LogReader, 'appended'> };
}

/** Records that a required artifact may be missing, once for each yes; whether that opens the gate is decided there. */
export async function waiveArtifact({ runId, journal, type, reason, grantedBy, approvalId }: NewWaiver, { writer, ledger }: WaivePorts): Promise<ArtifactWaiver> {
  const key = `${runId}:waived:${type}:${approvalId ?? 'unasked'}`;
  const [before] = await ledger.log.appended(key);
  if (before !== undefined) return runArtifactWaived.payload.parse(before.event.payload).waiver;
  const waiver: ArtifactWaiver = { waiver_id: await journal.mint(`waivers/${type}/${approvalId ?? 'unasked'}/id`, 'rcp'), run_id: runId, artifact_type: type, reason, granted_by: grantedBy, approval_id: approvalId, granted_at: timestamp(fixedClock(await journal.now(`waivers/${type}/${approvalId ?? 'unasked'}/at`))) };
  await writer.append({ key, events: [{ type: runArtifactWaived.type, streamId: runId, payload: { run_id: runId, waiver } }] });
  return waiver;
}

import type { NonEmptyText, ReceiptId, SanitizationNode, Sha256, StorageRef, TaintClass, Timestamp } from '../../contracts/index.ts';
import type { NewEvent } from '../../ledger/index.ts';
import { workspaceStream } from './workspace-marks.ts';

/** Who makes a node, and when. */
export interface NodeStamp {
  readonly nodeId: ReceiptId;
  readonly createdAt: Timestamp;
}

export interface ReviewedFile {
  readonly workspace: string;
  readonly subject: NonEmptyText;
  /** The content that the person read, and for which alone the review counts. */
  readonly contentHash: Sha256;
  readonly from: TaintClass;
  readonly to: Exclude<TaintClass, 'owner_typed'>;
  readonly reviewedBy: string;
  readonly reason: NonEmptyText;
  /** The content itself, kept. */
  readonly evidence: StorageRef;
}

/** A person read a file and takes it for clean. */
export function reviewEvent({ workspace, subject, contentHash, from, to, reviewedBy, reason, evidence }: ReviewedFile, stamp: NodeStamp): NewEvent {
  const node: SanitizationNode = { node_id: stamp.nodeId, input_taint: from, output_taint: to, method: 'human_review', evidence_ref: evidence, created_at: stamp.createdAt, schema_version: '1.0' };
  const sanitization = { subject_kind: 'file', subject, content_hash: contentHash, cleaned_by: reviewedBy, reason, node };
  return { type: 'taint.sanitized', streamId: workspaceStream(workspace), payload: { workspace, sanitization } };
}

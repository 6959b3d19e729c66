import {
  AccessLogId,
  ApprovalId,
  ArtifactId,
  ChunkId,
  ConflictId,
  DocumentId,
  RunId,
  SubtaskId,
  SummaryId,
  TaskId,
} from '../../src/contracts/core/index.ts';

/** Values that every contract test needs and none of them is about. */
const BODY = '01JFGWZ0000000000000000001';
const OTHER_BODY = '01JFGWZ0000000000000000002';

export const sample = {
  runId: RunId.parse(`run_${BODY}`),
  otherRunId: RunId.parse(`run_${OTHER_BODY}`),
  taskId: TaskId.parse(`task_${BODY}`),
  otherTaskId: TaskId.parse(`task_${OTHER_BODY}`),
  subtaskId: SubtaskId.parse(`sub_${BODY}`),
  artifactId: ArtifactId.parse(`art_${BODY}`),
  approvalId: ApprovalId.parse(`apr_${BODY}`),
  conflictId: ConflictId.parse(`cnf_${BODY}`),
  summaryId: SummaryId.parse(`sum_${BODY}`),
  documentId: DocumentId.parse(`doc_${BODY}`),
  chunkId: ChunkId.parse(`chk_${BODY}`),
  accessLogId: AccessLogId.parse(`acc_${BODY}`),
  time: '2026-01-02T03:04:05.678Z',
  later: '2026-01-02T03:04:06.678Z',
  sha256: 'a'.repeat(64),
  storageRef: { kind: 'blob', key: 'blob/1' },
} as const;

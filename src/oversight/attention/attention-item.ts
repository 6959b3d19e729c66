import type { AttentionKind, AttentionLedgerItem, AttentionPriority, Name, RunId, StorageRef, TaskId, Timestamp } from '../../contracts/index.ts';

/** Something that waits for a person, as whoever it waits in knows it. */
export interface AttentionWish {
  readonly id: string;
  readonly kind: AttentionKind;
  readonly source: StorageRef;
  readonly summary: string;
  readonly priority: AttentionPriority;
  /** What settles it, as it is typed. */
  readonly command: string;
  readonly createdAt: Timestamp;
  readonly expiresAt?: Timestamp;
  readonly runId?: RunId;
  readonly taskId?: TaskId;
  readonly matterId?: Name;
}

/** An open item of the attention ledger. None comes without the command that settles it. */
export function attentionItem({ id, kind, source, summary, priority, command, createdAt, expiresAt, runId, taskId, matterId }: AttentionWish): AttentionLedgerItem {
  return {
    item_id: id,
    task_id: taskId ?? null,
    ...(runId !== undefined && { run_id: runId }),
    ...(matterId !== undefined && { matter_id: matterId }),
    attention_kind: kind,
    source_ref: source,
    summary,
    priority,
    command_ref: command,
    lifecycle_state: 'open',
    created_at: createdAt,
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    schema_version: '1.0',
  };
}

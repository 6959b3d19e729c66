import { runContextCompacted, type ApprovalMode, type RunId, type RoleId } from '../../contracts/index.ts';
import { hasCode, sha256Hex } from '../../kernel/index.ts';
import type { Blobs, LogWriter } from '../../ledger/index.ts';
import type { CompactionPort } from '../../loops/index.ts';

export interface CompactedConversation {
  readonly runId: RunId;
  readonly key: string;
  readonly roleId: RoleId;
  readonly mode?: ApprovalMode;
}

export interface CompactionRecordPorts {
  /** Only the composer of contexts may say what a conversation was compacted to. */
  readonly log: Pick<LogWriter, 'append' | 'author'>;
  readonly blobs: Pick<Blobs, 'prepare'>;
}

/** The name of the prompt without which a run was begun before conversations were compacted: it goes on as it began. */
export const COMPACTOR = 'compactor';

/** Where the record of each new view of one conversation goes: one append, with the block that stands for what was dropped. */
export function compactConversation({ runId, key, roleId, mode }: CompactedConversation, { log, blobs }: CompactionRecordPorts): CompactionPort {
  return {
    kept: async () => (mode === undefined ? [] : [{ kind: 'mode', text: `The approval mode is ${mode}.` }]),
    async commit(turn, record, block) {
      const call = `${key}/turn-${turn}`;
      const kept = block === undefined ? undefined : await blobs.prepare(new TextEncoder().encode(block));
      const event = { type: runContextCompacted.type, streamId: runId, payload: { run_id: runId, call, role_id: roleId, compaction: { ...record, block_ref: kept?.ref ?? null } }, governance: { ...log.author.governance, taint_class: record.taint_class } };
      await log.append({ key: sha256Hex(`${runId}:${call}/compacted`), events: [event], ...(kept !== undefined && { operations: kept.operations }) }).catch((error: unknown) => {
        // A run that is gone on with compacts again what it compacted before, and the first record stands.
        if (!hasCode(error, 'ledger.key_reused')) throw error;
      });
    },
  };
}

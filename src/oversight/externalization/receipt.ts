import { externalizationRecorded, type ExternalizationRecord, type Governance, type Name, type Timestamp, type WorkspaceExternalizationKind, type WorkspaceExternalizationPolicy, type WorkspaceExternalizationReceipt } from '../../contracts/index.ts';
import { sha256Hex, type Ids } from '../../kernel/index.ts';
import type { NewEvent } from '../../ledger/index.ts';
import { leavesTheMachine } from './policies.ts';

/** What stays the same about an outside action, whatever comes of it. */
export interface ReceiptParts extends Pick<WorkspaceExternalizationReceipt, 'workspace_id' | 'source_record_refs' | 'destination_ref'> {
  readonly policy: WorkspaceExternalizationPolicy;
  readonly governance: Governance;
  readonly step: NonNullable<ExternalizationRecord['step']>;
}

/** What came of it. */
export interface Ending extends Pick<WorkspaceExternalizationReceipt, 'status' | 'user_confirmation_ref' | 'redaction_preview_ref' | 'cost_vector_ref'> {
  /** Whether it had begun: from then on nobody can say that nothing left. */
  readonly hasBegun: boolean;
}

/** The receipt of an outside action, with the policy as it stood and the step that holds question and answer. */
export function receiptEvent({ policy, governance, step, ...parts }: ReceiptParts, { hasBegun, ...ending }: Ending, { ids, now }: { readonly ids: Ids; readonly now: Timestamp }): NewEvent {
  const kind = policy.externalization_kind;
  const receipt: WorkspaceExternalizationReceipt = {
    receipt_id: ids.mint('rcp'),
    externalization_kind: kind,
    ...parts,
    policy_ref: policy.policy_id,
    ...ending,
    irreversible_disclosure_possible: mayBeDisclosed(kind, hasBegun),
    created_at: now,
    schema_version: '1.0',
  };
  return { type: externalizationRecorded.type, streamId: parts.workspace_id, governance, payload: { receipt, policy, step } satisfies ExternalizationRecord };
}

function mayBeDisclosed(kind: WorkspaceExternalizationKind, hasBegun: boolean): boolean {
  return hasBegun && leavesTheMachine(kind);
}

/** A name for a folder that gives nothing away about where it lies. */
export function workspaceIdOf(workspace: string): Name {
  return `workspace-${sha256Hex(workspace).slice(0, 32)}`;
}

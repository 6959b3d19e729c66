import { artifactRegistered, checkpointCreated, type CapabilitySnapshot, type CheckpointId, type KnownGoodCheckpoint, type LogEntry, type Name, type PinnedVersions, type PolicySnapshot, type RunId, type RunWorkspaceSnapshot, type SnapshotFile, type StorageRef } from '../../contracts/index.ts';
import { canonicalJson, invariant, sha256Hex, timestamp, type Clock } from '../../kernel/index.ts';
import { pinsOfRun, type Ledger, type LedgerOperation, type NewEvent } from '../../ledger/index.ts';
import { bytesNow } from '../../tools/index.ts';
import type { SourceRun } from '../replay/source-run.ts';
import type { FolderAt } from './folder-at.ts';
import { irrevocableUpTo } from './irrevocable-effects.ts';
import type { RunPlaces } from './run-places.ts';

export interface ToKeep {
  readonly checkpointId: CheckpointId;
  readonly run: SourceRun;
  readonly places: RunPlaces;
  readonly at: number;
  readonly label: string;
  readonly createdBy: Name;
  /** The files as they stand at the place; those that stand so now are read from the folder and kept. */
  readonly folder: Pick<FolderAt, 'toRestore' | 'asNow'>;
}

export interface KeptCheckpoint {
  readonly checkpoint: KnownGoodCheckpoint;
  readonly events: readonly NewEvent[];
  readonly operations: readonly LedgerOperation[];
}

/** An event names every content that it keeps, and must stay small; and a ledger is no second disk. */
const KEPT_FILES_MAX = 1_000;
const KEPT_BYTES_MAX = 256 * 1024 * 1024;

/** Everything that held at a place of a run, by reference; what only the folder has is kept with it. Nothing is written here. */
export async function makeCheckpoint({ checkpointId, run, places, at, label, createdBy, folder }: ToKeep, { ledger, clock, workspace }: { readonly ledger: Pick<Ledger, 'log' | 'blobs'>; readonly clock: Clock; readonly workspace: string }): Promise<KeptCheckpoint> {
  const operations: LedgerOperation[] = [];
  const keep = async (content: Uint8Array): Promise<StorageRef> => {
    const prepared = await ledger.blobs.prepare(content);
    operations.push(...prepared.operations);
    return prepared.ref;
  };
  const keepJson = (value: unknown): Promise<StorageRef> => keep(new TextEncoder().encode(canonicalJson(value)));
  const pins = await pinsOfRun(ledger.log, run.runId);
  const files = await filesKept(folder, workspace, keep);
  const plan = places.planAt(at);
  invariant(plan !== undefined, 'a run begins with its start');
  const artifacts = artifactsUpTo(run, places.entries.find(({ event }) => event.sequence === at)?.position ?? 0);
  const checkpoint: KnownGoodCheckpoint = {
    checkpoint_id: checkpointId,
    task_id: run.started.task_id,
    run_id: run.runId,
    label,
    artifact_head_refs: artifacts.map(({ artifact_id: id }) => ({ kind: 'document', key: `artifact:${id}` })),
    artifact_version_refs: artifacts.map(({ content }) => content),
    source_workspace_snapshot_refs: [],
    ...(files !== undefined && { run_workspace_snapshot_ref: await keepJson({ workspace, files, schema_version: '1.0' } satisfies RunWorkspaceSnapshot) }),
    graph_topology_snapshot_ref: { kind: 'event', key: plan.event.event_id },
    policy_snapshot_ref: await keepJson(policyOf(run, pins)),
    capability_snapshot_ref: await keepJson(capabilitiesOf(pins)),
    event_seq: at,
    irreversible_side_effect_refs: irrevocableUpTo(places.entries, at).map(({ receipt_ref: ref }) => ref),
    created_by_ref: createdBy,
    created_at: timestamp(clock),
    schema_version: '1.0',
  };
  const kept = (files ?? []).flatMap(({ content }) => content ?? []);
  return { checkpoint, operations, events: [{ type: checkpointCreated.type, streamId: run.runId, payload: { checkpoint, kept } }] };
}

/** Undefined where there is too much to be kept, or a file changed in this very moment: what was kept before each change has to do then. */
async function filesKept({ toRestore, asNow }: ToKeep['folder'], workspace: string, keep: (content: Uint8Array) => Promise<StorageRef>): Promise<SnapshotFile[] | undefined> {
  if (toRestore.length + asNow.length > KEPT_FILES_MAX) return undefined;
  const files = [...toRestore];
  let bytes = 0;
  for (const { path, sha256, mode } of asNow) {
    const content = await bytesNow(workspace, path);
    bytes += content?.byteLength ?? 0;
    if (content === undefined || bytes > KEPT_BYTES_MAX || sha256Hex(content) !== sha256) return undefined;
    files.push({ path, content: await keep(content), mode });
  }
  return files;
}

function artifactsUpTo({ runId, appends }: SourceRun, position: number) {
  return appends
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.position <= position && entry.event.type === artifactRegistered.type)
    .flatMap(({ event }: LogEntry) => artifactRegistered.payload.safeParse(event.payload).data?.artifact ?? [])
    .filter(({ run_id: ofRun }: { run_id: RunId }) => ofRun === runId);
}

function policyOf({ wish, started }: SourceRun, { policy, contracts }: PinnedVersions): PolicySnapshot {
  return { policy, contracts, limits: started.budget, attendance: wish.attendance, mode: wish.mode ?? null, schema_version: '1.0' };
}

function capabilitiesOf({ tools, server_tools, models, prompts, formulas }: PinnedVersions): CapabilitySnapshot {
  return { tools, server_tools, models, prompts, formulas, schema_version: '1.0' };
}

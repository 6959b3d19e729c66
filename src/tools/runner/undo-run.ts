import { FileChange, runChangesUndone, runStepCompleted, runToolEnded, runToolStarted, ToolCallDecision, type LogEntry, type Name, type RunId, type StorageRef, type UndoneChange } from '../../contracts/index.ts';
import { canonicalJson, hasCode, KeelsonError, sha256Hex } from '../../kernel/index.ts';
import type { Blobs, LogReader, LogWriter } from '../../ledger/index.ts';
import type { WorkspaceFiles } from '../paths/workspace-files.ts';
import { KEEP_BEFORE_EFFECT, KeptBefore } from './keep-before.ts';

/** What stood in a file before the run, and what the run left there. */
interface Restoration {
  readonly path: string;
  readonly before: StorageRef | null;
  readonly beforeMode: number | null;
  /** Undefined when the call that changed it never ended, so nobody knows what it left. */
  readonly left: string | null | undefined;
}

export interface RunChanges {
  readonly workspace: string;
  readonly restorations: readonly Restoration[];
  /** True when something the run did cannot be taken back, because nothing was kept of it. */
  readonly isIncomplete: boolean;
}

const PAGE = 500;

/** What a run changed, folded from its events: for each file what was there first and what was left last. */
export async function changesOf(runId: RunId, reader: Pick<LogReader, 'read'>): Promise<RunChanges> {
  const restorations = new Map<string, Restoration>();
  let workspace: string | undefined;
  let isIncomplete = false;
  for await (const { type, payload } of eventsOf(runId, reader)) {
    if (type === runToolStarted.type) workspace ??= ToolCallDecision.shape.workspace.parse((payload['decision'] as Record<string, unknown>)['workspace']);
    for (const { path, before, before_mode: beforeMode } of keptIn(type, payload)) if (!restorations.has(path)) restorations.set(path, { path, before, beforeMode, left: undefined });
    if (type !== runToolEnded.type) continue;
    const outcome = payload['outcome'] as { changes: unknown[]; is_undoable: boolean };
    isIncomplete ||= !outcome.is_undoable;
    for (const change of outcome.changes.map((one) => FileChange.parse(one))) {
      const first = restorations.get(change.path) ?? { path: change.path, before: change.before, beforeMode: change.before_mode };
      restorations.set(change.path, { ...first, left: change.after_sha256 });
    }
  }
  if (workspace === undefined) throw nothingToUndo(runId);
  return { workspace, restorations: [...restorations.values()], isIncomplete };
}

async function* eventsOf(runId: RunId, reader: Pick<LogReader, 'read'>): AsyncGenerator<{ type: string; payload: Readonly<Record<string, unknown>> }> {
  for (let after = 0; ; ) {
    const page: readonly LogEntry[] = await reader.read({ aggregate: 'run', id: runId }, { after, limit: PAGE });
    for (const { event } of page) {
      after = event.sequence;
      if (event.payload !== null) yield { type: event.type, payload: event.payload };
    }
    if (page.length < PAGE) return;
  }
}

/** Files that a call kept, also one that a crash interrupted. */
function keptIn(type: string, payload: Readonly<Record<string, unknown>>): KeptBefore[] {
  if (type !== runStepCompleted.type) return [];
  const { effect, outcome } = payload['result'] as { effect: string; outcome: { result?: { value?: unknown } } };
  const kept = effect === KEEP_BEFORE_EFFECT ? KeptBefore.safeParse(outcome.result?.value) : undefined;
  return kept?.success === true ? [kept.data] : [];
}

export interface UndoPorts {
  readonly files: WorkspaceFiles;
  readonly blobs: Pick<Blobs, 'read'>;
  readonly log: Pick<LogWriter, 'append'>;
}

export interface UndoWish {
  readonly runId: RunId;
  readonly undoneBy: Name;
  readonly reason: string;
  /** Puts back also what somebody changed since; without it those files are left alone and named. */
  readonly isForced: boolean;
}

/** Takes back what a run changed, file by file; what somebody changed since is left alone. Recorded as an event. */
export async function undoRun({ runId, undoneBy, reason, isForced }: UndoWish, { restorations }: RunChanges, { files, blobs, log }: UndoPorts): Promise<UndoneChange[]> {
  const changes: UndoneChange[] = [];
  for (const restoration of restorations) changes.push(await guarded(restoration.path, () => undoOne(restoration, isForced, files, blobs)));
  const payload = { run_id: runId, changes, reason, undone_by: undoneBy };
  // Undoing twice is two facts only when something else came of it.
  await log.append({ key: `undo:${runId}:${sha256Hex(canonicalJson({ changes, isForced }))}`, events: [{ type: runChangesUndone.type, streamId: runId, payload }] });
  return changes;
}

/** What taking it back would come to, as things stand; nothing is done. */
export async function planUndo({ restorations }: RunChanges, isForced: boolean, files: WorkspaceFiles): Promise<UndoneChange[]> {
  const planned: UndoneChange[] = [];
  for (const restoration of restorations) planned.push(await guarded(restoration.path, () => planOne(restoration, isForced, files)));
  return planned;
}

async function planOne({ path, before, left }: Restoration, isForced: boolean, files: WorkspaceFiles): Promise<UndoneChange> {
  const now = await hashNow(files, path);
  if (now === (before?.sha256 ?? null)) return { path, outcome: 'already_so', detail: '' };
  if (now === left || isForced) return { path, outcome: before === null ? 'removed' : 'restored', detail: '' };
  return { path, outcome: 'changed_since', detail: left === undefined ? 'The call that changed it was interrupted, so what it left is not known.' : 'Somebody changed it after the run did.' };
}

async function undoOne(restoration: Restoration, isForced: boolean, files: WorkspaceFiles, blobs: Pick<Blobs, 'read'>): Promise<UndoneChange> {
  const { path, before, beforeMode } = restoration;
  const planned = await planOne(restoration, isForced, files);
  if (planned.outcome === 'removed') await files.delete(path);
  if (planned.outcome === 'restored' && before !== null) await files.write(path, await blobs.read(before), { ...(beforeMode !== null && { mode: beforeMode }) });
  return planned;
}

/** One file that cannot be put back does not keep the others from it. */
async function guarded(path: string, work: () => Promise<UndoneChange>): Promise<UndoneChange> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error;
    return { path, outcome: 'failed', detail: error.message };
  }
}

async function hashNow(files: WorkspaceFiles, path: string): Promise<string | null> {
  try {
    const { bytes, isCut } = await files.read(path);
    // What is too large to read was too large to be kept.
    return isCut ? 'unknown' : sha256Hex(bytes);
  } catch (error) {
    if (hasCode(error, 'path.missing')) return null;
    throw error;
  }
}

function nothingToUndo(runId: RunId): KeelsonError<'tool.nothing_to_undo'> {
  return new KeelsonError('tool.nothing_to_undo', {
    message: `No tool was called in ${runId}, so there is nothing to take back.`,
    nextStep: 'Check the number of the run; `keelson ledger events --json` shows which there are.',
    data: { run_id: runId },
  });
}

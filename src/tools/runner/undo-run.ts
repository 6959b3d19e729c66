import type { z } from 'zod';
import { FileChange, runChangesUndone, runStepCompleted, runToolEnded, runToolRefused, runToolStarted, ToolCallDecision, type LogEntry, type Name, type RunId, type StorageRef, type UndoneChange } from '../../contracts/index.ts';
import { canonicalJson, hasCode, KeelsonError, sha256Hex } from '../../kernel/index.ts';
import type { Blobs, LogReader, LogWriter } from '../../ledger/index.ts';
import type { WorkspaceFiles } from '../paths/workspace-files.ts';
import { isDenial, pathDenied, shownPath } from '../paths/path-errors.ts';
import { contentNow } from './content-now.ts';
import { FOUND_NEW_EFFECT, FoundNew, KEEP_BEFORE_EFFECT, KeptBefore, LEFT_AFTER_EFFECT, LeftAfter } from './keep-before.ts';

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
  const { workspace, isFolderKept: _kept, ...changes } = await changesWithin(runId, reader, {});
  if (workspace === undefined) throw nothingToUndo(runId);
  return { ...changes, workspace };
}

export interface ChangesWithin extends Omit<RunChanges, 'workspace'> {
  /** Undefined when no tool was called. */
  readonly workspace: string | undefined;
  /** False when something may have changed in the folder of which nothing was kept; a call that only looked does not count. */
  readonly isFolderKept: boolean;
}

/** The same for the events after one place in the run and up to another. */
export async function changesWithin(runId: RunId, reader: Pick<LogReader, 'read'>, { after = 0, upTo = Number.POSITIVE_INFINITY }: { readonly after?: number; readonly upTo?: number }): Promise<ChangesWithin> {
  const restorations = new Map<string, Restoration>();
  let workspace: string | undefined;
  let isIncomplete = false;
  let isFolderKept = true;
  const touchesFolder = new Map<unknown, boolean>();
  // What a call had done when it was interrupted, nobody looked at.
  const unended = new Set<unknown>();
  const leave = (path: string, first: Omit<Restoration, 'left'>, left: string | null): void => void restorations.set(path, { ...(restorations.get(path) ?? first), left });
  for await (const { type, payload, sequence } of eventsOf(runId, reader)) {
    if (sequence > upTo) break;
    if (type === runToolStarted.type) {
      const decision = payload['decision'] as ToolCallDecision;
      workspace ??= ToolCallDecision.shape.workspace.parse(decision.workspace);
      unended.add(payload['call']);
      touchesFolder.set(payload['call'], decision.intentions.some(({ kind }) => IN_THE_FOLDER.has(kind)));
    }
    if (type === runToolEnded.type || type === runToolRefused.type) unended.delete(payload['call']);
    if (sequence <= after) continue;
    const made = valuesOf(FOUND_NEW_EFFECT, FoundNew, type, payload).flatMap(({ paths }) => paths.map((path) => ({ path, before: null, before_mode: null })));
    for (const { path, before, before_mode: beforeMode } of [...valuesOf(KEEP_BEFORE_EFFECT, KeptBefore, type, payload), ...made]) {
      if (!restorations.has(path)) restorations.set(path, { path, before, beforeMode, left: undefined });
    }
    for (const { path, after_sha256: left } of valuesOf(LEFT_AFTER_EFFECT, LeftAfter, type, payload).flatMap((part) => part.left)) leave(path, { path, before: null, beforeMode: null }, left);
    if (type !== runToolEnded.type) continue;
    const outcome = payload['outcome'] as { changes: unknown[]; is_undoable: boolean };
    isIncomplete ||= !outcome.is_undoable;
    isFolderKept &&= outcome.is_undoable;
    for (const { path, before, before_mode: beforeMode, after_sha256: left } of outcome.changes.map((one) => FileChange.parse(one))) leave(path, { path, before, beforeMode }, left);
  }
  isFolderKept &&= ![...unended].some((call) => touchesFolder.get(call) !== false);
  // What was made goes first: it may stand where something else has to be put back.
  return { workspace, isFolderKept, restorations: [...restorations.values()].toSorted((one, other) => Number(one.before !== null) - Number(other.before !== null)), isIncomplete: isIncomplete || unended.size > 0 };
}

/** What a call does with these may change files of the folder. */
const IN_THE_FOLDER: ReadonlySet<string> = new Set(['path', 'script', 'program']);

async function* eventsOf(runId: RunId, reader: Pick<LogReader, 'read'>): AsyncGenerator<{ type: string; sequence: number; payload: Readonly<Record<string, unknown>> }> {
  for (let after = 0; ; ) {
    const page: readonly LogEntry[] = await reader.read({ aggregate: 'run', id: runId }, { after, limit: PAGE });
    for (const { event } of page) {
      after = event.sequence;
      if (event.payload !== null) yield { type: event.type, sequence: event.sequence, payload: event.payload };
    }
    if (page.length < PAGE) return;
  }
}

/** What the steps of a call recorded, also of one that a crash interrupted. */
function valuesOf<Value>(wanted: string, schema: z.ZodType<Value>, type: string, payload: Readonly<Record<string, unknown>>): Value[] {
  if (type !== runStepCompleted.type) return [];
  const { effect, outcome } = payload['result'] as { effect: string; outcome: { result?: { value?: unknown } } };
  const value = effect === wanted ? schema.safeParse(outcome.result?.value) : undefined;
  return value?.success === true ? [value.data] : [];
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

async function planOne({ path, before, beforeMode, left }: Restoration, isForced: boolean, files: WorkspaceFiles): Promise<UndoneChange> {
  const now = await contentNow(files.root, path);
  const hasMode = now === null || beforeMode === null || now.mode === (beforeMode & PERMISSION_BITS);
  if ((now?.sha256 ?? null) === (before?.sha256 ?? null) && hasMode) return { path, outcome: 'already_so', detail: '' };
  if ((now?.sha256 ?? null) !== left && !isForced) {
    return { path, outcome: 'changed_since', detail: left === undefined ? 'The call that changed it was interrupted, so what it left is not known.' : 'Somebody changed it after the run did.' };
  }
  await demandPlace(path, files);
  return { path, outcome: before === null ? 'removed' : 'restored', detail: '' };
}

/** Bits that make a program run as somebody else are never given back. */
const PERMISSION_BITS = 0o777;

async function undoOne(restoration: Restoration, isForced: boolean, files: WorkspaceFiles, blobs: Pick<Blobs, 'read'>): Promise<UndoneChange> {
  const { path, before, beforeMode } = restoration;
  const planned = await planOne(restoration, isForced, files);
  if (planned.outcome === 'removed') await files.delete(path);
  if (planned.outcome === 'restored' && before !== null) {
    if ((await contentNow(files.root, path)) === null) await clear(path, files);
    await files.write(path, await blobs.read(before), { ...(beforeMode !== null && { exactMode: beforeMode }) });
  }
  return planned;
}

/** A link or an empty folder has the name by now; writing would go through the one and stop at the other. */
async function clear(path: string, files: WorkspaceFiles): Promise<void> {
  try {
    await files.delete(path);
  } catch (error) {
    if (!hasCode(error, 'path.missing')) throw error;
  }
}

/** Behind a link that took the place of a folder lies another file, which nobody asked to change; a pipe is left to a person. */
async function demandPlace(path: string, files: WorkspaceFiles): Promise<void> {
  const names = path.split('/');
  for (let length = 1; length < names.length; length += 1) {
    const folder = names.slice(0, length).join('/');
    const found = await files.stat(folder).catch(() => undefined);
    if (found !== undefined && found.path !== folder) throw pathDenied(path, 'path.changed_during_use', `${shownPath(path)} lies behind a link by now.`);
  }
  const inTheWay = await files.stat(path).catch((error: unknown) => error);
  if (isDenial(inTheWay) && inTheWay.data.rule === 'path.special_file') throw inTheWay;
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

function nothingToUndo(runId: RunId): KeelsonError<'tool.nothing_to_undo'> {
  return new KeelsonError('tool.nothing_to_undo', {
    message: `No tool was called in ${runId}, so there is nothing to take back.`,
    nextStep: '`keelson runs` lists the runs; `keelson undo last` means the latest.',
    data: { run_id: runId },
  });
}

import type { CommandInstanceId, ForkPreview, ForkReport, IrrevocableSideEffectAtFork, RunId, SnapshotFile } from '../../contracts/index.ts';
import { readPast, type Ledger } from '../../ledger/index.ts';
import type { ToolPlace } from '../../tools/index.ts';
import { readSourceRun, type SourceRun } from '../replay/source-run.ts';
import { findPlace, type FoundPlace, type MeantPlace } from './find-place.ts';
import { folderAt, readSnapshot, type FolderAt } from './folder-at.ts';
import { forkRefused } from './fork-refused.ts';
import { irrevocableUpTo } from './irrevocable-effects.ts';
import { phaseAt, readPlaces, type RunPlaces } from './run-places.ts';

export interface ForkReading {
  readonly ledger: Pick<Ledger, 'log' | 'blobs' | 'documents'>;
  /** The folder of the parent. */
  readonly place: ToolPlace;
}

export interface ForkMeant extends MeantPlace {
  readonly runId: RunId;
  /** A folder that is not there yet, as a whole path; one beside that of the parent when left out. */
  readonly folder?: string | undefined;
}

/** Everything that is known before a fork is made. */
export interface ForkPlan {
  readonly run: SourceRun;
  readonly places: RunPlaces;
  readonly found: FoundPlace;
  readonly folder: FolderAt;
  readonly effects: readonly IrrevocableSideEffectAtFork[];
}

/** Refused when the folder cannot be put as it stood at the place. */
export async function planFork({ runId, at, checkpoint }: ForkMeant, ports: ForkReading): Promise<ForkPlan> {
  const { log, documents } = ports.ledger;
  const [run, places] = [await readSourceRun(runId, log), await readPlaces(runId, log)];
  const found = await findPlace(runId, { at, checkpoint }, places, documents);
  return { run, places, found, folder: await wholeFolder(runId, found, ports), effects: irrevocableUpTo(places.entries, found.at) };
}

async function wholeFolder(runId: RunId, { at, checkpoint }: FoundPlace, { ledger, place }: ForkReading): Promise<FolderAt> {
  const snapshot = await readSnapshot(checkpoint?.run_workspace_snapshot_ref, ledger.blobs);
  const folder = await folderAt(runId, at, snapshot, { ...ledger, workspace: place.workspace });
  if (folder.missing.length === 0) return folder;
  throw forkRefused({ runId, message: `The folder cannot be put as it stood at this place: ${folder.missing.join('; ')}.`, nextStep: 'Choose a later place, or put those files back yourself and fork again; a checkpoint that is made in time keeps them.', subjects: folder.missing });
}

/** Looked at once more when all is copied: a parent that is still at work may have changed something meanwhile. */
export async function filesAtPlace({ run: { runId }, found }: ForkPlan, ports: ForkReading): Promise<readonly SnapshotFile[]> {
  return (await wholeFolder(runId, found, ports)).toRestore;
}

/** What a fork would come to, and what of the parent it cannot take back. Nothing is done. */
export async function previewFork(meant: ForkMeant, confirmation: CommandInstanceId, ports: ForkReading): Promise<ForkPreview> {
  const { run, places, found, folder, effects } = await planFork(meant, ports);
  const place = await placeOf(run.runId, found.at, places, meant.folder ?? `${ports.place.workspace}-fork-…`, ports);
  return { ...place, ...(found.moved !== undefined && { moved: found.moved }), restored: folder.toRestore.map(({ path }) => path), irrevocable_side_effects: [...effects], confirmation };
}

export async function placeOf(runId: RunId, at: number, places: RunPlaces, workspace: string, { ledger }: Pick<ForkReading, 'ledger'>): Promise<Omit<ForkReport, 'fork'>> {
  const { steps } = await readPast(runId, at, ledger.log);
  return { parent_run_id: runId, event_seq: at, phase: phaseAt(places, at), workspace, recorded_steps: [...steps.values()].filter(({ standing }) => standing.is === 'completed').length };
}

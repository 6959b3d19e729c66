import { documentKey, runStarted, taskReplayForkCreated, type ForkRecord, type ForkReport, type IrrevocableSideEffectAtFork, type Name, type ResourceBudget, type RunId, type SubjectTaint } from '../../contracts/index.ts';
import { timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import { createCounterOperations, pinsOfRun, type LogWriter, type NewEvent } from '../../ledger/index.ts';
import { markEvent, readMarks } from '../../oversight/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';
import { copyWorkspace } from '../../tools/index.ts';
import { runCounterLimits } from '../budgets/budget-units.ts';
import { forkRefused } from './fork-refused.ts';
import { beginningOf, limitsAt } from './fork-start.ts';
import { makeCheckpoint } from './make-checkpoint.ts';
import { filesAtPlace, placeOf, planFork, type ForkMeant, type ForkPlan, type ForkReading } from './plan-fork.ts';
import { readPlaces } from './run-places.ts';

export interface ForkPorts extends ForkReading {
  /** Writes the start of the new run, and nothing of the parent. */
  readonly writer: LogWriter;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface ForkWish extends ForkMeant {
  readonly reason: string;
  /** Said to the new run before anything that it does itself. */
  readonly steer?: string | undefined;
  readonly limits: Partial<ResourceBudget['per_run']>;
  /** The side effects that whoever wants the fork was shown. */
  readonly acknowledged: readonly string[];
  readonly wantedBy: Name;
  readonly idempotencyKey: string;
}

const ID_END_CHARS = 6;

/**
 * Makes a new run that rests on what another had recorded up to a place, in a folder of its own that stands as it did there.
 * The run is only made: whoever goes on with it has it work. Neither the parent's stream nor its folder is written.
 */
export async function createFork(wish: ForkWish, ports: ForkPorts): Promise<ForkReport> {
  const { ledger, ids, place } = ports;
  const key = `run.start:fork:${wish.idempotencyKey}`;
  const before = await madeBefore(key, ports);
  if (before !== undefined) return before;
  const plan = await planFork(wish, ports);
  demandAcknowledged(wish, plan.effects);
  const newRunId = ids.mint('run');
  const to = wish.folder ?? `${place.workspace}-fork-${newRunId.slice(-ID_END_CHARS).toLowerCase()}`;
  const { path: workspace, discard } = await copyWorkspace({ from: place, to, filesAtPlace: () => filesAtPlace(plan, ports) }, ledger.blobs);
  try {
    await takeMarksAlong(newRunId, workspace, ports);
    const fork = await startFork(key, newRunId, workspace, plan, wish, ports);
    return { ...(await placeOf(wish.runId, plan.found.at, plan.places, workspace, ports)), ...(plan.found.moved !== undefined && { moved: plan.found.moved }), fork };
  } catch (error) {
    // A folder without a run would only puzzle whoever finds it.
    await discard();
    throw error;
  }
}

/** The same wish again: the fork is the one that was made. */
async function madeBefore(key: string, ports: ForkPorts): Promise<ForkReport | undefined> {
  const { log } = ports.ledger;
  const entry = (await log.appended(key)).find(({ event }) => event.type === taskReplayForkCreated.type);
  if (entry === undefined) return undefined;
  const { fork, event_seq: at, workspace } = taskReplayForkCreated.payload.parse(entry.event.payload);
  return { ...(await placeOf(fork.parent_run_id, at, await readPlaces(fork.parent_run_id, log), workspace, ports)), fork };
}

async function startFork(key: string, newRunId: RunId, workspace: string, { run, places, found, folder, effects }: ForkPlan, { reason, steer, limits: wanted, wantedBy }: ForkWish, { ledger, writer, clock, ids, place }: ForkPorts): Promise<ForkRecord['fork']> {
  const toKeep = { checkpointId: ids.mint('ckp'), run, places, at: found.at, label: `forked at event ${found.at}`, createdBy: wantedBy, folder };
  const kept = found.checkpoint === undefined ? await makeCheckpoint(toKeep, { ledger, clock, workspace: place.workspace }) : { checkpoint: found.checkpoint, events: [], operations: [] };
  const fork: ForkRecord['fork'] = { fork_id: ids.mint('frk'), parent_run_id: run.runId, forked_from_checkpoint_ref: kept.checkpoint.checkpoint_id, new_run_id: newRunId, fork_reason: withoutSecrets(reason), irrevocable_side_effects_at_fork: [...effects], created_at: timestamp(clock), schema_version: '1.0' };
  const record: ForkRecord = { fork, event_seq: found.at, parent_workspace: run.wish.workspace, workspace };
  const limits = { ...limitsAt(run, places, found.at), ...wanted };
  const started = { ...run.started, run_id: newRunId, budget: limits, pinned_versions: await pinsOfRun(ledger.log, run.runId) };
  const said = steer === undefined ? undefined : { message_id: ids.mint('cmd'), text: withoutSecrets(steer), sent_by: wantedBy };
  await writer.append({
    key,
    events: [{ type: runStarted.type, streamId: newRunId, payload: started }, ...beginningOf(run, places, record, said), ...kept.events, { type: taskReplayForkCreated.type, streamId: newRunId, payload: record }],
    operations: [createCounterOperations(writer).open(documentKey.runBudget(newRunId), runCounterLimits(limits)), ...kept.operations],
  });
  return fork;
}

const MARKS_AT_ONCE = 500;

/** Words of others stay words of others in the copy. */
async function takeMarksAlong(newRunId: RunId, to: string, { ledger, writer, place }: ForkPorts): Promise<void> {
  const events = marksThere(await readMarks(place.workspace, ledger.documents), to, newRunId);
  for (let first = 0; first < events.length; first += MARKS_AT_ONCE) await writer.append({ key: `${newRunId}:marks:${first}`, events: events.slice(first, first + MARKS_AT_ONCE) });
}

/** A cleaning counts for the file that was cleaned, and is not taken along. */
function marksThere(marks: readonly SubjectTaint[], workspace: string, newRunId: RunId): NewEvent[] {
  return marks.flatMap(({ subject_kind, subject, taint_class, sources }) => (subject_kind === 'file' ? [markEvent(workspace, { subject_kind, subject, taint_class, sources, replaces: false, run_id: newRunId })] : []));
}

function demandAcknowledged({ runId, acknowledged }: ForkWish, effects: readonly IrrevocableSideEffectAtFork[]): void {
  const unseen = effects.filter(({ side_effect_id: id }) => !acknowledged.includes(id));
  if (unseen.length === 0) return;
  throw forkRefused({
    runId,
    message: `Up to this place the run did what cannot be taken back: ${unseen.map(({ kind }) => kind).join('; ')}.`,
    nextStep: 'Look at it with --dry-run, and fork again with --yes when the fork may rest on it; it is not done again.',
    subjects: unseen.map(({ side_effect_id: id }) => id),
    validationCode: 'validation.restore_checkpoint_ignores_irreversible_side_effects',
  });
}

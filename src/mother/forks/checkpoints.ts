import { checkpointCreated, KnownGoodCheckpoint, type CheckpointList, type CheckpointPlace, type Name, type RunId } from '../../contracts/index.ts';
import type { Clock, Ids } from '../../kernel/index.ts';
import type { Ledger, LogWriter } from '../../ledger/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';
import { readSourceRun } from '../replay/source-run.ts';
import { checkpointsOf } from './find-place.ts';
import { irrevocableUpTo } from './irrevocable-effects.ts';
import { makeCheckpoint } from './make-checkpoint.ts';
import { planFork, type ForkReading } from './plan-fork.ts';
import { phaseAt, readPlaces } from './run-places.ts';

export interface CheckpointWish {
  readonly runId: RunId;
  readonly label?: string | undefined;
  readonly createdBy: Name;
  readonly idempotencyKey: string;
}

export interface CheckpointPorts extends ForkReading {
  readonly writer: LogWriter;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Keeps the last place of a run at which nothing was under way, so that it can be returned to whatever becomes of the folder. */
export async function createCheckpoint({ runId, label, createdBy, idempotencyKey }: CheckpointWish, ports: CheckpointPorts): Promise<KnownGoodCheckpoint> {
  const { ledger, writer, clock, ids, place } = ports;
  const key = `checkpoint.create:${idempotencyKey}`;
  const [before] = await ledger.log.appended(key);
  if (before !== undefined) return KnownGoodCheckpoint.parse(checkpointCreated.payload.parse(before.event.payload).checkpoint);
  const last = (await readPlaces(runId, ledger.log)).last;
  const { run, places, found, folder } = await planFork({ runId, ...(last !== undefined && { at: String(last) }) }, ports);
  const words = withoutSecrets(label ?? `before ${phaseAt(places, found.at)}`);
  const { checkpoint, events, operations } = await makeCheckpoint({ checkpointId: ids.mint('ckp'), run, places, at: found.at, label: words, createdBy, folder }, { ledger, clock, workspace: place.workspace });
  await writer.append({ key, events, operations });
  return checkpoint;
}

/**
 * The places of a run that can be named: each phase that was left through its gates is one by itself, and nothing is
 * written for it until somebody returns there; the others were kept by somebody.
 */
export async function listCheckpoints(runId: RunId, ledger: Pick<Ledger, 'log' | 'documents'>): Promise<CheckpointList> {
  await readSourceRun(runId, ledger.log);
  const { phases, entries } = await readPlaces(runId, ledger.log);
  const kept = await checkpointsOf(runId, ledger.documents);
  const left = phases.map(({ entry: { event }, phase, next }): CheckpointPlace => ({ checkpoint_id: null, event_id: event.event_id, event_seq: event.sequence, label: `${phase} was left, ${next} follows`, created_by_ref: 'mother', created_at: event.recorded_at, irreversible_side_effects: irrevocableUpTo(entries, event.sequence).length }));
  const made = kept.flatMap(({ checkpoint_id, event_seq, label, created_by_ref, created_at, irreversible_side_effect_refs: refs }): CheckpointPlace[] => {
    const event = entries.find((one) => one.event.sequence === event_seq)?.event;
    return event === undefined ? [] : [{ checkpoint_id, event_id: event.event_id, event_seq, label, created_by_ref, created_at, irreversible_side_effects: refs.length }];
  });
  return { run_id: runId, checkpoints: [...left, ...made].toSorted((one, other) => one.event_seq - other.event_seq) };
}

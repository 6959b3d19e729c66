import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { CheckpointId, CommandInstanceId, Count, EventId, NonEmptyText, PositiveCount, RunId, Timestamp } from '../core/index.ts';
import { SteeringMessage } from '../oversight/index.ts';
import { Phase, ResourceBudget } from '../runs/index.ts';
import { KnownGoodCheckpoint } from './known-good-checkpoint.ts';
import { IrrevocableSideEffectAtFork, TaskRunFork } from './task-run-fork.ts';

/** A run by its id, the end of it, or `last`; the place is the last one at which nothing was under way. */
export const CheckpointOrder = z.strictObject({ run: NonEmptyText, label: NonEmptyText.max(200).optional() });
export type CheckpointOrder = z.infer<typeof CheckpointOrder>;

export const CheckpointsOfRun = z.strictObject({ run: NonEmptyText });
export type CheckpointsOfRun = z.infer<typeof CheckpointsOfRun>;

/** A place that can be forked at: one that somebody kept, or one at which a phase was left through its gates. */
export const CheckpointPlace = z.strictObject({
  /** Null for a phase of which nothing was kept; its event names the place. */
  checkpoint_id: CheckpointId.nullable(),
  event_id: EventId,
  event_seq: PositiveCount,
  label: NonEmptyText,
  created_by_ref: NonEmptyText,
  created_at: Timestamp,
  irreversible_side_effects: Count,
});
export type CheckpointPlace = z.infer<typeof CheckpointPlace>;

export const CheckpointList = z.strictObject({ run_id: RunId, checkpoints: z.array(CheckpointPlace) });
export type CheckpointList = z.infer<typeof CheckpointList>;

/** Where a run is to be gone on with otherwise; the last place at which that can change something, when none is named. */
const forkPlace = {
  run: NonEmptyText,
  /** An event of the run, by its id or its number in the run. */
  at: NonEmptyText.optional(),
  checkpoint: NonEmptyText.optional(),
  /** A folder that is not there yet; one beside that of the run when left out. */
  folder: NonEmptyText.optional(),
};

export const ForkPreviewOrder = z.strictObject(forkPlace);
export type ForkPreviewOrder = z.infer<typeof ForkPreviewOrder>;

export const ForkOrder = z.strictObject({
  ...forkPlace,
  reason: NonEmptyText.max(1_000).optional(),
  /** Said to the new run before anything that it does itself. */
  steer: SteeringMessage.shape.text.optional(),
  /** Other limits than the parent's. */
  budget: ResourceBudget.shape.per_run.partial().optional(),
  /** The side effects that cannot be taken back, as whoever asks for the fork was shown them. */
  acknowledged_side_effects: z.array(NonEmptyText),
});
export type ForkOrder = z.infer<typeof ForkOrder>;

const place = {
  parent_run_id: RunId,
  event_seq: PositiveCount,
  /** Where the new run begins to work itself. */
  phase: Phase,
  /** Why the place is another than the one asked for; absent when it is that one. */
  moved: NonEmptyText.optional(),
  workspace: NonEmptyText,
  /** Steps whose answers are read from the parent. */
  recorded_steps: Count,
};

export const ForkPreview = z.strictObject({
  ...place,
  /** Files that are put as they stood at the place; all others are copied as they are now. */
  restored: z.array(NonEmptyText),
  irrevocable_side_effects: z.array(IrrevocableSideEffectAtFork),
  confirmation: CommandInstanceId,
});
export type ForkPreview = z.infer<typeof ForkPreview>;

export const ForkReport = z.strictObject({ ...place, fork: TaskRunFork });
export type ForkReport = z.infer<typeof ForkReport>;

const failureCodes = ['input.invalid', 'run.unknown', 'run.fork_refused', 'run.replay_refused', 'ledger.absent', 'ledger.folder_unusable', 'ledger.busy', 'journal.erased'];
const writeCodes = ['operation.idempotency_key_missing', 'ledger.read_only', 'ledger.disk_full'];

export const checkpointCreate = defineCommand({
  id: 'checkpoint.create',
  request: ['CheckpointOrder', CheckpointOrder],
  response: ['KnownGoodCheckpoint', KnownGoodCheckpoint],
  durableWrite: 'required',
  policyChecks: [],
  invalidates: [],
  failureCodes: [...failureCodes, ...writeCodes],
  behaviours: {
    empty: 'A run that has done nothing yet is kept at its start.',
    blocked: 'What the run left in a file and somebody changed since cannot be kept, and the file is named.',
    degraded: 'While a step is under way the place is the last one before it.',
    error: 'Nothing of the run is written, whatever happens.',
  },
});

export const checkpointList = defineQuery({
  id: 'checkpoint.list',
  request: ['CheckpointsOfRun', CheckpointsOfRun],
  response: ['CheckpointList', CheckpointList],
  failureCodes,
  behaviours: {
    empty: 'A run that has left no phase has no place yet, and says so.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'Places whose events were erased are left out.',
    error: 'A run that is not there, or was no task, is named with what to do.',
  },
});

export const taskReplayPreviewFork = defineQuery({
  id: 'task_replay.preview_fork',
  request: ['ForkPreviewOrder', ForkPreviewOrder],
  response: ['ForkPreview', ForkPreview],
  failureCodes,
  behaviours: {
    empty: 'A run without side effects lists none.',
    blocked: 'A folder that cannot be put as it was is named with the files that stand in the way.',
    degraded: 'A place within a step is moved to the last one before it, and says so.',
    error: 'A run that is not there, or was no task, is named with what to do.',
  },
});

export const taskReplayCreateFork = defineCommand({
  id: 'task_replay.create_fork',
  request: ['ForkOrder', ForkOrder],
  response: ['ForkReport', ForkReport],
  durableWrite: 'required',
  policyChecks: [],
  invalidates: [],
  failureCodes: [...failureCodes, ...writeCodes],
  behaviours: {
    empty: 'A run that has done nothing yet is forked at its start.',
    blocked: 'Refused while a side effect that cannot be taken back was not acknowledged, with the list of them.',
    degraded: 'A place within a step is moved to the last one before it, and says so.',
    error: 'Neither the parent nor its folder is written; a folder that was begun is taken away again.',
  },
});

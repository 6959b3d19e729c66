import { z } from 'zod';
import { StorageRef } from '../core/index.ts';
import { defineEvent } from '../events/define-event.ts';
import { KnownGoodCheckpoint } from './known-good-checkpoint.ts';
import { ForkRecord } from './task-run-fork.ts';

/**
 * Of the run by whose id its stream is called; the run's own stream is only read. The shape lets the two snapshots be left
 * out, so that the rules at the write boundary can refuse that by name.
 */
export const checkpointCreated = defineEvent({
  type: 'checkpoint.created',
  version: 1,
  payload: z.strictObject({
    checkpoint: KnownGoodCheckpoint.partial({ policy_snapshot_ref: true, capability_snapshot_ref: true }),
    /** Contents that its snapshot names; they stay for as long as this event does. */
    kept: z.array(StorageRef),
  }),
});

/** Written together with the start of the new run, under whose id it stands: the parent is only read. */
export const taskReplayForkCreated = defineEvent({ type: 'task_replay.fork_created', version: 1, payload: ForkRecord });

import { checkpointCreated, documentKey, RunId, taskReplayForkCreated, type KnownGoodCheckpoint, type RunCheckpoints } from '../../contracts/index.ts';
import type { DocumentBody, Projection } from './projection.ts';

/** The checkpoints that were made of a run, the oldest first. */
export const runCheckpointsProjection: Projection = {
  name: 'run_checkpoints',
  version: 1,
  types: [checkpointCreated.type],
  key: ({ streamId }) => documentKey.runCheckpoints(RunId.parse(streamId)),
  fold: (current, { payload }) => {
    const { checkpoints = [] } = (current ?? {}) as Partial<RunCheckpoints>;
    return { checkpoints: [...checkpoints, payload['checkpoint'] as KnownGoodCheckpoint] } satisfies RunCheckpoints;
  },
};

/** By the run that it made: whoever goes on with that one finds here where its past lies. */
export const forkProjection: Projection = {
  name: 'fork',
  version: 1,
  types: [taskReplayForkCreated.type],
  key: ({ streamId }) => documentKey.fork(RunId.parse(streamId)),
  fold: (_current, { payload }) => payload as DocumentBody,
  isFinal: true,
};

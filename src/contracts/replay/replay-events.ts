import { z } from 'zod';
import { defineEvent } from '../events/define-event.ts';
import { ReplayBundle } from './replay-bundle.ts';
import { TaskReplayReport } from './task-replay.ts';

/** Written together with the end of a run: what a replay of it needs, by id and hash. */
export const runReplaySealed = defineEvent({ type: 'run.replay_sealed', version: 1, payload: z.strictObject({ bundle: ReplayBundle }) });

/** The receipt of a replay, on a stream of its own: the run that was replayed is only read. */
export const taskReplayEnded = defineEvent({ type: 'task_replay.ended', version: 1, payload: z.strictObject({ report: TaskReplayReport }) });

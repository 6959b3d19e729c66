import { z } from 'zod';
import { defineEvent } from '../events/define-event.ts';
import { TaskReplayReport } from './task-replay.ts';

/** The receipt of a replay, on a stream of its own: the run that was replayed is only read. */
export const taskReplayEnded = defineEvent({ type: 'task_replay.ended', version: 1, payload: z.strictObject({ report: TaskReplayReport }) });

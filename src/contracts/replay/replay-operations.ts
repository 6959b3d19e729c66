import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { NonEmptyText } from '../core/index.ts';
import { TaskReplayMode, TaskReplayPreview, TaskReplayReport } from './task-replay.ts';

/** A run by its id, the end of it, or `last`, and how it is to be gone through. */
export const TaskReplayOrder = z.strictObject({ run: NonEmptyText, mode: TaskReplayMode.default('simulation_from_recorded_outputs') });
export type TaskReplayOrder = z.infer<typeof TaskReplayOrder>;

const failureCodes = ['input.invalid', 'run.unknown', 'run.replay_refused', 'ledger.absent', 'ledger.folder_unusable', 'ledger.busy', 'journal.erased', 'model.route_refused', 'model.settings_invalid'];

export const taskReplayPreview = defineQuery({
  id: 'task_replay.preview',
  request: ['TaskReplayOrder', TaskReplayOrder],
  response: ['TaskReplayPreview', TaskReplayPreview],
  failureCodes,
  behaviours: {
    empty: 'A run without steps has nothing that could not be repeated, and says so.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'A run whose steps were erased says that it cannot be told any more.',
    error: 'A run that is not there, or was no task, is named with what to do.',
  },
});

export const taskReplayRun = defineCommand({
  id: 'task_replay.run',
  request: ['TaskReplayOrder', TaskReplayOrder],
  response: ['TaskReplayReport', TaskReplayReport],
  durableWrite: 'required',
  policyChecks: [],
  invalidates: [],
  failureCodes: [...failureCodes, 'operation.idempotency_key_missing', 'ledger.read_only'],
  behaviours: {
    empty: 'A run that recorded little is gone through as far as its record goes.',
    blocked: 'A mode that a run does not allow is refused with the code of the specification and the steps that do not allow it.',
    degraded: 'Whatever comes out otherwise is recorded as a divergence, never passed over.',
    error: 'Nothing of the run is written, and nothing outside is touched, whatever happens.',
  },
});

import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { Count, NonEmptyText, PositiveCount, RunId } from '../core/index.ts';
import { ModelReexecutionPolicy, TaskReplayMode, TaskReplayPreview, TaskReplayReport } from './task-replay.ts';

/** A run by its id, the end of it, or `last`, and how it is to be gone through. */
export const TaskReplayOrder = z.strictObject({
  run: NonEmptyText,
  mode: TaskReplayMode.default('simulation_from_recorded_outputs'),
  /** Only of a rerun: whether tools that only read may be called again, on a copy of the folder. */
  allow_external_queries: z.boolean().default(false),
  /** Only of a rerun: which models are asked again. */
  models: ModelReexecutionPolicy.exclude(['reuse_recorded_outputs']).default('same_model_if_available'),
});
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

/** Where the bundle of a run is to be written. */
export const ReplayExportOrder = z.strictObject({ run: NonEmptyText, file: NonEmptyText });
export type ReplayExportOrder = z.infer<typeof ReplayExportOrder>;

/** What was written, and what of the run is not in it. */
export const ReplayExportReceipt = z.strictObject({ source_run_id: RunId, file: NonEmptyText, bytes: PositiveCount, redactions: Count, left_out: z.array(NonEmptyText) });
export type ReplayExportReceipt = z.infer<typeof ReplayExportReceipt>;

/** It writes a file, and nothing of the product's own state. */
export const taskReplayExport = defineCommand({
  id: 'task_replay.export',
  request: ['ReplayExportOrder', ReplayExportOrder],
  response: ['ReplayExportReceipt', ReplayExportReceipt],
  durableWrite: 'explicit_no_op',
  policyChecks: [],
  invalidates: [],
  failureCodes,
  behaviours: {
    empty: 'A run that called nothing has a bundle with no calls.',
    blocked: 'Refuses a file that exists and a run that has not ended; nothing is ever overwritten.',
    degraded: 'What was erased, or is not to be kept by the contract of a role, is named as left out.',
    error: 'Shows the error with its code and what to do next.',
  },
});

import { z } from 'zod';
import { CommandInstanceId, Count, NonEmptyText, ReceiptId, RunId, Sha256, StorageRef, TaskId, Timestamp } from '../core/index.ts';
import { TerminationReason } from '../runs/index.ts';

/** How a run is gone through once more. None of them acts on the outside world. */
export const TaskReplayMode = z.enum(['audit_reconstruction', 'deterministic_reexecution', 'best_effort_rerun', 'simulation_from_recorded_outputs']);
export type TaskReplayMode = z.infer<typeof TaskReplayMode>;

/** Whose words a replay goes on with: those that were recorded, those of the same model asked again, or of one that stands in for it. */
export const ModelReexecutionPolicy = z.enum(['reuse_recorded_outputs', 'same_model_if_available', 'current_equivalent_model']);
export type ModelReexecutionPolicy = z.infer<typeof ModelReexecutionPolicy>;

export const TaskReplayRequest = z.strictObject({
  replay_request_id: CommandInstanceId,
  task_id: TaskId,
  source_run_id: RunId,
  replay_mode: TaskReplayMode,
  checkpoint_ref: StorageRef.optional(),
  known_good_checkpoint_ref: NonEmptyText.optional(),
  /** Nobody can ask for anything else. */
  allow_external_side_effects: z.literal(false),
  allow_external_queries: z.boolean(),
  model_reexecution_policy: ModelReexecutionPolicy,
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type TaskReplayRequest = z.infer<typeof TaskReplayRequest>;

export const ReplayDivergenceKind = z.enum(['model_output_drift', 'tool_output_drift', 'source_state_changed', 'policy_changed', 'capability_unavailable', 'non_replayable_side_effect']);
export type ReplayDivergenceKind = z.infer<typeof ReplayDivergenceKind>;

/** One place at which a replay came out otherwise than the run. */
export const ReplayDivergenceRecord = z.strictObject({
  divergence_id: ReceiptId,
  replay_request_id: CommandInstanceId,
  divergence_kind: ReplayDivergenceKind,
  source_step_ref: StorageRef,
  original_output_hash: Sha256.optional(),
  replay_output_hash: Sha256.optional(),
  explanation: NonEmptyText,
  created_at: Timestamp,
  schema_version: z.literal('1.0'),
});
export type ReplayDivergenceRecord = z.infer<typeof ReplayDivergenceRecord>;

/** What became of a criterion in the run and in a replay that let it take its course; null where it was not judged. */
export const ReplayedVerdict = z.strictObject({ criterion: NonEmptyText, original: NonEmptyText.nullable(), replayed: NonEmptyText.nullable() });
export type ReplayedVerdict = z.infer<typeof ReplayedVerdict>;

interface Compared {
  verdict: string;
  divergences: readonly unknown[];
  events: { compared: number; identical: number };
}

function recordsWhatDiffers({ verdict, divergences, events }: Compared): boolean {
  return (verdict === 'diverged') === divergences.length > 0 && (verdict !== 'identical' || events.compared === events.identical);
}

/**
 * What a replay came to. `identical` says that every event which the run wrote by itself came out the same, and `agrees` that
 * whoever was asked again said the same and every criterion was judged alike.
 */
export const TaskReplayReport = z.strictObject({
  request: TaskReplayRequest,
  verdict: z.enum(['reconstructed', 'identical', 'agrees', 'diverged', 'damaged']),
  /** How the run ended, and how the replay did; null where it did not come to an end. */
  ended: z.strictObject({ original: TerminationReason.nullable(), replayed: TerminationReason.nullable() }),
  steps: z.strictObject({ recorded: Count, answered: Count }),
  events: z.strictObject({ compared: Count, identical: Count, from_outside: Count }),
  divergences: z.array(ReplayDivergenceRecord),
  /** Only of a rerun: how each criterion was judged, and what asking again cost. */
  verdicts: z.array(ReplayedVerdict).optional(),
  spent: z.strictObject({ tokens: Count, cost_usd: z.number().min(0) }).optional(),
  /** How the run went, in its own order. */
  story: z.array(z.strictObject({ at: Timestamp, what: NonEmptyText })),
  /** What is wrong with the log that it was read from. */
  faults: z.array(NonEmptyText),
}).refine(recordsWhatDiffers, {
  message: 'validation.replay_divergence_unrecorded: whatever differs is recorded, and nothing else is called a divergence',
});
export type TaskReplayReport = z.infer<typeof TaskReplayReport>;

/** What a replay would do, before anything of it is done. */
export const TaskReplayPreview = z.strictObject({
  source_run_id: RunId,
  replay_mode: TaskReplayMode,
  steps: Count,
  /** Steps that may come out otherwise each time they are done. */
  not_repeatable: z.array(NonEmptyText),
  /** Steps that changed something; no replay does them again. */
  side_effects_not_repeated: z.array(NonEmptyText),
});
export type TaskReplayPreview = z.infer<typeof TaskReplayPreview>;

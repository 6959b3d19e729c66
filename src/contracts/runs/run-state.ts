import { z } from 'zod';
import { Count, Name, NonEmptyText, ReceiptId, RunId, SemanticVersion, Sha256, SubtaskId, TaskId, Timestamp } from '../core/index.ts';
import { SolverSet } from '../formulas/solver-set.ts';
import { RoleId } from '../roles/role-id.ts';
import { Delivery } from './delivery.ts';
import { REPAIR_ESCALATIONS_MAX, ROLE_RETRIES_MAX } from './phase-limits.ts';
import { Phase, PhaseExit } from './phase.ts';
import { Suspension } from './suspension.ts';
import { TerminationReason } from './termination.ts';

/** A role at work for this run. Mother's own work belongs to no subtask. */
export const SpawnedAgent = z.strictObject({
  role_id: RoleId,
  subtask_id: SubtaskId.nullable(),
  spawned_at: Timestamp,
  state: z.enum(['running', 'returned', 'cancelled']),
});
export type SpawnedAgent = z.infer<typeof SpawnedAgent>;

const VersionsByName = z.record(NonEmptyText, SemanticVersion);
/** What has no version of its own is known by its hash. */
const HashesByName = z.record(NonEmptyText, Sha256);

/** What a run was started under; a resume uses these versions or asks. */
export const PinnedVersions = z.strictObject({
  prompts: VersionsByName,
  contracts: VersionsByName,
  formulas: VersionsByName,
  /** The tools that come with Keelson. Runs of before these were kept have none of the following. */
  tools: VersionsByName.optional(),
  /** The tools of other servers. */
  server_tools: HashesByName.optional(),
  /** What a person set about approvals, trust and what may leave. */
  policy: HashesByName.optional(),
  /** The models that a person configured, without keys and addresses. */
  models: HashesByName.optional(),
  /** The solver's weights and thresholds, whole: what it was begun with stands here whatever becomes of the set. Absent for the published set. */
  solver_set: SolverSet.optional(),
});
export type PinnedVersions = z.infer<typeof PinnedVersions>;

/** Active time only: a timer stands still while the run waits for a person. */
export const RunTimers = z.strictObject({
  phase_entered_at: Timestamp,
  phase_active_ms: Count,
  run_active_ms: Count,
});
export type RunTimers = z.infer<typeof RunTimers>;

interface Standing {
  phase: Phase;
  suspension: Suspension | null;
  termination_reason: TerminationReason | null;
}

function endsInTheLastPhase(run: Standing): boolean {
  return run.termination_reason === null || run.phase === 'terminate';
}

function waitsOnlyWhileItRuns(run: Standing): boolean {
  return run.termination_reason === null || run.suspension === null;
}

/** A run as it stands now, folded from its events and kept under `run:{run_id}`. */
export const RunState = z
  .strictObject({
    run_id: RunId,
    task_id: TaskId,
    user_id: Name,
    phase: Phase,
    last_exit: PhaseExit.nullable(),
    /** The receipt that brought it here; null before the first, and for what was written before there were receipts. */
    last_gate_id: ReceiptId.nullable(),
    retries_remaining: z.record(Phase, Count),
    /** Only of roles that have fewer retries than their phase; the others count by the phase alone. */
    role_retries_remaining: z.strictObject({ critic: Count.max(ROLE_RETRIES_MAX.critic) }),
    repair_escalations_remaining: Count.max(REPAIR_ESCALATIONS_MAX),
    timers: RunTimers,
    spawned_agents: z.array(SpawnedAgent),
    suspension: Suspension.nullable(),
    delivery: Delivery,
    termination_reason: TerminationReason.nullable(),
    pinned_versions: PinnedVersions,
  })
  .refine(endsInTheLastPhase, {
    path: ['phase'],
    message: 'a run that has ended stands in its last phase',
  })
  .refine(waitsOnlyWhileItRuns, {
    path: ['suspension'],
    message: 'a run that has ended waits for nothing',
  });
export type RunState = z.infer<typeof RunState>;

import {
  approvalRequested,
  artifactRegistered,
  chargesOfMemory,
  hardCallRaised,
  runChildReturned,
  runChildStarted,
  runConflictResolved,
  runCorrectionOrdered,
  runEnvelopeReturned,
  runOutcomeAccepted,
  runPhaseExited,
  runPlanMade,
  runPrepared,
  runReplanRequested,
  runResultGiven,
  runStarted,
  runSubtaskJudged,
  runSuspended,
  runSuspensionEnded,
  runTaskPerceived,
  runTerminated,
  RunId,
  type ArtifactReference,
  type CounterAmounts,
  type CriterionVerdict,
  type JudgedCriterion,
  type LogEntry,
  type Phase,
  type Plan,
  type PlanCalibration,
  type RunChild,
  type RunReport,
  type RunStanding,
  type Suspension,
} from '../contracts/index.ts';
import { invariant } from '../kernel/index.ts';
import { told } from './run-entries.ts';
import { countModelCalls } from './run-model-calls.ts';
import { consumptionOf, limitsOf } from './run-spent.ts';
import { timesOf } from './run-times.ts';

/** What the events of a run do not say of it. */
export interface BesideEvents {
  /** Whether somebody works on it. */
  readonly isHeld: boolean;
  /** What its counter was charged. */
  readonly charged: CounterAmounts;
}

const MS_PER_SECOND = 1_000;

const ERASED = '(its words were erased)';

function chargesOf(entries: readonly LogEntry[]): Pick<RunReport, 'charges'> {
  const factors = told(entries, runTerminated)[0]?.termination.contributing_factors ?? [];
  const charges = [...(told(entries, runResultGiven).at(-1)?.charges ?? []), ...chargesOfMemory(factors)];
  return charges.length === 0 ? {} : { charges };
}

/** One run as a person reads it. Pure; the entries are those of the run, in order, from its start. */
export function reportOf(entries: readonly LogEntry[], { isHeld, charged }: BesideEvents): RunReport {
  const [first] = entries;
  invariant(first?.event.type === runStarted.type, 'a run begins with its start');
  const prepared = told(entries, runPrepared).at(-1);
  const plans = told(entries, runPlanMade);
  const plan = plans.at(-1)?.plan ?? null;
  const termination = told(entries, runTerminated)[0]?.termination ?? null;
  const suspension = termination === null ? suspensionOf(entries) : null;
  const { all, sequential } = countModelCalls(entries);
  const consumed = consumptionOf(entries, charged);
  return {
    run_id: RunId.parse(first.event.aggregate_id),
    request: told(entries, runStarted)[0]?.request ?? ERASED,
    workspace: prepared?.workspace ?? null,
    session_id: prepared?.session_id ?? null,
    engine: prepared?.engine ?? null,
    standing: standingOf({ hasEnded: termination !== null, isHeld, isWaiting: suspension !== null }),
    phase: termination === null ? phaseOf(entries) : 'terminate',
    suspension,
    task: told(entries, runTaskPerceived).at(-1)?.task ?? null,
    plan,
    ...calibrationOf(plans.at(-1)),
    rounds: Math.max(0, ...plans.map(({ round }) => round)),
    criteria: judgedCriteria(entries, plan),
    result: told(entries, runResultGiven).at(-1)?.result ?? null,
    ...chargesOf(entries),
    artifacts: artifactsOf(entries),
    conflicts: told(entries, runConflictResolved).map(({ resolution }) => resolution),
    consumed,
    limits: limitsOf(entries),
    model_calls: all,
    sequential_model_calls: sequential,
    corrections: told(entries, runCorrectionOrdered).length,
    prompts: told(entries, approvalRequested).length + told(entries, hardCallRaised).length,
    started_at: first.event.recorded_at,
    termination,
    times: timesOf(entries, consumed.duration_sec * MS_PER_SECOND),
    ...(prepared?.child_of !== undefined && { child_of: { run_id: prepared.child_of.parent_run_id, deadline_at: prepared.child_of.deadline_at } }),
    ...childrenOf(entries),
  };
}

/** Who was handed work, and what they came to. */
function childrenOf(entries: readonly LogEntry[]): Pick<RunReport, 'children'> {
  const results = new Map(told(entries, runChildReturned).map(({ result }) => [result.child_run_id, result]));
  const children = told(entries, runChildStarted).map(({ child_run_id: childId, task, order: { deadline_at } }): RunChild => {
    const { reason = null, details = null, taint_class = null } = results.get(childId) ?? {};
    return { run_id: childId, task, deadline_at, reason, details, taint_class };
  });
  return children.length === 0 ? {} : { children };
}

function calibrationOf(last: { readonly calibration: PlanCalibration[] } | undefined): Pick<RunReport, 'calibration'> {
  return last === undefined || last.calibration.length === 0 ? {} : { calibration: last.calibration };
}

/** A run that nobody works on and that has not ended can be gone on with, also while it waits. */
export function standingOf({ hasEnded, isHeld, isWaiting }: { readonly hasEnded: boolean; readonly isHeld: boolean; readonly isWaiting: boolean }): RunStanding {
  if (hasEnded) return 'ended';
  if (!isHeld) return 'interrupted';
  return isWaiting ? 'waiting' : 'running';
}

function phaseOf(entries: readonly LogEntry[]): Phase {
  return told(entries, runPhaseExited).flatMap(({ gate }) => gate?.next ?? []).at(-1) ?? 'plan';
}

function suspensionOf(entries: readonly LogEntry[]): Suspension | null {
  const last = entries.findLast(({ event }) => event.type === runSuspended.type || event.type === runSuspensionEnded.type);
  return last === undefined ? null : (told([last], runSuspended)[0]?.suspension ?? null);
}

/** The task's own first, as they were judged last; then those of the subtasks of the last plan. */
function judgedCriteria(entries: readonly LogEntry[], plan: Plan | null): JudgedCriterion[] {
  const ofTask = entries.flatMap((entry): CriterionVerdict[][] => {
    const verdicts = told([entry], runOutcomeAccepted)[0]?.outcome.criteria_verdicts ?? told([entry], runReplanRequested)[0]?.request.criteria_verdicts;
    return verdicts === undefined ? [] : [verdicts];
  });
  const planned = plan === null ? undefined : new Set<string>(plan.subtasks.map(({ subtask_id }) => subtask_id));
  const bySubtask = new Map(told(entries, runSubtaskJudged).map(({ outcome }) => [outcome.subtask_id, outcome.criteria_verdicts]));
  return [
    ...(ofTask.at(-1) ?? []).map((verdict) => ({ subtask_id: null, verdict })),
    ...[...bySubtask].flatMap(([subtask_id, verdicts]) => (planned?.has(subtask_id) === false ? [] : verdicts.map((verdict) => ({ subtask_id, verdict })))),
  ];
}

/** Each once, whether a role handed it back or it was registered by itself. */
function artifactsOf(entries: readonly LogEntry[]): ArtifactReference[] {
  const handed = told(entries, runEnvelopeReturned).flatMap(({ envelope }) => envelope.artifacts);
  const registered = told(entries, artifactRegistered).map(({ artifact: { artifact_id, type, schema_ref, hash } }) => ({ artifact_id, type, schema_ref, hash }));
  return [...new Map([...handed, ...registered].map((artifact) => [artifact.artifact_id, artifact])).values()];
}

import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { Count, JsonObject, Name, NonEmptyText, PositiveCount, RunId, SessionId, SubtaskId, TaintClass, Timestamp } from '../core/index.ts';
import { Attendance } from '../oversight/index.ts';
import { ArtifactReference } from '../roles/index.ts';
import { BudgetConsumption, BudgetResource, ConflictResolution, CriterionVerdict, FailureCharge, FinalResult, OnLimit, Phase, Plan, PlanCalibration, ResourceBudget, RunEngine, Suspension, TaskSpec, TerminationReason, TerminationRecord } from '../runs/index.ts';
import { UndoneChange } from '../tools/file-change.ts';

/** `interrupted`: nobody works on it and it has not ended; it can be gone on with. */
export const RunStanding = z.enum(['running', 'waiting', 'interrupted', 'ended']);
export type RunStanding = z.infer<typeof RunStanding>;

/** A criterion with what was found, and whose it is; the task's own belong to no subtask. */
export const JudgedCriterion = z.strictObject({ subtask_id: SubtaskId.nullable(), verdict: CriterionVerdict });
export type JudgedCriterion = z.infer<typeof JudgedCriterion>;

/**
 * Where the time of a run went. What runs side by side is counted once, a model before a tool; the rest of the time in which
 * it worked is Keelson's own.
 */
export const RunTimes = z.strictObject({
  /** From the start to the first request to a model; null when none was asked. */
  first_model_request_ms: z.number().min(0).nullable(),
  models_ms: z.number().min(0),
  tools_ms: z.number().min(0),
  /** For a person. */
  waiting_ms: z.number().min(0),
  harness_ms: z.number().min(0),
});
export type RunTimes = z.infer<typeof RunTimes>;

/** What a person had taken back of a run, the last time they did. */
export const RunTakenBack = z.strictObject({ at: Timestamp, by: Name, changes: z.array(UndoneChange) });
export type RunTakenBack = z.infer<typeof RunTakenBack>;

/** A critic's word on what was made, as its report says it. */
export const RunReview = z.strictObject({ artifact_id: ArtifactReference.shape.artifact_id, verdict: z.enum(['pass', 'fail']), reasons: z.array(NonEmptyText), required_fixes: z.array(NonEmptyText) });
export type RunReview = z.infer<typeof RunReview>;

/** A run that another one started, as that one's record tells it. */
export const RunChild = z.strictObject({
  run_id: RunId,
  task: NonEmptyText,
  deadline_at: Timestamp,
  /** Null while it has not ended. */
  reason: TerminationReason.nullable(),
  details: NonEmptyText.nullable(),
  taint_class: TaintClass.nullable(),
});
export type RunChild = z.infer<typeof RunChild>;

/** One run as a person reads it. Derived from its events, and from nothing else. */
export const RunReport = z.strictObject({
  run_id: RunId,
  request: NonEmptyText,
  workspace: NonEmptyText.nullable(),
  session_id: SessionId.nullable(),
  /** Null for runs of before engines were told apart. */
  engine: RunEngine.nullable(),
  standing: RunStanding,
  phase: Phase,
  suspension: Suspension.nullable(),
  task: TaskSpec.nullable(),
  /** The latest. */
  plan: Plan.nullable(),
  /** What memory had to say about that plan; left out where it had nothing to say. */
  calibration: z.array(PlanCalibration).optional(),
  rounds: Count,
  criteria: z.array(JudgedCriterion),
  result: FinalResult.nullable(),
  /** Who answers for what was missed; absent where nobody does. */
  charges: z.array(FailureCharge).min(1).optional(),
  artifacts: z.array(ArtifactReference),
  conflicts: z.array(ConflictResolution),
  consumed: BudgetConsumption,
  limits: ResourceBudget.shape.per_run,
  model_calls: Count,
  /** Those of them that had to wait for one another: what a person waits for. */
  sequential_model_calls: Count,
  corrections: Count,
  prompts: Count,
  started_at: Timestamp,
  termination: TerminationRecord.nullable(),
  /** The last report of each critic; none where nothing was reviewed. */
  reviews: z.array(RunReview).optional(),
  times: RunTimes.optional(),
  /** Left out unless somebody had its changes taken back. */
  taken_back: RunTakenBack.optional(),
  /** Of a fork: the run whose record it rests on, and up to which event. What that part used is in what is told here. */
  forked_from: z.strictObject({ run_id: RunId, event_seq: PositiveCount }).optional(),
  /** Of a run that another one started: which, and by when it has to be done. */
  child_of: z.strictObject({ run_id: RunId, deadline_at: Timestamp }).optional(),
  /** Those that it handed work to, the oldest first; what they used is in what is told here once they have ended. */
  children: z.array(RunChild).min(1).optional(),
});
export type RunReport = z.infer<typeof RunReport>;

const reading = {
  empty: 'There are no runs yet: it says so and how to start one.',
  blocked: 'Nothing blocks it: it only reads.',
  degraded: 'What was erased or cannot be read any more is left out.',
  error: 'Shows the error with its code and what to do next.',
};
const storeFailures = ['ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'];

export const RunListRequest = z.strictObject({
  reason: TerminationReason.optional(),
  standing: RunStanding.optional(),
  /** Those that were started on this day (UTC) or later, and on this day or earlier. */
  since: z.iso.date().optional(),
  until: z.iso.date().optional(),
  /** Those that cost at least so much. */
  cost_usd_min: z.number().min(0).optional(),
  /** Those whose plan memory had a word in, or had not. */
  is_recalled: z.boolean().optional(),
  limit: PositiveCount.max(500).default(20),
});
export type RunListRequest = z.infer<typeof RunListRequest>;

export const RunListItem = z.strictObject({
  run_id: RunId,
  request: NonEmptyText,
  standing: RunStanding,
  phase: Phase,
  reason: TerminationReason.nullable(),
  engine: RunEngine.nullable(),
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
  total_tokens: Count,
  cost_usd: z.number().min(0),
  /** Of a run that another one started. */
  parent_run_id: RunId.optional(),
});
export type RunListItem = z.infer<typeof RunListItem>;

/** The latest first. */
export const RunListReport = z.strictObject({ runs: z.array(RunListItem), by_reason: z.partialRecord(TerminationReason, Count), total: Count });
export type RunListReport = z.infer<typeof RunListReport>;

export const runList = defineQuery({ id: 'run.list', request: ['RunListRequest', RunListRequest], response: ['RunListReport', RunListReport], failureCodes: ['input.invalid'], behaviours: reading });

/** By its id, by as much of its end as is unambiguous, or `last`. */
export const RunShowRequest = z.strictObject({ run: NonEmptyText });
export type RunShowRequest = z.infer<typeof RunShowRequest>;

export const runShow = defineQuery({ id: 'run.show', request: ['RunShowRequest', RunShowRequest], response: ['RunReport', RunReport], failureCodes: ['input.invalid', 'run.unknown'], behaviours: reading });

/** One event of a run as surfaces and programs read it: past tense, redacted, in order. */
export const RunEventLine = z.strictObject({ position: PositiveCount, type: NonEmptyText, at: Timestamp, actor: Name, payload: JsonObject.nullable() });
export type RunEventLine = z.infer<typeof RunEventLine>;

export const RunResumeRequest = z.strictObject({
  run: NonEmptyText,
  attendance: Attendance.default('attended'),
  /** As it was started when left out. */
  on_limit: OnLimit.optional(),
  /** Why it may go on under what there is now, where what it was started under is gone. */
  accept_versions: NonEmptyText.optional(),
});
export type RunResumeRequest = z.infer<typeof RunResumeRequest>;

/** What `run.start` and `run.resume` come back with when the run has ended or waits for nobody here. */
export const RunStartReport = z.strictObject({
  run_id: RunId,
  /** The output of the result, or whatever was reached. */
  answer: z.string(),
  /** How often a person was asked. */
  prompts: Count,
  termination: TerminationRecord,
  report: RunReport.optional(),
});
export type RunStartReport = z.infer<typeof RunStartReport>;

export const runResume = defineCommand({
  id: 'run.resume',
  request: ['RunResumeRequest', RunResumeRequest],
  response: ['RunStartReport', RunStartReport],
  durableWrite: 'required',
  policyChecks: ['tool_policy', 'role_contract', 'approval', 'taint', 'budget'],
  invalidates: ['TaskHealthCard', 'DecisionAuditView', 'AttentionLedger'],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'run.unknown', 'run.not_resumable', 'run.waits_for_budget', 'journal.versions_unavailable', 'lease.held', 'model.route_refused', 'model.settings_invalid', 'sandbox.unavailable', ...storeFailures],
  behaviours: {
    empty: 'A run that has ended gives back how it ended, and nothing is done again.',
    blocked: 'While somebody works on it, it says so.',
    degraded: 'Without a model, a run of models says which were looked for and stays as it is.',
    error: 'Shows the error with its code and what to do next; what was done is recorded.',
  },
});

/** Takes note of a warning, and raises the limit when one is given; limits are never lowered. */
export const BudgetAdjustRequest = z.strictObject({ run: NonEmptyText, resource: BudgetResource, limit: z.number().positive().optional(), reason: NonEmptyText });
export type BudgetAdjustRequest = z.infer<typeof BudgetAdjustRequest>;

/** What is held is set aside and not used. A run that waited for this goes on now, or when it is resumed. */
export const BudgetAdjustReport = z.strictObject({ run_id: RunId, resource: BudgetResource, from: z.number().positive(), to: z.number().positive(), consumed: z.number().min(0), held: z.number().min(0), waited: z.boolean() });
export type BudgetAdjustReport = z.infer<typeof BudgetAdjustReport>;

export const budgetAdjust = defineCommand({
  id: 'budget.adjust',
  request: ['BudgetAdjustRequest', BudgetAdjustRequest],
  response: ['BudgetAdjustReport', BudgetAdjustReport],
  durableWrite: 'required',
  policyChecks: ['budget'],
  invalidates: ['BudgetNarrative', 'AttentionLedger'],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'run.unknown', 'run.ended', 'counter.invalid', ...storeFailures],
  behaviours: {
    empty: 'There is always one limit that is spoken of.',
    blocked: 'A run that has ended has no limits left to change, and it says so.',
    degraded: 'When the run is not at work, the new limit waits for it.',
    error: 'Shows the error with its code and what to do next.',
  },
});

import { z } from 'zod';
import { ContextCompaction, PerActivationContextBudget, TaskRunContextPacketAssemblyReceipt, TaskRunContextPacketRequest } from '../context/index.ts';
import { Count, Name, NonEmptyText, PositiveCount, ReceiptId, RunId, SessionId, Sha256, SubtaskId, TaintClass } from '../core/index.ts';
import { FormulaEvaluationReceipt } from '../formulas/index.ts';
import { ToldFact } from '../memory/graph.ts';
import { ApprovalMode, Attendance } from '../oversight/index.ts';
import { AciVersion, NextAction, ReplayCapture, ResultEnvelope, RoleAci, RoleId, RoleRegistry } from '../roles/index.ts';
import {
  ActionDirective,
  ArtifactWaiver,
  BudgetResource,
  BudgetScope,
  ChildOrder,
  ChildResult,
  ConflictResolution,
  ConflictResolutionStrategy,
  ContextSummary,
  CorrectionSignal,
  ExecutionResult,
  FailureCharge,
  FinalResult,
  GateReceipt,
  OnLimit,
  OutcomeSummary,
  Phase,
  PhaseExit,
  Plan,
  PlanCalibration,
  PlanDirective,
  ReplanRequest,
  ResourceBudget,
  RunEngine,
  SubtaskOutcome,
  Suspension,
  TaskSpec,
  TodoList,
  TurnTaken,
} from '../runs/index.ts';
import { ClientFunctions } from '../tools/index.ts';
import { defineEvent } from './define-event.ts';

const of = { run_id: RunId };
/** Rounds count from 1; each replan is one more. */
const round = PositiveCount;
const sameRun = (...models: readonly ('TaskHealthCard' | 'DecisionAuditView' | 'AttentionLedger' | 'BudgetNarrative')[]) => ({ invalidates_read_models: [...models], invalidation_scope: 'same_run' as const });

/** What was settled before anything was done: where, by whom, under which contracts. */
export const runPrepared = defineEvent({
  type: 'run.prepared',
  version: 1,
  payload: z.strictObject({
    ...of,
    engine: RunEngine,
    engine_reason: NonEmptyText,
    workspace: NonEmptyText,
    session_id: SessionId.nullable(),
    attendance: Attendance,
    /** Under which approvals it works, so that it goes on under the same; absent in runs of before it was kept. */
    mode: ApprovalMode.optional(),
    /** Absent means that it ends. */
    on_limit: OnLimit.optional(),
    /** Where the result is also to be written. */
    save_as: NonEmptyText.optional(),
    /** How much the model that is asked first takes in at once, and the largest one; absent in runs of before it was kept. */
    windows: z.strictObject({ context_tokens: PositiveCount, largest_context_tokens: PositiveCount }).optional(),
    /** Of a run that another one started: what it is held to. */
    child_of: ChildOrder.optional(),
    /** Functions that whoever started it answers calls of; absent where none were brought. */
    functions: ClientFunctions.optional(),
    /** What each role's contract has kept for a replay. */
    replay_capture: z.record(RoleId, ReplayCapture),
  }),
});

/** Work was handed to a run of its own. Written with that run's start and with what was set aside for it: all of it, or none. */
export const runChildStarted = defineEvent({
  type: 'run.child_started',
  version: 1,
  payload: z.strictObject({ ...of, child_run_id: RunId, task: NonEmptyText, order: ChildOrder, limits: ResourceBudget.shape.per_run }),
  invalidates: sameRun('TaskHealthCard', 'DecisionAuditView', 'BudgetNarrative'),
});

/** The mailbox of a parent: what a child came to. Written with the child's end, so once, also when nobody works on the parent. */
export const runChildReturned = defineEvent({
  type: 'run.child_returned',
  version: 1,
  payload: z.strictObject({ ...of, result: ChildResult }),
  lifecycle: { receipt: 'result.details' },
  invalidates: sameRun('TaskHealthCard', 'DecisionAuditView', 'BudgetNarrative'),
});

/** A phase is left only with the receipt of its gates. Those of before gates existed have none. */
export const runPhaseExited = defineEvent({
  type: 'run.phase_exited',
  version: 2,
  payload: z.strictObject({ ...of, phase: Phase, exit: PhaseExit, gate: GateReceipt.nullable() }),
  upcasters: { 1: (payload) => ({ ...payload, gate: null }) },
  lifecycle: { receipt: 'gate' },
  invalidates: sameRun('TaskHealthCard', 'DecisionAuditView', 'AttentionLedger'),
});

export const runTaskPerceived = defineEvent({ type: 'run.task_perceived', version: 1, payload: z.strictObject({ ...of, task: TaskSpec }) });

export const runPlanMade = defineEvent({
  type: 'run.plan_made',
  version: 1,
  payload: z.strictObject({ ...of, round, plan: Plan, why: z.string(), under: ActionDirective.nullable(), calibration: z.array(PlanCalibration), /** Absent where nothing was known. */ facts: z.array(ToldFact).optional() }),
});

export const runSubtaskDispatched = defineEvent({
  type: 'run.subtask_dispatched',
  version: 1,
  payload: z.strictObject({ ...of, round, subtask_id: SubtaskId, role_id: RoleId, aci_version: AciVersion, attempt: PositiveCount, call: NonEmptyText, packet_receipt_id: ReceiptId.nullable() }),
});

export const runExecutionReturned = defineEvent({
  type: 'run.execution_returned',
  version: 1,
  payload: z.strictObject({ ...of, round, attempt: PositiveCount, role_id: RoleId, result: ExecutionResult, model_calls: Count, turns: z.array(TurnTaken).optional() }),
});

export const runCorrectionOrdered = defineEvent({ type: 'run.correction_ordered', version: 1, payload: z.strictObject({ ...of, round, signal: CorrectionSignal }) });

export const runSubtaskJudged = defineEvent({ type: 'run.subtask_judged', version: 1, payload: z.strictObject({ ...of, round, outcome: SubtaskOutcome }) });

export const runOutcomeAccepted = defineEvent({ type: 'run.outcome_accepted', version: 1, payload: z.strictObject({ ...of, round, outcome: OutcomeSummary }) });

export const runReplanRequested = defineEvent({ type: 'run.replan_requested', version: 1, payload: z.strictObject({ ...of, round, request: ReplanRequest }) });

/** How hard the solver leans on its order: less when things get better by themselves, more when they get worse. */
export const Urgency = z.enum(['lower', 'normal', 'higher']);
export type Urgency = z.infer<typeof Urgency>;

export const runDirectiveIssued = defineEvent({
  type: 'run.directive_issued',
  version: 1,
  payload: z.strictObject({ ...of, round, directive: PlanDirective, urgency: Urgency, receipts: z.array(FormulaEvaluationReceipt).min(1) }),
});

export const runResultGiven = defineEvent({
  type: 'run.result_given',
  version: 1,
  /** Who answers for what was missed; absent where nobody does, and in results of before this was told. */
  payload: z.strictObject({ ...of, result: FinalResult, receipts: z.array(FormulaEvaluationReceipt), charges: z.array(FailureCharge).min(1).optional() }),
});

export const runEnvelopeReturned = defineEvent({ type: 'run.envelope_returned', version: 1, payload: z.strictObject({ ...of, subtask_id: SubtaskId.nullable(), envelope: ResultEnvelope }) });

/** A role proposed what to do next, and Mother decided. */
export const runNextActionDecided = defineEvent({
  type: 'run.next_action_decided',
  version: 1,
  payload: z.strictObject({ ...of, role_id: RoleId, action: NextAction, decision: z.enum(['honoured', 'declined']), reason: NonEmptyText }),
});

export const runConflictResolved = defineEvent({
  type: 'run.conflict_resolved',
  version: 1,
  payload: z.strictObject({ ...of, resolution: ConflictResolution, tried: z.array(z.strictObject({ strategy: ConflictResolutionStrategy, came_to: NonEmptyText })).min(1) }),
});

/** The same under the conflict's own id, so that each has a record of its own. Written together with the run's. */
export const conflictRecorded = defineEvent({ type: 'conflict.recorded', version: 1, payload: z.strictObject({ resolution: ConflictResolution }) });

export const runContextComposed = defineEvent({
  type: 'run.context_composed',
  version: 1,
  payload: z.strictObject({ ...of, call: NonEmptyText, role_id: RoleId, request: TaskRunContextPacketRequest, receipt: TaskRunContextPacketAssemblyReceipt, activation: PerActivationContextBudget }),
});

export const runContextSummarised = defineEvent({ type: 'run.context_summarised', version: 1, payload: z.strictObject({ ...of, call: NonEmptyText, summary: ContextSummary }) });

/** A conversation went on with another view of itself; `call` is the turn before which that was. */
export const runContextCompacted = defineEvent({ type: 'run.context_compacted', version: 1, payload: z.strictObject({ ...of, call: NonEmptyText, role_id: RoleId, compaction: ContextCompaction }) });

/** The list of what is still to be done, as whoever works wrote it: the whole of it. */
export const runTodosWritten = defineEvent({ type: 'run.todos_written', version: 1, payload: z.strictObject({ ...of, call: NonEmptyText, items: TodoList }) });

/** The summary itself, in the stream of its own id, so that it can be read again with the taint of what it was made from. */
export const contextSummaryKept = defineEvent({ type: 'context.summary_kept', version: 1, payload: z.strictObject({ summary: ContextSummary, taint_class: TaintClass }) });

export const runBudgetWarned = defineEvent({
  type: 'run.budget_warned',
  version: 1,
  payload: z.strictObject({ ...of, scope: BudgetScope, resource: BudgetResource, limit: z.number().positive(), consumed: z.number().min(0) }),
});

/** Something was not begun because a limit does not hold it. What comes of that is told by what follows. */
export const runLimitReached = defineEvent({
  type: 'run.limit_reached',
  version: 1,
  payload: z.strictObject({ ...of, scope: BudgetScope, resource: BudgetResource, limit: z.number().min(0), consumed: z.number().min(0), needed: z.number().min(0) }),
  invalidates: sameRun('BudgetNarrative', 'AttentionLedger'),
});

/** A person took note of a warning, and may have raised the limit. */
export const runBudgetAdjusted = defineEvent({
  type: 'run.budget_adjusted',
  version: 1,
  payload: z.strictObject({ ...of, resource: BudgetResource, from: z.number().positive(), to: z.number().positive(), adjusted_by: Name, reason: NonEmptyText }),
  lifecycle: { receipt: 'reason' },
  invalidates: sameRun('BudgetNarrative', 'AttentionLedger'),
});

/** The system was full, so the run did not begin. */
export const runCircuitOpened = defineEvent({ type: 'run.circuit_opened', version: 1, payload: z.strictObject({ ...of, resource: NonEmptyText, limit: z.number().positive(), current: z.number().min(0) }) });

export const runSuspended = defineEvent({
  type: 'run.suspended',
  version: 1,
  payload: z.strictObject({ ...of, suspension: Suspension, why: NonEmptyText }),
  lifecycle: { receipt: 'why' },
  invalidates: sameRun('AttentionLedger', 'TaskHealthCard'),
});

export const runSuspensionEnded = defineEvent({
  type: 'run.suspension_ended',
  version: 1,
  payload: z.strictObject({ ...of, why: NonEmptyText }),
  lifecycle: { receipt: 'why' },
  invalidates: sameRun('AttentionLedger', 'TaskHealthCard'),
});

/** A phase, or a role in it, is tried once more; every try says why and how many are left. */
export const runRetryTaken = defineEvent({
  type: 'run.retry_taken',
  version: 1,
  payload: z.strictObject({ ...of, phase: Phase, role_id: RoleId.nullable(), remaining: Count, why: NonEmptyText }),
});

/** Whoever worked on the run is gone, as was seen on their machine: its lease was taken in the same append, without waiting for its end. */
export const runTakenOver = defineEvent({
  type: 'run.taken_over',
  version: 1,
  payload: z.strictObject({ ...of, from_holder: NonEmptyText, from_token: PositiveCount, by_holder: NonEmptyText, why: NonEmptyText }),
});

/** Somebody wants to go on with the run, and waits for whoever holds it: nobody can tell from here whether they are gone. */
export const runHoldAwaited = defineEvent({
  type: 'run.hold_awaited',
  version: 1,
  payload: z.strictObject({ ...of, holder: NonEmptyText, wait_ms_max: PositiveCount, why: NonEmptyText }),
});

export const runArtifactWaived = defineEvent({ type: 'run.artifact_waived', version: 1, payload: z.strictObject({ ...of, waiver: ArtifactWaiver }) });

/** The registry as it is from now on; the hash is of all contracts that it names. */
export const registryRolesPublished = defineEvent({
  type: 'registry.roles_published',
  version: 1,
  payload: z.strictObject({ registry: RoleRegistry, contracts_hash: Sha256 }),
});

/** One contract, in the stream `role:vN`. It is never published again: a changed contract takes a new N. */
export const registryRoleContractPublished = defineEvent({ type: 'registry.role_contract_published', version: 1, payload: z.strictObject({ contract: RoleAci }) });

/** A conversation was opened; it has nothing in it yet. */
export const sessionStarted = defineEvent({ type: 'session.started', version: 1, payload: z.strictObject({ session_id: SessionId, started_by: Name }) });

/** What a person asked and what came of it, kept so that they can go on from there. */
export const sessionExchangeRecorded = defineEvent({
  type: 'session.exchange_recorded',
  version: 1,
  /** The taint is that of everything it was made from; absent in exchanges of before it was kept. */
  payload: z.strictObject({ session_id: SessionId, run_id: RunId, input: NonEmptyText, summary: NonEmptyText, taint_class: TaintClass.optional() }),
});

export const RUN_EVENTS = [
  runPrepared,
  runChildStarted,
  runChildReturned,
  runPhaseExited,
  runTaskPerceived,
  runPlanMade,
  runSubtaskDispatched,
  runExecutionReturned,
  runCorrectionOrdered,
  runSubtaskJudged,
  runOutcomeAccepted,
  runReplanRequested,
  runDirectiveIssued,
  runResultGiven,
  runEnvelopeReturned,
  runNextActionDecided,
  runConflictResolved,
  conflictRecorded,
  runContextComposed,
  runContextSummarised,
  runContextCompacted,
  runTodosWritten,
  contextSummaryKept,
  runBudgetWarned,
  runLimitReached,
  runBudgetAdjusted,
  runCircuitOpened,
  runSuspended,
  runSuspensionEnded,
  runRetryTaken,
  runTakenOver,
  runHoldAwaited,
  runArtifactWaived,
  registryRolesPublished,
  registryRoleContractPublished,
  sessionStarted,
  sessionExchangeRecorded,
] as const;

import { z } from 'zod';
import { ReadModelKind } from '../commands/operation.ts';
import { Name, NonEmptyText, RunId, TaskId } from '../core/index.ts';
import { checkpointCreated, taskReplayForkCreated } from '../forks/fork-events.ts';
import { FormulaEvaluationReceipt, MetricObservation, MetricRollup } from '../formulas/index.ts';
import {
  CounterClosed,
  CounterOpened,
  CounterRaised,
  CounterReserved,
  CounterSettled,
  ExternalizationRecord,
  PayloadErasure,
  ReadModelDerivation,
  ReadModelInvalidation,
  SessionMessage,
  StepCancellation,
  StepDivergence,
  StepIntent,
  StepResolution,
  StepResult,
} from '../ledger/index.ts';
import { GRAPH_EVENTS } from '../memory/graph-events.ts';
import { MEMORY_EVENTS } from '../memory/memory-events.ts';
import { PREFERENCE_EVENTS } from '../memory/preferences.ts';
import { runReplaySealed, taskReplayEnded } from '../replay/replay-events.ts';
import { Artifact, PinnedVersions, ResourceBudget, TerminationRecord } from '../runs/index.ts';
import { ARTIFACT_EVENTS } from './artifact-events.ts';
import { API_KEY_EVENTS } from './api-key-events.ts';
import { CALIBRATION_EVENTS } from './calibration-events.ts';
import { defineEvent, type EventDefinition } from './define-event.ts';
import {
  modelCalibrated,
  modelReliabilityMeasured,
  runExceptionRaised,
  runLlmEnded,
  runLlmStarted,
  runModelRouted,
  runPromptPrefixChanged,
} from './model-events.ts';
import { OVERSIGHT_EVENTS } from './oversight-events.ts';
import { RESPONSE_EVENTS } from './response-events.ts';
import { RUN_EVENTS } from './run-events.ts';
import { SCHEDULE_EVENTS } from './schedule-events.ts';
import {
  registryToolsPublished,
  runChangesUndone,
  runToolEnded,
  runToolAnswered,
  runToolRefused,
  runToolRouted,
  runToolStarted,
  sandboxDecided,
  toolMade,
  toolPinned,
  toolUsed,
} from './tool-events.ts';

export const runStarted = defineEvent({
  type: 'run.started',
  version: 1,
  payload: z.strictObject({
    run_id: RunId,
    task_id: TaskId,
    user_id: Name,
    /** The person's words, unaltered. */
    request: z.string().min(1),
    budget: ResourceBudget.shape.per_run,
    pinned_versions: PinnedVersions,
  }),
});

export const runTerminated = defineEvent({
  type: 'run.terminated',
  version: 1,
  payload: z.strictObject({ termination: TerminationRecord }),
  lifecycle: { receipt: 'termination.details' },
  invalidates: {
    invalidates_read_models: ['TaskHealthCard', 'RunDiff', 'DecisionAuditView', 'AttentionLedger', 'BudgetNarrative'],
    invalidation_scope: 'same_run',
  },
});

export const artifactRegistered = defineEvent({
  type: 'artifact.registered',
  version: 1,
  payload: z.strictObject({ artifact: Artifact }),
  invalidates: {
    invalidates_read_models: ['TaskReliancePacket', 'WorkProductCertification', 'EvidencePackage', 'RunDiff'],
    invalidation_scope: 'same_task',
  },
});

export const metricObserved = defineEvent({
  type: 'metric.observed',
  version: 1,
  payload: z.strictObject({ observation: MetricObservation, receipt: FormulaEvaluationReceipt }),
  derived: [{ value: 'observation.value', receipt: 'receipt' }],
});

export const metricRolledUp = defineEvent({
  type: 'metric.rolled_up',
  version: 1,
  payload: z.strictObject({ rollup: MetricRollup, receipt: FormulaEvaluationReceipt }),
  derived: [{ value: 'rollup.value', receipt: 'receipt' }],
});

export const runStepIntended = defineEvent({
  type: 'run.step_intended',
  version: 1,
  payload: z.strictObject({ run_id: RunId, intent: StepIntent }),
});

export const runStepCompleted = defineEvent({
  type: 'run.step_completed',
  version: 1,
  payload: z.strictObject({ run_id: RunId, result: StepResult }),
});

export const runStepCancelled = defineEvent({
  type: 'run.step_cancelled',
  version: 1,
  payload: z.strictObject({ run_id: RunId, cancellation: StepCancellation }),
});

export const runStepDiverged = defineEvent({
  type: 'run.step_diverged',
  version: 1,
  payload: z.strictObject({ run_id: RunId, divergence: StepDivergence }),
});

export const runStepResolved = defineEvent({
  type: 'run.step_resolved',
  version: 1,
  payload: z.strictObject({ run_id: RunId, resolution: StepResolution }),
  lifecycle: { receipt: 'resolution.reason' },
  invalidates: { invalidates_read_models: ['TaskHealthCard', 'DecisionAuditView', 'AttentionLedger'], invalidation_scope: 'same_run' },
});

/** Steps of the journal that hold what models and tools said, whole: whoever wants that reads the ledger. A divergence holds hashes alone. */
export const STEPS_WITH_CONTENT: ReadonlySet<string> = new Set([runStepIntended.type, runStepCompleted.type, runStepCancelled.type, runStepResolved.type]);

export const runVersionsAccepted = defineEvent({
  type: 'run.versions_accepted',
  version: 1,
  payload: z.strictObject({ run_id: RunId, pinned_versions: PinnedVersions, accepted_by: Name, reason: NonEmptyText }),
  lifecycle: { receipt: 'reason' },
  invalidates: { invalidates_read_models: ['RunDiff', 'DecisionAuditView'], invalidation_scope: 'same_run' },
});

export const counterOpened = defineEvent({ type: 'counter.opened', version: 1, payload: CounterOpened });
export const counterRaised = defineEvent({ type: 'counter.raised', version: 1, payload: CounterRaised });
export const counterReserved = defineEvent({ type: 'counter.reserved', version: 1, payload: CounterReserved });
export const counterSettled = defineEvent({ type: 'counter.settled', version: 1, payload: CounterSettled });
export const counterClosed = defineEvent({ type: 'counter.closed', version: 1, payload: CounterClosed });

export const sessionMessageRecorded = defineEvent({ type: 'session.message_recorded', version: 1, payload: SessionMessage });

/** Any view may rest on what was erased, so all that refer to it fall. */
export const ledgerPayloadErased = defineEvent({
  type: 'ledger.payload_erased',
  version: 1,
  payload: PayloadErasure,
  lifecycle: { receipt: 'reason' },
  invalidates: { invalidates_read_models: [...ReadModelKind.options], invalidation_scope: 'specific_refs' },
});

export const readModelDerived = defineEvent({
  type: 'read_model.derived',
  version: 1,
  payload: ReadModelDerivation,
  snapshots: [{ path: 'record', setLater: ['valid_until_event_seq', 'invalidated_by_event_ref'] }],
});

/** It is the invalidation itself, so it calls for no further one. */
export const readModelInvalidated = defineEvent({
  type: 'read_model.invalidated',
  version: 1,
  payload: ReadModelInvalidation,
  lifecycle: { receipt: 'invalidated_by_event_ref' },
  invalidates: 'nothing',
});

export const externalizationRecorded = defineEvent({ type: 'externalization.recorded', version: 1, payload: ExternalizationRecord });

/** Every event the product writes. Defined once, never edited: a change is a new version with an upcaster. */
export const EVENTS: readonly EventDefinition[] = [
  runStarted,
  runTerminated,
  artifactRegistered,
  ...ARTIFACT_EVENTS,
  metricObserved,
  metricRolledUp,
  runStepIntended,
  runStepCompleted,
  runStepCancelled,
  runStepDiverged,
  runStepResolved,
  runVersionsAccepted,
  counterOpened,
  counterRaised,
  counterReserved,
  counterSettled,
  counterClosed,
  sessionMessageRecorded,
  ledgerPayloadErased,
  readModelDerived,
  readModelInvalidated,
  externalizationRecorded,
  runModelRouted,
  runLlmStarted,
  runLlmEnded,
  runExceptionRaised,
  runPromptPrefixChanged,
  modelCalibrated,
  modelReliabilityMeasured,
  runToolRouted,
  runToolStarted,
  runToolAnswered,
  runToolRefused,
  runToolEnded,
  runChangesUndone,
  toolUsed,
  toolMade,
  toolPinned,
  registryToolsPublished,
  sandboxDecided,
  ...OVERSIGHT_EVENTS,
  ...RUN_EVENTS,
  ...SCHEDULE_EVENTS,
  runReplaySealed,
  taskReplayEnded,
  taskReplayForkCreated,
  checkpointCreated,
  ...MEMORY_EVENTS,
  ...GRAPH_EVENTS,
  ...PREFERENCE_EVENTS,
  ...CALIBRATION_EVENTS,
  ...API_KEY_EVENTS,
  ...RESPONSE_EVENTS,
];

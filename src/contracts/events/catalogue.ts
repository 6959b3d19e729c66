import { z } from 'zod';
import { Name, RunId, TaskId } from '../core/index.ts';
import { FormulaEvaluationReceipt, MetricObservation, MetricRollup } from '../formulas/index.ts';
import { Artifact, Phase, PhaseExit, PinnedVersions, ResourceBudget, TerminationRecord } from '../runs/index.ts';
import { defineEvent, type EventDefinition } from './define-event.ts';

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

export const runPhaseExited = defineEvent({
  type: 'run.phase_exited',
  version: 1,
  payload: z.strictObject({ run_id: RunId, phase: Phase, exit: PhaseExit }),
});

export const runTerminated = defineEvent({
  type: 'run.terminated',
  version: 1,
  payload: z.strictObject({ termination: TerminationRecord }),
});

export const artifactRegistered = defineEvent({
  type: 'artifact.registered',
  version: 1,
  payload: z.strictObject({ artifact: Artifact }),
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

/** Every event the product writes. Defined once, never edited: a change is a new version with an upcaster. */
export const EVENTS: readonly EventDefinition[] = [
  runStarted,
  runPhaseExited,
  runTerminated,
  artifactRegistered,
  metricObserved,
  metricRolledUp,
];

import { documentKey, RunId } from '../../contracts/index.ts';
import { counterProjection } from '../counters/counter-projection.ts';
import { approvalGrantProjection, approvalProjection, approvalResolutionProjection, approvalUseProjection } from './approvals.ts';
import { archivedArtifactProjection, artifactMetadataProjection, artifactProjection, collectionReportProjection } from './artifacts.ts';
import { attentionProjection } from './attention.ts';
import { attentionNoticesProjection } from './attention-notices.ts';
import { openChildrenProjection } from './children.ts';
import { apiKeysProjection } from './api-keys.ts';
import { calibrationProjection } from './calibration.ts';
import { conflictProjection } from './conflicts.ts';
import { contextPacketsProjection, contextSummaryProjection } from './context-packets.ts';
import { budgetProjection } from './budgets.ts';
import { dreamerProjection } from './dreamer.ts';
import { executedEffectsProjection } from './executed-effects.ts';
import { forkProjection, runCheckpointsProjection } from './forks.ts';
import { graphNodeProjection } from './graph.ts';
import { functionCallProjection, functionCallSettlementProjection } from './function-calls.ts';
import { hardCallProjection, hardCallResolutionProjection } from './hard-calls.ts';
import { memoryPlaceProjection } from './memory-place.ts';
import { memorySpaceProjection } from './memory-space.ts';
import { modelCalibrationProjection, modelReliabilityProjection } from './model-measures.ts';
import { preferencesProjection } from './preferences.ts';
import { responseProjection } from './responses.ts';
import { runCourseProjection } from './run-course.ts';
import { runDirectoryProjection, runIndexProjection } from './run-directory.ts';
import { runStateProjection } from './run-state.ts';
import { scheduleProjection } from './schedules.ts';
import { sessionDirectoryProjection, sessionProjection } from './sessions.ts';
import { roleContractProjection, roleRegistryProjection } from './roles.ts';
import { madeToolsProjection, sandboxDecisionProjection, toolPinProjection, toolRegistryProjection, toolStatsProjection } from './tool-measures.ts';
import { workspaceTaintProjection } from './taint.ts';
import type { DocumentBody, Projection } from './projection.ts';
import { todosProjection } from './todos.ts';

/** The one termination record of a run, under its own key; a second one is refused. */
export const terminationProjection: Projection = {
  name: 'termination',
  version: 1,
  types: ['run.terminated'],
  key: ({ streamId }) => documentKey.termination(RunId.parse(streamId)),
  fold: (_current, { payload }) => payload['termination'] as DocumentBody,
  isFinal: true,
};

/** What a replay of the run needs, sealed with its end. */
export const replayBundleProjection: Projection = {
  name: 'replay_bundle',
  version: 1,
  types: ['run.replay_sealed'],
  key: ({ streamId }) => documentKey.replay(RunId.parse(streamId)),
  fold: (_current, { payload }) => payload['bundle'] as DocumentBody,
  isFinal: true,
};

export const BUILTIN_PROJECTIONS: readonly Projection[] = [
  terminationProjection,
  replayBundleProjection,
  artifactProjection,
  counterProjection,
  budgetProjection,
  modelCalibrationProjection,
  modelReliabilityProjection,
  toolStatsProjection,
  toolRegistryProjection,
  toolPinProjection,
  madeToolsProjection,
  sandboxDecisionProjection,
  functionCallProjection,
  functionCallSettlementProjection,
  hardCallProjection,
  hardCallResolutionProjection,
  attentionProjection,
  attentionNoticesProjection,
  executedEffectsProjection,
  approvalProjection,
  approvalResolutionProjection,
  approvalUseProjection,
  approvalGrantProjection,
  workspaceTaintProjection,
  runStateProjection,
  runIndexProjection,
  runDirectoryProjection,
  sessionProjection,
  sessionDirectoryProjection,
  roleRegistryProjection,
  roleContractProjection,
  artifactMetadataProjection,
  archivedArtifactProjection,
  scheduleProjection,
  collectionReportProjection,
  contextSummaryProjection,
  contextPacketsProjection,
  todosProjection,
  openChildrenProjection,
  conflictProjection,
  runCheckpointsProjection,
  forkProjection,
  memoryPlaceProjection,
  memorySpaceProjection,
  dreamerProjection,
  graphNodeProjection,
  preferencesProjection,
  runCourseProjection,
  calibrationProjection,
  apiKeysProjection,
  responseProjection,
];

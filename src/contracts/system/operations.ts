import { auditBeginAgain, auditListReports, auditReport, auditVerify } from '../audit/audit-operations.ts';
import type { Operation } from '../commands/operation.ts';
import { checkpointCreate, checkpointList, taskReplayCreateFork, taskReplayPreviewFork } from '../forks/fork-operations.ts';
import { taskReplayExport, taskReplayPreview, taskReplayRun } from '../replay/replay-operations.ts';
import { approvalAnswer, attentionFollow, attentionList, attentionShow, attentionSkip, functionCallAnswer, hardCallAnswer, runCancel, runSteer, taintReview } from './attention.ts';
import { keyCreate, keyList, keyRevoke } from './api-keys.ts';
import { budgetShow } from './budget-show.ts';
import { calibrationApply, calibrationPropose, calibrationShow, calibrationWithdraw } from './calibration.ts';
import { configAccept } from './config-accept.ts';
import { systemDoctor } from './doctor.ts';
import { injectionCheck } from './injection-check.ts';
import { ledgerAcceptLoss, ledgerPreviewLoss } from './ledger-accept-loss.ts';
import { ledgerBackup } from './ledger-backup.ts';
import { ledgerEvents } from './ledger-events.ts';
import { ledgerPreviewRebuild, ledgerRebuild } from './ledger-rebuild.ts';
import { ledgerPreviewRestore, ledgerRestore } from './ledger-restore.ts';
import { ledgerStats } from './ledger-stats.ts';
import { ledgerVerify } from './ledger-verify.ts';
import { memoryCorrect, memoryDream, memoryForget, memoryList, memoryNote, memoryShow } from './memory.ts';
import { serverStart, serverStop } from './server.ts';
import { memoryFact, memoryGraph } from './memory-graph.ts';
import { memoryPreferences, memoryPreferencesSave } from './memory-preferences.ts';
import { mockModelExample, mockModelRequests, mockModelStart, mockModelStop } from './mock-model.ts';
import { modelsList } from './models-list.ts';
import { commandCheck, pathCheck, urlCheck } from './policy-check.ts';
import { protocolServe } from './protocol.ts';
import { requirementsList } from './requirements.ts';
import { runFind } from './run-find.ts';
import { artifactChange, artifactList, collectionPreview, collectionReports, collectionRun } from './artifact-life.ts';
import { artifactShow } from './artifact-show.ts';
import { budgetAdjust, runList, runResume, runShow } from './run-report.ts';
import { runStart } from './run-start.ts';
import { runTerms } from './run-terms.ts';
import { runPreviewUndo, runUndo } from './run-undo.ts';
import { scheduleAdd, scheduleChange, scheduleList, scheduleShow, scheduleWork } from './schedules.ts';
import { sessionShow, sessionStart } from './session.ts';
import { statsShow } from './stats.ts';
import { textCheck } from './text-check.ts';
import { toolsAccept, toolsList } from './tools-list.ts';
import { toolsOutput } from './tools-output.ts';
import { toolsPreview, toolsRoute, toolsRun } from './tools-run.ts';

/** Every operation that exists. A surface offers nothing that is not here, and each one here is served. */
export const OPERATIONS: readonly Operation[] = [
  systemDoctor,
  requirementsList,
  textCheck,
  commandCheck,
  pathCheck,
  urlCheck,
  injectionCheck,
  runStart,
  runTerms,
  runResume,
  runList,
  runFind,
  runShow,
  artifactShow,
  artifactList,
  artifactChange,
  collectionRun,
  collectionPreview,
  collectionReports,
  scheduleAdd,
  scheduleShow,
  scheduleList,
  scheduleChange,
  scheduleWork,
  sessionStart,
  sessionShow,
  budgetAdjust,
  budgetShow,
  attentionList,
  attentionFollow,
  attentionShow,
  attentionSkip,
  approvalAnswer,
  hardCallAnswer,
  functionCallAnswer,
  runSteer,
  runCancel,
  taintReview,
  configAccept,
  toolsList,
  toolsAccept,
  toolsRoute,
  toolsPreview,
  toolsRun,
  toolsOutput,
  runPreviewUndo,
  runUndo,
  taskReplayPreview,
  taskReplayRun,
  taskReplayExport,
  taskReplayPreviewFork,
  taskReplayCreateFork,
  checkpointCreate,
  checkpointList,
  modelsList,
  memoryList,
  memoryShow,
  memoryCorrect,
  memoryForget,
  memoryNote,
  memoryDream,
  keyCreate,
  keyList,
  keyRevoke,
  serverStart,
  serverStop,
  protocolServe,
  memoryGraph,
  memoryFact,
  memoryPreferences,
  memoryPreferencesSave,
  mockModelStart,
  mockModelRequests,
  mockModelStop,
  mockModelExample,
  ledgerVerify,
  ledgerStats,
  ledgerEvents,
  ledgerBackup,
  ledgerPreviewRebuild,
  ledgerRebuild,
  ledgerPreviewRestore,
  ledgerRestore,
  ledgerPreviewLoss,
  ledgerAcceptLoss,
  auditReport,
  auditListReports,
  auditVerify,
  auditBeginAgain,
  statsShow,
  calibrationPropose,
  calibrationShow,
  calibrationApply,
  calibrationWithdraw,
];

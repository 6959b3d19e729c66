import { z } from 'zod';
import { AccessLogId, ApprovalId, ArtifactId, ConflictId, FunctionCallId, HardCallId, Name, PositiveCount, ResponseId, RunId, ScheduleId, SessionId, Sha256, SummaryId, Timestamp } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { GraphStreamId } from '../memory/graph.ts';
import { MemoryStreamId } from '../memory/memory-documents.ts';
import { PreferencesStreamId } from '../memory/preferences.ts';
import { ToolId } from '../tools/tool-id.ts';

const CalendarDate = z.iso.date();

const joined = (...parts: readonly string[]): string => parts.join(':');

/**
 * The names under which current state is kept. Every part is parsed by its own schema, and none of those lets a
 * colon through (a timestamp does, but it stands last), so two different documents can never share a key. A part that
 * does not parse is a defect of the caller: the zod error is not caught, and nothing is ever escaped.
 */
export const documentKey = {
  termination: (runId: RunId) => joined('termination', RunId.parse(runId)),
  runBudget: (runId: RunId) => joined('budget', 'run', RunId.parse(runId)),
  userDailyBudget: (userId: Name, date: string) => joined('budget', 'user', Name.parse(userId), 'daily', CalendarDate.parse(date)),
  globalBudget: () => joined('budget', 'global'),
  toolRegistry: () => joined('registry', 'tools'),
  toolStats: (toolId: ToolId) => joined('tool_stats', ToolId.parse(toolId)),
  toolPin: (toolId: ToolId) => joined('tool_pin', ToolId.parse(toolId)),
  sandboxDecision: () => joined('sandbox', 'decision'),
  approval: (approvalId: ApprovalId) => joined('approval', ApprovalId.parse(approvalId)),
  approvalResolution: (approvalId: ApprovalId) => joined('approval_resolution', ApprovalId.parse(approvalId)),
  approvalUse: (approvalId: ApprovalId) => joined('approval_use', ApprovalId.parse(approvalId)),
  approvalGrant: (scopeKey: Sha256) => joined('approval_grant', Sha256.parse(scopeKey)),
  hardCall: (hardCallId: HardCallId) => joined('hard_call', HardCallId.parse(hardCallId)),
  hardCallResolution: (hardCallId: HardCallId) => joined('hard_call_resolution', HardCallId.parse(hardCallId)),
  functionCall: (callId: FunctionCallId) => joined('function_call', FunctionCallId.parse(callId)),
  functionCallSettlement: (callId: FunctionCallId) => joined('function_call_settlement', FunctionCallId.parse(callId)),
  attention: () => joined('attention', 'open'),
  attentionNotices: () => joined('attention', 'notices'),
  executedEffects: (runId: RunId) => joined('executed_effects', RunId.parse(runId)),
  workspaceTaint: (workspaceHash: Sha256) => joined('taint', 'workspace', Sha256.parse(workspaceHash)),
  conflict: (conflictId: ConflictId) => joined('conflict', ConflictId.parse(conflictId)),
  todos: (runId: RunId) => joined('todos', RunId.parse(runId)),
  contextPackets: (runId: RunId) => joined('context_packets', RunId.parse(runId)),
  contextSummary: (summaryId: SummaryId) => joined('context_summary', SummaryId.parse(summaryId)),
  artifactMeta: (artifactId: ArtifactId) => joined('artifact_meta', ArtifactId.parse(artifactId)),
  archivedArtifact: (artifactId: ArtifactId) => joined('archive', 'artifact', ArtifactId.parse(artifactId)),
  libraryPolicy: (libraryId: Name) => joined('policy', 'library', Name.parse(libraryId)),
  accessLog: (logId: AccessLogId) => joined('access_log', AccessLogId.parse(logId)),
  libraryAccessLogs: (libraryId: Name) => joined('access_logs', Name.parse(libraryId)),
  securityViolations: () => joined('security', 'violations'),
  garbageCollectionReport: (startedAt: Timestamp) => joined('gc_report', Timestamp.parse(startedAt)),
  roleRegistry: () => joined('registry', 'roles'),
  roleAci: (roleId: RoleId, version: number) => joined('aci', RoleId.parse(roleId), `v${PositiveCount.parse(version)}`),
  run: (runId: RunId) => joined('run', RunId.parse(runId)),
  artifact: (artifactId: ArtifactId) => joined('artifact', ArtifactId.parse(artifactId)),
  madeTools: () => joined('tools', 'made'),
  activityStream: () => joined('activity', 'stream'),
  runIndex: (runId: RunId) => joined('run_index', RunId.parse(runId)),
  childrenOpen: () => joined('children', 'open'),
  runCourse: (runId: RunId) => joined('run_course', RunId.parse(runId)),
  solverCalibration: () => joined('calibration', 'solver'),
  apiKeys: () => joined('api_keys', 'all'),
  runDirectory: () => joined('runs', 'directory'),
  schedule: (scheduleId: ScheduleId) => joined('schedule', ScheduleId.parse(scheduleId)),
  session: (sessionId: SessionId) => joined('session', SessionId.parse(sessionId)),
  sessionDirectory: () => joined('sessions', 'directory'),
  runCheckpoints: (runId: RunId) => joined('checkpoints', RunId.parse(runId)),
  fork: (newRunId: RunId) => joined('fork', RunId.parse(newRunId)),
  memoryPlace: (stream: MemoryStreamId) => joined('memory_place', MemoryStreamId.parse(stream)),
  /** Of the stream of any of its places; only the entity is left out. */
  memorySpace: (stream: MemoryStreamId) => joined('memory_space', MemoryStreamId.parse(stream).slice(0, stream.lastIndexOf(':'))),
  dreamer: () => joined('memory', 'dreamer'),
  graphNode: (stream: GraphStreamId) => joined('graph_node', GraphStreamId.parse(stream).slice('graph:'.length)),
  preferences: (stream: PreferencesStreamId) => PreferencesStreamId.parse(stream),
  response: (responseId: ResponseId) => joined('response', ResponseId.parse(responseId)),
  replay: (runId: RunId) => joined('replay', RunId.parse(runId)),
} as const;

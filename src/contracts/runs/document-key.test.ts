import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { ApprovalId, FunctionCallId, HardCallId, ResponseId, ScheduleId, SessionId } from '../core/index.ts';
import { documentKey } from './document-key.ts';

const body = '01JFGWZ0000000000000000001';

describe('a document key', () => {
  it('has one spelling for each document', verifies('KEL-RUNS-04', 'KEL-RUNS-22'), () => {
    expect({
      termination: documentKey.termination(sample.runId),
      runBudget: documentKey.runBudget(sample.runId),
      userDailyBudget: documentKey.userDailyBudget('ada', '2026-01-02'),
      globalBudget: documentKey.globalBudget(),
      toolRegistry: documentKey.toolRegistry(),
      toolStats: documentKey.toolStats('git_status'),
      toolPin: documentKey.toolPin('git_status'),
      sandboxDecision: documentKey.sandboxDecision(),
      conflict: documentKey.conflict(sample.conflictId),
      todos: documentKey.todos(sample.runId),
      contextPackets: documentKey.contextPackets(sample.runId),
      contextSummary: documentKey.contextSummary(sample.summaryId),
      artifactMeta: documentKey.artifactMeta(sample.artifactId),
      archivedArtifact: documentKey.archivedArtifact(sample.artifactId),
      libraryPolicy: documentKey.libraryPolicy('financials'),
      accessLog: documentKey.accessLog(sample.accessLogId),
      libraryAccessLogs: documentKey.libraryAccessLogs('financials'),
      securityViolations: documentKey.securityViolations(),
      garbageCollectionReport: documentKey.garbageCollectionReport(sample.time),
      roleRegistry: documentKey.roleRegistry(),
      roleAci: documentKey.roleAci('coder', 1),
      run: documentKey.run(sample.runId),
      artifact: documentKey.artifact(sample.artifactId),
      madeTools: documentKey.madeTools(),
      activityStream: documentKey.activityStream(),
      replay: documentKey.replay(sample.runId),
      runIndex: documentKey.runIndex(sample.runId),
      childrenOpen: documentKey.childrenOpen(),
      runCourse: documentKey.runCourse(sample.runId),
      solverCalibration: documentKey.solverCalibration(),
      apiKeys: documentKey.apiKeys(),
      runDirectory: documentKey.runDirectory(),
      schedule: documentKey.schedule(ScheduleId.parse(`sch_${body}`)),
      session: documentKey.session(SessionId.parse(`ses_${body}`)),
      sessionDirectory: documentKey.sessionDirectory(),
      approval: documentKey.approval(ApprovalId.parse(`apr_${body}`)),
      approvalResolution: documentKey.approvalResolution(ApprovalId.parse(`apr_${body}`)),
      approvalUse: documentKey.approvalUse(ApprovalId.parse(`apr_${body}`)),
      approvalGrant: documentKey.approvalGrant('a'.repeat(64)),
      hardCall: documentKey.hardCall(HardCallId.parse(`hcl_${body}`)),
      functionCall: documentKey.functionCall(FunctionCallId.parse(`fnc_${body}`)),
      functionCallSettlement: documentKey.functionCallSettlement(FunctionCallId.parse(`fnc_${body}`)),
      hardCallResolution: documentKey.hardCallResolution(HardCallId.parse(`hcl_${body}`)),
      attention: documentKey.attention(),
      attentionNotices: documentKey.attentionNotices(),
      executedEffects: documentKey.executedEffects(sample.runId),
      workspaceTaint: documentKey.workspaceTaint('a'.repeat(64)),
      runCheckpoints: documentKey.runCheckpoints(sample.runId),
      fork: documentKey.fork(sample.runId),
      memoryPlace: documentKey.memoryPlace(`none:tool:shell:${'a'.repeat(32)}`),
      memorySpace: documentKey.memorySpace(`in.acme:tool:shell:${'a'.repeat(32)}`),
      dreamer: documentKey.dreamer(),
      graphNode: documentKey.graphNode(`graph:default:in.acme:${'a'.repeat(32)}`),
      preferences: documentKey.preferences(`preferences:default:none:${'a'.repeat(32)}`),
      response: documentKey.response(ResponseId.parse(`resp_${body}`)),
    } satisfies Record<keyof typeof documentKey, string>).toEqual({
      termination: `termination:run_${body}`,
      runBudget: `budget:run:run_${body}`,
      userDailyBudget: 'budget:user:ada:daily:2026-01-02',
      globalBudget: 'budget:global',
      toolRegistry: 'registry:tools',
      toolStats: 'tool_stats:git_status',
      toolPin: 'tool_pin:git_status',
      sandboxDecision: 'sandbox:decision',
      conflict: `conflict:cnf_${body}`,
      todos: `todos:run_${body}`,
      contextPackets: `context_packets:run_${body}`,
      contextSummary: `context_summary:sum_${body}`,
      artifactMeta: `artifact_meta:art_${body}`,
      archivedArtifact: `archive:artifact:art_${body}`,
      libraryPolicy: 'policy:library:financials',
      accessLog: `access_log:acc_${body}`,
      libraryAccessLogs: 'access_logs:financials',
      securityViolations: 'security:violations',
      garbageCollectionReport: 'gc_report:2026-01-02T03:04:05.678Z',
      roleRegistry: 'registry:roles',
      roleAci: 'aci:coder:v1',
      run: `run:run_${body}`,
      artifact: `artifact:art_${body}`,
      madeTools: 'tools:made',
      activityStream: 'activity:stream',
      replay: `replay:run_${body}`,
      runIndex: `run_index:run_${body}`,
      childrenOpen: 'children:open',
      runCourse: `run_course:run_${body}`,
      solverCalibration: 'calibration:solver',
      apiKeys: 'api_keys:all',
      runDirectory: 'runs:directory',
      schedule: `schedule:sch_${body}`,
      session: `session:ses_${body}`,
      sessionDirectory: 'sessions:directory',
      approval: `approval:apr_${body}`,
      approvalResolution: `approval_resolution:apr_${body}`,
      approvalUse: `approval_use:apr_${body}`,
      approvalGrant: `approval_grant:${'a'.repeat(64)}`,
      hardCall: `hard_call:hcl_${body}`,
      functionCall: `function_call:fnc_${body}`,
      functionCallSettlement: `function_call_settlement:fnc_${body}`,
      hardCallResolution: `hard_call_resolution:hcl_${body}`,
      attention: 'attention:open',
      attentionNotices: 'attention:notices',
      executedEffects: `executed_effects:run_${body}`,
      workspaceTaint: `taint:workspace:${'a'.repeat(64)}`,
      runCheckpoints: `checkpoints:run_${body}`,
      fork: `fork:run_${body}`,
      memoryPlace: `memory_place:none:tool:shell:${'a'.repeat(32)}`,
      memorySpace: 'memory_space:in.acme:tool:shell',
      dreamer: 'memory:dreamer',
      graphNode: `graph_node:default:in.acme:${'a'.repeat(32)}`,
      preferences: `preferences:default:none:${'a'.repeat(32)}`,
      response: `response:resp_${body}`,
    });
  });

  it('refuses a separator in any part that a person or a model could have named', verifies('KEL-RUNS-04'), () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const part = `${left}:${right}`;
        const builders = [
          () => documentKey.userDailyBudget(part, '2026-01-02'),
          () => documentKey.userDailyBudget('ada', part),
          () => documentKey.toolStats(part),
          () => documentKey.libraryPolicy(part),
          () => documentKey.libraryAccessLogs(part),
          () => documentKey.roleAci(part, 1),
        ];
        for (const build of builders) expect(build).toThrow();
      }),
    );
  });

  it('refuses an empty part and a version below one', verifies('KEL-RUNS-04'), () => {
    expect(() => documentKey.toolStats('')).toThrow('expected letters, digits, dash or underscore');
    expect(() => documentKey.libraryPolicy('')).toThrow('expected lower-case letters');
    expect(() => documentKey.roleAci('coder', 0)).toThrow('expected number to be >=1');
    expect(() => documentKey.garbageCollectionReport('yesterday')).toThrow('Invalid ISO datetime');
  });

  it('refuses an id of another kind even when the types are bypassed', verifies('KEL-RUNS-04'), () => {
    const foreign = sample.artifactId as unknown as typeof sample.runId;
    const builders = [documentKey.termination, documentKey.runBudget, documentKey.run, documentKey.replay];
    for (const build of builders) expect(() => build(foreign)).toThrow('expected an id of the form run_<ULID>');
    const runAsArtifact = sample.runId as unknown as typeof sample.artifactId;
    const artifactBuilders = [documentKey.artifact, documentKey.artifactMeta, documentKey.archivedArtifact];
    for (const build of artifactBuilders) expect(() => build(runAsArtifact)).toThrow('expected an id of the form art_<ULID>');
    expect(() => documentKey.conflict(sample.runId as unknown as typeof sample.conflictId)).toThrow('cnf_<ULID>');
    expect(() => documentKey.contextSummary(sample.runId as unknown as typeof sample.summaryId)).toThrow('sum_<ULID>');
    expect(() => documentKey.accessLog(sample.runId as unknown as typeof sample.accessLogId)).toThrow('acc_<ULID>');
  });
});

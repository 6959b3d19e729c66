import { DEFAULT_BUDGET, RunReport, type Plan, type RunId, type SubtaskId, type TaskId, type TaskSpec, type TerminationRecord } from '../../src/contracts/index.ts';

const body = (at: number): string => `01JFGWZ000${String(at).padStart(16, '0')}`;

export const RUN = `run_${body(1)}` as RunId;
export const TASK = `task_${body(1)}` as TaskId;
export const AT = '2026-11-15T09:00:00.000Z';

export function subtaskId(at: number): SubtaskId {
  return `sub_${body(at)}` as SubtaskId;
}

export const TASK_SPEC: TaskSpec = { task_id: TASK, intent: 'Mend the failing test of the parser', constraints: { scope: 'src/parser', deadline: null }, raw_input: 'mend the test' };

/** Two subtasks side by side, then one that rests on both. */
export const PLAN: Plan = {
  task_id: TASK,
  task_criteria: [{ criterion: 'The tests pass.', mode: 'verifiable', required: true, check: { kind: 'tests_pass', command: 'npm test' } }],
  subtasks: [
    { subtask_id: subtaskId(1), parent_task_id: TASK, sequence: 1, role_id: 'research', intent: 'Find out why it fails', context: '', tools: [], success_criteria: [{ criterion: 'The cause is named.', mode: 'plausible', required: false }] },
    { subtask_id: subtaskId(2), parent_task_id: TASK, sequence: 1, role_id: 'analyst', intent: 'List what calls the parser', context: '', tools: [], success_criteria: [{ criterion: 'The list has callers.', mode: 'verifiable', required: true }] },
    { subtask_id: subtaskId(3), parent_task_id: TASK, sequence: 2, role_id: 'coder', intent: 'Mend it', context: '', tools: [], success_criteria: [{ criterion: 'parse.ts is changed.', mode: 'verifiable', required: true, check: { kind: 'file_changed', path: 'src/parser/parse.ts' } }] },
  ],
};

export const ENDED: TerminationRecord = {
  run_id: RUN,
  reason: 'success',
  phase_at_termination: 'finalize',
  timestamp: '2026-11-15T09:01:12.000Z',
  details: 'All criteria were met.',
  contributing_factors: [],
  can_retry: false,
  suggested_action: null,
  logged_by: 'mother',
  final_artifacts: [],
  unmet_criteria: [],
  delivery: { state: 'delivered', channel: 'command', at: '2026-11-15T09:01:12.000Z' },
  suspension: null,
};

const MEASURED = { task_id: TASK, loss: { D: 0, P: 0, Omega: 0.1, L: 0.02 }, grad_l: 0, grad_q: 0, prev_directive: 'init' as const, replans: 0 };
const EVIDENCE_REFS = [{ kind: 'event' as const, key: 'x' }];

/** A run as it reads when everything went well. */
export const REPORT: RunReport = RunReport.parse({
  run_id: RUN,
  request: 'mend the test',
  workspace: '/w',
  session_id: null,
  engine: 'model',
  standing: 'ended',
  phase: 'terminate',
  suspension: null,
  task: TASK_SPEC,
  plan: PLAN,
  rounds: 1,
  criteria: [
    { subtask_id: null, verdict: { criterion: 'The tests pass.', mode: 'verifiable', required: true, verdict: 'pass', evidence: 'npm test ended with 0:\n12 passed', evidence_refs: EVIDENCE_REFS } },
    { subtask_id: subtaskId(1), verdict: { criterion: 'The cause is named.', mode: 'plausible', required: false, verdict: 'unresolved', evidence: 'The judge did not answer.', evidence_refs: [] } },
    { subtask_id: subtaskId(3), verdict: { criterion: 'parse.ts is changed.', mode: 'verifiable', required: true, verdict: 'fail', failure_class: 'logical', evidence: 'Nothing changed it.', evidence_refs: [] } },
  ],
  result: { ...MEASURED, directive: 'accept', summary: 'Mended.', output: 'The parser takes empty input now.', unmet_criteria: [] },
  artifacts: [{ artifact_id: `art_${body(4)}`, type: 'CodePatch', schema_ref: '#/schemas/CodePatch', hash: 'a'.repeat(64) }],
  conflicts: [],
  consumed: { cloud_calls: 9, total_tokens: 45_210, duration_sec: 72, tool_calls: 9, retrieval_queries: 0, parallel_agents: 2, cost_usd: 0.31 },
  limits: DEFAULT_BUDGET.per_run,
  model_calls: 9,
  sequential_model_calls: 7,
  corrections: 1,
  prompts: 1,
  started_at: AT,
  termination: ENDED,
});

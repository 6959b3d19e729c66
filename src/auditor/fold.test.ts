import { afterEach, describe, expect, it } from 'vitest';
import { auditRig, messages, there, UNTIL, type AuditRig, type Told } from '../../test/support/audit-rig.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import type { AuditReport } from '../contracts/index.ts';

let rig: AuditRig;
afterEach(() => rig.remove());

async function reported(...told: readonly Told[]): Promise<AuditReport> {
  rig = auditRig(told);
  return (await rig.reopen().report(UNTIL)).report;
}

const started = (stream = 'run_1', task = 'task_1', versions: object = {}): Told => ({ type: 'run.started', stream, payload: { task_id: task, pinned_versions: versions } });
const directive = (round: number, order: string, distance: number): Told[] => [
  { type: 'run.replan_requested', actor: 'meta_validator', payload: { round } },
  { type: 'run.directive_issued', actor: 'solver', payload: { round, directive: { directive: order, loss: { D: distance }, grad_q: 0 } } },
];
const tool = (call: string, decision: object, outcome: object = {}): Told[] => [
  { type: 'run.tool_started', payload: { call, decision: { tool_id: 'shell', approval_id: null, intentions: [], ...decision } } },
  { type: 'counter.reserved', stream: 'budget:run:run_1', payload: { reservation_id: `run_1:${call}:1` } },
  { type: 'run.tool_ended', payload: { call, evidence: { tool_id: 'shell' }, outcome: { status: 'completed', is_undoable: true, changes: [], ...outcome } } },
  { type: 'counter.settled', stream: 'budget:run:run_1', payload: { reservation_id: `run_1:${call}:1`, how: 'committed', overrun: [] } },
];
const judgedAsk = [{ kind: 'path', subject: 'x', verdict: { decision: 'ask' } }];
const left = (phase: string, gate: object | null): Told => ({ type: 'run.phase_exited', version: 2, payload: { phase, exit: { exit: 'success' }, gate } });
const OPEN_GATE = { checks: [{ result: 'passed' }] };
const accepted: Told = { type: 'run.outcome_accepted', actor: 'meta_validator', payload: { round: 1, outcome: { criteria_verdicts: [{}] } } };
const given = (order = 'accept', distance = 0): Told => ({ type: 'run.result_given', actor: 'solver', payload: { result: { directive: order, loss: { D: distance }, unmet_criteria: [] } } });
const ended = (reason = 'success', unmet: readonly object[] = []): Told => ({ type: 'run.terminated', payload: { termination: { reason, unmet_criteria: unmet } } });
const attempt = (round: number, status = 'completed'): Told[] => [
  { type: 'run.subtask_dispatched', payload: { round, subtask_id: 'sub_1', attempt: 1, role_id: 'coder' } },
  { type: 'run.execution_returned', payload: { round, attempt: 1, result: { subtask_id: 'sub_1', status } } },
];
const corrected = (failure: string): Told => ({ type: 'run.correction_ordered', actor: 'agent_validator', payload: { round: 1, signal: { subtask_id: 'sub_1', failure_class: failure } } });

/** A run that keeps every rule there is. */
const GOOD: readonly Told[] = [
  started(),
  { type: 'run.task_perceived', actor: 'perceiver' },
  { type: 'run.plan_made', actor: 'planner', payload: { round: 1 } },
  left('plan', OPEN_GATE),
  ...attempt(1),
  ...tool('execute/1/tool-1', {}),
  { type: 'run.subtask_judged', actor: 'agent_validator', payload: { round: 1, outcome: { subtask_id: 'sub_1', status: 'matched' } } },
  ...directive(1, 'refine', 0.5),
  { type: 'run.plan_made', actor: 'planner', payload: { round: 2 } },
  accepted,
  given(),
  ended(),
];

describe('a report', () => {
  it('counts tasks, corrections and failures by their class, and how the distance of each task went', verifies('ART-R6-02', 'ART-R6-04', 'ART-R6-05'), async () => {
    const report = await reported(started(), ...attempt(1, 'failed'), corrected('environmental'), ...attempt(2), corrected('logical'), corrected('logical'), ...directive(1, 'refine', 0.6), ...directive(2, 'refine', 0.3), started('run_2', 'task_2'));
    // Corrections of round 2 answer an execution of round 1 here; that is not what this test is about.
    expect(report).toMatchObject({ trigger: 'on-demand', tasks_observed: 2, total_corrections: 3, tool_health: { execution_failures: 1, environmental_retries: 1, logical_retries: 2 }, gap_trends: [{ task_id: 'task_1', trend: 'improving' }], window_start: '2026-11-16T09:01:00.000Z' });
  });

  it.each([
    ['improving', [0.8, 0.4]],
    ['worsening', [0.4, 0.8]],
    ['flat', [0.4, 0.4]],
  ])('says of distances that go so that they are %s', verifies('ART-R6-04'), async (trend, distances) => {
    const report = await reported(started(), ...distances.flatMap((distance, at) => directive(at + 1, 'refine', distance)));
    expect(report.gap_trends).toEqual([{ task_id: 'task_1', trend }]);
  });

  it('has nothing to say against a run that keeps the rules', verifies('KEL-AUDIT-08'), async () => {
    const { boundary_violations, drift_alerts, anomalies } = await reported(...GOOD);
    expect({ boundary_violations, drift_alerts, anomalies }).toEqual({ boundary_violations: [], drift_alerts: [], anomalies: [] });
  });

  it('names thrashing: orders to break the symmetry in a row without the distance falling', verifies('ART-R6-06'), async () => {
    const twice = (first: number, second: number) => [started(), ...directive(1, 'break_symmetry', first), ...directive(2, 'break_symmetry', second)];
    expect((await reported(...twice(0.5, 0.5))).anomalies).toEqual(['ggs_thrashing: 2 orders to break the symmetry in a row in task_1, and the distance stays at 0.5']);
    expect((await reported(...twice(0.5, 0.4))).anomalies).toEqual([]);
    expect((await reported(started(), ...directive(1, 'break_symmetry', 0.5), ...directive(2, 'refine', 0.5), ...directive(3, 'break_symmetry', 0.5))).anomalies).toEqual([]);
  });

  it.each([
    ['run.terminated', 'planner'],
    ['run.result_given', 'mother'],
    ['run.directive_issued', 'planner'],
    ['run.subtask_judged', 'executor'],
    ['run.outcome_accepted', 'agent_validator'],
    ['run.phase_exited', 'coder'],
    ['artifact.registered', 'solver'],
    ['approval.remembered', 'mother'],
    ['hard_call.resolved', 'mother'],
    ['run.steered', 'coder'],
    ['run.context_composed', 'mother'],
    ['tool.pinned', 'mother'],
    ['memory.megram_written', 'planner'],
    ['schedule.added', 'mother'],
    ['calibration.applied', 'solver'],
    ['api_key.created', 'mother'],
    ['response.kept', 'mother'],
    ['run.context_compacted', 'mother'],
  ])('names %s by %s as a boundary violation', verifies('KEL-AUDIT-09', 'ART-ACC-10'), async (type, actor) => {
    const { boundary_violations: found } = await reported(started(), { type, actor });
    expect(found.filter((text) => text.includes(`${type} was written by ${actor}; only`))).toHaveLength(1);
  });

  it.each([
    ['owner', ['schedule.added', 'schedule.changed', 'calibration.proposed', 'calibration.applied', 'calibration.withdrawn', 'api_key.created', 'api_key.revoked']],
    ['context', ['run.context_compacted']],
    ['model_api', ['response.answered', 'response.kept', 'response.removed', 'ledger.payload_erased']],
    ['mother', ['schedule.met', 'schedule.work_told']],
  ])('has nothing against what %s writes as its own', verifies('KEL-AUDIT-08'), async (actor, types) => {
    expect((await reported(started(), ...types.map((type) => ({ type, actor })))).boundary_violations).toEqual([]);
  });

  it('names the answer of a person that a person did not write', verifies('KEL-AUDIT-09'), async () => {
    const { boundary_violations } = await reported({ type: 'approval.resolved', stream: 'apr_1', actor: 'mother', payload: { resolution: { by: 'person', approval: { statement: { answer: 'approved' } } } } });
    expect(boundary_violations).toEqual(['an answer of a person to an approval was written by mother (entry 1)']);
  });

  it.each<[string, Told]>([
    ['run.execution_returned', { type: 'run.execution_returned', payload: { round: 1, attempt: 1, result: { subtask_id: 'sub_9', status: 'completed' } } }],
    ['run.correction_ordered', corrected('logical')],
    ['run.directive_issued', there(directive(1, 'refine', 0.5)[1])],
    ['run.plan_made', { type: 'run.plan_made', actor: 'planner', payload: { round: 2 } }],
    ['run.tool_ended', there(tool('execute/9', {})[2])],
    ['run.llm_ended', { type: 'run.llm_ended', payload: { call: 'plan/1/model', record: { attempts: [{}] } } }],
    ['run.step_completed', { type: 'run.step_completed', payload: { result: { key: 'a/b', effect: 'tool.call' } } }],
  ])('names a %s that answers nothing in the log as a message that went round it', verifies('ART-R6-07'), async (type, told) => {
    const { boundary_violations } = await reported(started(), told);
    expect(boundary_violations).toEqual([expect.stringMatching(new RegExp(`^${type.replace('.', '\\.')} in run_1 \\(entry 2\\) answers no .* of the log$`))]);
  });

  it.each<[string, string, readonly Told[]]>([
    ['a success that nothing shows', 'law 0: run_1 ended as a success and nothing in the log shows it', [started(), ended()]],
    ['a success with a required criterion unmet', 'law 0: run_1 ended as a success with 1 required criteria unmet', [started(), accepted, ended('success', [{ required: true }])]],
    ['a result that is accepted without an accepted outcome', 'law 0: the result of run_1 was accepted', [started(), given()]],
    ['a call without the yes that the policy asks for', 'law 1: shell was begun in run_1 (a/1) without the yes', [started(), ...tool('a/1', { intentions: judgedAsk })]],
    ['a call that the policy forbids', 'law 1: shell was begun in run_1 (a/1) though the policy forbids it', [started(), ...tool('a/1', { intentions: [{ verdict: { decision: 'deny' } }] })]],
    ['a call under a yes that nobody gave', 'law 1: shell was begun in run_1 (a/1) under apr_9', [started(), ...tool('a/1', { intentions: judgedAsk, approval_id: 'apr_9' })]],
    ['a change that cannot be taken back and was not asked about', 'law 1: shell changed something in run_1 (a/1)', [started(), ...tool('a/1', {}, { is_undoable: false, changes: [{}] })]],
    ['a yes that is used twice', 'law 1: the yes of apr_1 was used twice', [started(), { type: 'approval.resolved', stream: 'apr_1', actor: 'owner', payload: { resolution: { by: 'person', approval: { statement: { answer: 'approved' } } } } }, { type: 'approval.consumed', stream: 'apr_1' }, { type: 'approval.consumed', stream: 'apr_1' }]],
    ['a yes that is used and was never said', 'law 1: apr_1 was used', [started(), { type: 'approval.consumed', stream: 'apr_1' }]],
    ['going on after two rounds that made it worse', 'law 2: run_1 goes on after 2 rounds', [started(), ...[0.1, 0.2, 0.3, 0.4].flatMap((distance, at) => directive(at + 1, 'refine', distance))]],
    ['a call without a reservation', 'law 3: the call a/1 of run_1 was made without a reservation', [started(), there(tool('a/1', {})[0]), there(tool('a/1', {})[2])]],
    ['a settlement of what was never reserved', 'law 3: budget:run:run_1 settled x', [started(), { type: 'counter.settled', stream: 'budget:run:run_1', payload: { reservation_id: 'x' } }]],
    ['two ends', 'run_1 ended twice', [...GOOD, ended()]],
    ['work after the end', 'run_1 went on after its end: run.tool_started', [...GOOD, there(tool('a/9', {})[0])]],
    ['a phase left without gates', 'run_1 left the phase plan without the receipt of its gates', [started(), left('plan', null)]],
    ['a phase left through a gate that failed', 'run_1 left the phase plan as a success through a gate that had failed', [started(), left('plan', { checks: [{ result: 'failed' }] })]],
    ['a run that asks for something else than it had recorded', 'run_1 asked at a/b for something else', [started(), { type: 'run.step_diverged', payload: { divergence: { key: 'a/b' } } }]],
  ])('names %s', verifies('KEL-AUDIT-10', 'ART-ACC-10'), async (_case, remark, told) => {
    const { anomalies } = await reported(...told);
    expect(anomalies.filter((text) => text.startsWith(remark))).toHaveLength(1);
  });

  it('names what work rests on when it changes: prompts, tools, models, definitions', verifies('KEL-AUDIT-11'), async () => {
    const { drift_alerts } = await reported(started('run_1', 'task_1', { prompts: { plan: '1.0.0' }, models: { m: 'a' } }), ended(), started('run_2', 'task_2', { prompts: { plan: '1.1.0' }, models: { m: 'a' } }), { type: 'registry.tools_published', stream: 'tools', actor: 'owner', payload: { definitions_hash: 'a' } }, { type: 'registry.tools_published', stream: 'tools', actor: 'owner', payload: { definitions_hash: 'b' } });
    expect(drift_alerts).toEqual([expect.stringMatching(/^the prompts changed from \w+ to \w+ \(entry 3\)$/), 'the definitions of the tools changed from a to b (entry 5)']);
  });

  it('tells when more runs fail than in the windows before, and not when a few more do', verifies('KEL-AUDIT-11'), async () => {
    const runs = (prefix: string, failed: number, all: number): Told[] => Array.from({ length: all }, (_, at) => [{ type: 'run.started', stream: `${prefix}${at}`, payload: { task_id: `${prefix}${at}` } }, { ...ended(at < failed ? 'retries_exhausted' : 'user_cancelled'), stream: `${prefix}${at}` }]).flat();
    rig = auditRig(runs('a', 1, 20));
    const auditor = rig.reopen();
    await auditor.report(UNTIL);
    rig.log.add(...runs('b', 2, 20));
    expect((await auditor.report(UNTIL)).report.drift_alerts).toEqual([]);
    rig.log.add(...runs('c', 15, 20));
    expect((await rig.reopen().report(UNTIL)).report.drift_alerts).toEqual(['runs that fail: 15 of 20 in this window, 3 of 40 in the 2 before']);
  });

  it('holds nothing against a run for what was erased from it', verifies('KEL-AUDIT-12'), async () => {
    rig = auditRig([started(), ...attempt(1), ended()]);
    const erased = there(rig.log.rows[1]);
    rig.log.rows[1] = { ...erased, payload: null };
    const { report } = await rig.reopen().report(UNTIL);
    expect({ boundary: report.boundary_violations, anomalies: report.anomalies }).toEqual({ boundary: [], anomalies: [] });
  });

  it('holds nothing against a model call that was refused before it began', verifies('KEL-AUDIT-08'), async () => {
    expect((await reported(started(), { type: 'run.llm_ended', payload: { call: 'plan/1/model', record: { attempts: [] } } })).boundary_violations).toEqual([]);
  });

  it('lists so much at most, and counts the rest', verifies('KEL-AUDIT-13'), async () => {
    const { boundary_violations, left_off } = await reported(...messages(205).map((told) => ({ ...told, actor: 'planner' })));
    expect({ listed: boundary_violations.length, left_off }).toEqual({ listed: 200, left_off: 5 });
  });
});

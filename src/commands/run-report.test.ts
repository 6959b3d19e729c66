import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { approvalId, approvalRecord, hardCall, hardCallId } from '../../test/support/oversight-samples.ts';
import { asked, dispatched, ended, entries, judged, left, PERCEIVED, planned, PREPARED, started, verdict, type Told } from '../../test/support/run-history.ts';
import { AT, PLAN, RUN, subtaskId, TASK, TASK_SPEC } from '../../test/support/run-samples.ts';
import { DEFAULT_BUDGET, RunReport } from '../contracts/index.ts';
import { countModelCalls } from './run-model-calls.ts';
import { reportOf, standingOf } from './run-report.ts';

const RESULT = { task_id: TASK, loss: { D: 0.5, P: 0.5, Omega: 0.9, L: 0.5 }, grad_l: 0.2, grad_q: 0.2, prev_directive: 'refine', summary: 'Given up.', output: '', replans: 3, unmet_criteria: [], directive: 'abandon', next_moves: ['Say which parser is meant.'] };
const OPEN = { isHeld: true, charged: {} };
const BEGUN: readonly Told[] = [['run.started', started()], ['run.prepared', PREPARED], ['run.task_perceived', PERCEIVED], ['run.plan_made', planned()]];
const reported = (told: readonly Told[], beside = OPEN): RunReport => RunReport.parse(reportOf(entries(told), beside));
const callsOf = (told: readonly Told[]) => countModelCalls(entries([...BEGUN, ...told]));

describe('a run read from its events', () => {
  it('is told from its start alone', verifies('KEL-RUNUI-07'), () => {
    expect(reported([['run.started', started()]])).toEqual({
      run_id: RUN,
      request: 'mend the test',
      workspace: null,
      session_id: null,
      engine: null,
      standing: 'running',
      phase: 'plan',
      suspension: null,
      task: null,
      plan: null,
      rounds: 0,
      criteria: [],
      result: null,
      artifacts: [],
      conflicts: [],
      consumed: { cloud_calls: 0, total_tokens: 0, duration_sec: 0, tool_calls: 0, retrieval_queries: 0, parallel_agents: 0, cost_usd: 0 },
      limits: DEFAULT_BUDGET.per_run,
      model_calls: 0,
      sequential_model_calls: 0,
      corrections: 0,
      prompts: 0,
      started_at: AT,
      termination: null,
      times: { first_model_request_ms: null, models_ms: 0, tools_ms: 0, waiting_ms: 0, harness_ms: 0 },
    });
  });

  it('knows what was understood, planned, judged last, corrected and asked, and how it ended', verifies('KEL-RUNUI-07'), () => {
    const other = { ...PLAN, subtasks: PLAN.subtasks.slice(2) };
    const correction = { run_id: RUN, round: 1, signal: { subtask_id: subtaskId(3), correction: 1, failure_class: 'logical', what_was_wrong: 'No.', what_to_do: 'Yes.' } };
    const report = reported([
      ...BEGUN,
      ['run.phase_exited', left('plan', 'execute')],
      ['run.subtask_judged', judged(1, [verdict('The cause is named.', 'pass')])],
      ['run.correction_ordered', correction],
      ['run.replan_requested', { run_id: RUN, round: 1, request: { task_id: TASK, failed_outcomes: [], criteria_verdicts: [verdict('The tests pass.', 'fail')], gap_summary: 'No.' } }],
      ['run.plan_made', planned(2, other)],
      ['approval.requested', { record: approvalRecord(1, { runId: RUN }) }, 10, approvalId(1)],
      ['hard_call.raised', { call: hardCall(3, { run_id: RUN }) }, 11, hardCallId(3)],
      ['run.subtask_judged', judged(3, [verdict('parse.ts is changed.', 'unresolved')], 2, 'failed')],
      ['run.outcome_accepted', { run_id: RUN, round: 2, outcome: { task_id: TASK, merged_output: 'x', summary: 'Done.', criteria_verdicts: [verdict('The tests pass.', 'pass')] } }],
      ['run.terminated', ended()],
    ]);
    expect(report).toMatchObject({ workspace: '/w', engine: 'model', task: TASK_SPEC, plan: other, rounds: 2, corrections: 1, prompts: 2, standing: 'ended', phase: 'terminate', termination: { reason: 'success' } });
    expect(report.criteria).toEqual([
      { subtask_id: null, verdict: verdict('The tests pass.', 'pass') },
      { subtask_id: subtaskId(3), verdict: verdict('parse.ts is changed.', 'unresolved') },
    ]);
  });

  it('names who answers for what was missed, memory for what got lost in it', verifies('ART-ACC-09'), () => {
    const given = (charges: object): Told => ['run.result_given', { run_id: RUN, result: RESULT, receipts: [], ...charges }];
    const { termination } = ended('retries_exhausted') as unknown as { termination: object };
    const lost: Told = ['run.terminated', { termination: { ...termination, contributing_factors: ['memory.lost'] } }];
    const [solver, memory] = [{ role: 'solver', why: 'It went astray.' }, { role: 'memory', why: 'What the run had learnt could not be kept for later runs.' }];
    expect(reported([...BEGUN, given({ charges: [solver] }), lost]).charges).toEqual([solver, memory]);
    expect(reported([...BEGUN, ['run.terminated', ended()]])).not.toHaveProperty('charges');
  });

  it('stands where its last receipt led, and waits only while it was not answered', verifies('KEL-RUNUI-07'), () => {
    const suspension = { waiting_for: 'input', since: AT, questions: ['Which?'] };
    const waiting: Told[] = [...BEGUN, ['run.phase_exited', left('plan', 'execute')], ['run.suspended', { run_id: RUN, suspension, why: 'It asks.' }]];
    expect(reported(waiting)).toMatchObject({ phase: 'execute', standing: 'waiting', suspension });
    expect(reported(waiting, { isHeld: false, charged: {} })).toMatchObject({ standing: 'interrupted' });
    expect(reported([...waiting, ['run.suspension_ended', { run_id: RUN, why: 'Answered.' }]])).toMatchObject({ standing: 'running', suspension: null });
    expect(reported([...waiting, ['run.terminated', ended('user_cancelled')]])).toMatchObject({ standing: 'ended', suspension: null });
    expect([true, false].map((isHeld) => standingOf({ hasEnded: true, isHeld, isWaiting: true }))).toEqual(['ended', 'ended']);
  });

  it('counts what was used by its events or by its counter, whichever knows more, and no time in which a person was waited for', verifies('KEL-RUNUI-07'), () => {
    const told: Told[] = [
      ['run.started', started(), 0],
      ['run.llm_ended', asked('plan/perceive', { tokens: 700, usd: 0.25 }), 5],
      ['run.llm_ended', asked('plan/try-1', { tokens: 300, isReused: true }), 6],
      ['approval.requested', { record: approvalRecord(1, { runId: RUN }) }, 8, approvalId(1)],
      ['approval.resolved', { approval_id: approvalId(1), resolution: { by: 'expiry', approval_id: approvalId(1), reason: 'x' } }, 3_600, approvalId(1)],
      ['run.budget_adjusted', { run_id: RUN, resource: 'tokens', from: 500_000, to: 800_000, adjusted_by: 'owner', reason: 'More.' }, 3_601],
      ['run.terminated', ended(), 3_602],
    ];
    expect(reported(told).consumed).toEqual({ cloud_calls: 0, total_tokens: 700, duration_sec: 10, tool_calls: 0, retrieval_queries: 0, parallel_agents: 0, cost_usd: 0.25 });
    expect(reported(told, { isHeld: false, charged: { tokens: 900, tool_calls: 2, cloud_calls: 1, cost_microusd: 300_000, retrieval_queries: 3, active_ms: 4_500 } }).consumed).toEqual({ cloud_calls: 1, total_tokens: 900, duration_sec: 4.5, tool_calls: 2, retrieval_queries: 3, parallel_agents: 0, cost_usd: 0.3 });
    expect(reported(told.slice(0, -1), { isHeld: true, charged: { active_ms: 4_500 } }).consumed.duration_sec).toBe(9);
    expect(reported(told).limits).toEqual({ ...DEFAULT_BUDGET.per_run, max_total_tokens: 800_000 });
  });

  it('is still told when words of it were erased or cannot be read any more', verifies('KEL-RUNUI-07'), () => {
    const [first, ...others] = entries([...BEGUN, ['run.plan_made', { unreadable: true }]]);
    const erased = [{ ...first, event: { ...first?.event, payload: null } }, ...others] as typeof others;
    expect(reportOf(erased, OPEN)).toMatchObject({ run_id: RUN, request: '(its words were erased)', plan: PLAN, limits: DEFAULT_BUDGET.per_run });
  });
});

describe('calls to models', () => {
  const FIRST: Told[] = [['run.llm_ended', asked('plan/perceive')], ['run.llm_ended', asked('plan/1/try-1')]];
  const subtask = (nth: number, turns: number, round = 1): Told[] => [
    ['run.subtask_dispatched', dispatched(nth, `execute/${round}/${nth}/attempt-1`, 1, round)],
    ...Array.from({ length: turns }, (_, turn): Told => ['run.llm_ended', asked(`execute/${round}/${nth}/attempt-1/turn-${turn + 1}/model`)]),
    ['run.llm_ended', asked(`execute/${round}/${nth}/judge-1`)],
  ];
  const LAST: Told[] = [['run.llm_ended', asked('review/1/judge')]];

  it('are five in sequence for a task of one subtask and no retries', verifies('ART-P-14'), () => {
    expect(callsOf([...FIRST, ...subtask(3, 1), ...LAST])).toEqual({ all: 5, sequential: 5 });
  });

  it('are two more for a fast retry, and those of a whole round for a replan', verifies('ART-P-14'), () => {
    const retried: Told[] = [['run.subtask_dispatched', dispatched(3, 'execute/1/3/attempt-2', 2)], ['run.llm_ended', asked('execute/1/3/attempt-2/turn-1/model')], ['run.llm_ended', asked('execute/1/3/judge-2')]];
    expect(callsOf([...FIRST, ...subtask(3, 1), ...retried, ...LAST])).toEqual({ all: 7, sequential: 7 });
    const again = { ...PLAN, subtasks: PLAN.subtasks.map((one) => ({ ...one, subtask_id: subtaskId(9) })).slice(0, 1) };
    const replanned: Told[] = [['run.llm_ended', asked('plan/2/try-1')], ['run.plan_made', planned(2, again)], ['run.subtask_dispatched', { ...dispatched(1, 'execute/2/1/attempt-1', 1, 2), subtask_id: subtaskId(9) }], ['run.llm_ended', asked('execute/2/1/attempt-1/turn-1/model')]];
    expect(callsOf([...FIRST, ...subtask(3, 1), ...replanned])).toEqual({ all: 6, sequential: 6 });
  });

  it('of subtasks that begin together are waited for once', verifies('ART-P-15'), () => {
    expect(callsOf([...FIRST, ...subtask(1, 1), ...subtask(2, 3), ...subtask(3, 1), ...LAST])).toEqual({ all: 11, sequential: 9 });
  });

  it('that were not made again are not counted, and without a plan all wait for one another', verifies('ART-P-14'), () => {
    expect(callsOf([...FIRST, ['run.llm_ended', asked('review/1/judge', { isReused: true })]])).toEqual({ all: 2, sequential: 2 });
    expect(countModelCalls(entries([['run.started', started()], ['run.llm_ended', asked('execute/turn-1/model')], ['run.llm_ended', asked('execute/turn-2/model')]]))).toEqual({ all: 2, sequential: 2 });
  });

  it('in sequence are never more than all, whatever runs side by side', verifies('ART-P-15'), () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }), (turns) => {
        const { all, sequential } = callsOf(turns.flatMap((count, at) => subtask(at + 1, count)));
        expect(all).toBe(turns.reduce((sum, count) => sum + count + 1, 0));
        expect(sequential).toBe(Math.max(...turns.slice(0, 2)) + 1 + (turns[2] === undefined ? 0 : turns[2] + 1));
      }),
    );
  });
});

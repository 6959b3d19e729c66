import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { approvalId, hardCallId } from '../../../test/support/oversight-samples.ts';
import { asked, dispatched, judged, left, PERCEIVED, planned, PREPARED, started, verdict } from '../../../test/support/run-history.ts';
import { AT, REPORT, RUN, subtaskId, TASK } from '../../../test/support/run-samples.ts';
import { FunctionCallId, RunEventLine, type AttentionNotice } from '../../contracts/index.ts';
import { style } from '../style.ts';
import { noticeLine } from './attention-notices.ts';
import { runProgress, type Progress } from './run-progress.ts';

let position = 0;
const notice = (type: string, payload: object): AttentionNotice => ({ kind: 'run_progress', run_id: RUN, event: RunEventLine.parse({ position: (position += 1), type, at: AT, actor: 'mother', payload }) });
const watching = (tellsBeginnings = true): Progress => runProgress({ width: 100, paint: style(false) }, { tellsBeginnings });
const told = (progress: Progress, notices: readonly AttentionNotice[]): string => notices.flatMap((one) => progress.take(one)).join('\n');

const correction = { run_id: RUN, round: 1, signal: { subtask_id: subtaskId(2), correction: 1, failure_class: 'logical', what_was_wrong: 'The list is empty.', what_to_do: 'Look in src too.' } };
const directive = { task_id: TASK, loss: { D: 0.5, P: 0.2, Omega: 0.1, L: 0.3 }, grad_l: 0, grad_q: 0, prev_directive: 'init', directive: 'change_approach', blocked_tools: ['search_text'], blocked_targets: [], failed_criterion: 'The list has callers.', failure_class: 'logical', budget_pressure: 0.1, rationale: 'Searching found nothing.' };
const HASH = 'a'.repeat(64);
const receipt = { receipt_id: 'rcp_01JFGWZ0000000000000000001', formula_id: 'loss.total', formula_semantic_version: '1.0.0', producer_ref: 'solver', input_refs: [], input_manifest_hash: HASH, input_value_hash: HASH, outcome: 'value', output_value_hash: HASH, omitted_input_names: [], finite_number_check: 'passed', validation_codes: [], computed_at: AT, schema_version: '1.0' };
const conflict = { conflict_id: 'cnf_01JFGWZ0000000000000000001', run_id: RUN, conflict_type: 'critic_vs_coder', agents_involved: ['critic', 'coder'], their_outputs: ['critic', 'coder'].map((agent_id) => ({ agent_id, confidence: 0.5, evidence_count: 1, artifact_ids: [] })), strategy_applied: 'run_arbiter', rationale: 'The patch lacks a test.', resolution_successful: true, final_decision: 'rejected', detected_at: AT, resolved_at: AT, resolution_duration_ms: 0 };
const WHOLE: readonly AttentionNotice[] = [
  notice('run.started', started()),
  notice('run.prepared', PREPARED),
  notice('run.task_perceived', PERCEIVED),
  notice('run.llm_ended', asked('plan/perceive', { tokens: 1_200, usd: 0.02 })),
  notice('run.plan_made', planned()),
  notice('run.phase_exited', left('plan', 'execute')),
  notice('run.subtask_dispatched', dispatched(1, 'execute/1/1/attempt-1')),
  notice('run.subtask_dispatched', dispatched(2, 'execute/1/2/attempt-1')),
  { kind: 'tool_started', run_id: RUN, tool_id: 'search_text', subject: 'list "."' },
  { kind: 'tool_ended', run_id: RUN, tool_id: 'search_text', status: 'completed' },
  { kind: 'tool_started', run_id: RUN, tool_id: 'shell', subject: 'npm test' },
  { kind: 'tool_ended', run_id: RUN, tool_id: 'shell', status: 'failed' },
  { kind: 'tool_refused', run_id: RUN, tool_id: 'shell', stage: 'policy', message: 'Never.' },
  { kind: 'steering_taken', run_id: RUN, texts: ['leave the tests alone'] },
  notice('run.correction_ordered', correction),
  notice('run.subtask_dispatched', dispatched(2, 'execute/1/2/attempt-2', 2)),
  notice('run.budget_warned', { run_id: RUN, scope: 'run', resource: 'tokens', limit: 500_000, consumed: 400_100 }),
  notice('run.budget_adjusted', { run_id: RUN, resource: 'tokens', from: 500_000, to: 800_000, adjusted_by: 'owner', reason: 'More.' }),
  notice('run.subtask_judged', judged(1, [verdict('The cause is named.', 'pass')])),
  notice('run.subtask_judged', judged(2, [verdict('The list has callers.', 'fail')], 1, 'failed')),
  notice('run.retry_taken', { run_id: RUN, phase: 'plan', role_id: null, remaining: 1, why: 'The plan named no tool.' }),
  notice('run.replan_requested', { run_id: RUN, round: 1, request: { task_id: TASK, failed_outcomes: [], criteria_verdicts: [verdict('The tests pass.', 'fail')], gap_summary: 'No callers were found.' } }),
  notice('run.suspended', { run_id: RUN, suspension: { waiting_for: 'input', since: AT, questions: ['Which?'] }, why: 'It asks which parser.' }),
  notice('run.phase_exited', left('review', 'repair', { exit: 'needs_repair', reason: 'A criterion is not met.' })),
];

describe('a run that is watched', () => {
  it('is told in lines that stay: understood, planned, at work, corrected, judged', verifies('KEL-RUNUI-10'), () => {
    expect(told(watching(), WHOLE)).toMatchSnapshot();
  });

  it('shows in lines that change which subtasks are at work and what was spent of what', verifies('KEL-RUNUI-10'), () => {
    const progress = watching(false);
    const lines = told(progress, WHOLE.slice(0, 16));
    expect(lines).not.toContain('▸');
    expect(progress.now()).toEqual(['  ▸ 1. research: Find out why it fails', '  ▸ attempt 2 · 2. analyst: List what calls the parser', 'execute · 1 model call · 1,200 of 500,000 tokens · $0.02 of $5.00 · 2 tool calls']);
    told(progress, WHOLE.slice(16, 20));
    expect(progress.now()).toEqual(['execute · 1 model call · 1,200 of 800,000 tokens · $0.02 of $5.00 · 2 tool calls']);
  });

  it('knows the names and counts of a run that is gone on with', verifies('KEL-SURF-07'), () => {
    const progress = runProgress({ width: 100, paint: style(false) }, { tellsBeginnings: true, known: { ...REPORT, phase: 'execute', rounds: 2 } });
    expect(told(progress, [notice('run.subtask_dispatched', dispatched(2, 'execute/1/2/attempt-1'))])).toBe('  ▸ 2. analyst: List what calls the parser');
    expect(progress.now()).toEqual(['  ▸ 2. analyst: List what calls the parser', 'execute · round 2 · 9 model calls · 45,210 of 500,000 tokens · $0.31 of $5.00 · 9 tool calls']);
  });

  it('says from whom a run was taken over, and for whom it waits how long', verifies('KEL-RUN-14'), () => {
    const ofLeases = [notice('run.taken_over', { run_id: RUN, from_holder: 'x', from_token: 1, by_holder: 'y', why: 'process 12 on deck, which worked on it, is gone' }), notice('run.hold_awaited', { run_id: RUN, holder: 'x', wait_ms_max: 17_000, why: 'process 12 on deck holds it, and from here it cannot be told that it is gone' })];
    expect(told(watching(), ofLeases)).toBe('Gone on with at once: process 12 on deck, which worked on it, is gone.\nWaits up to 17 s: process 12 on deck holds it, and from here it cannot be told that it is gone.');
  });

  it('says why a call failed', verifies('KEL-SURF-03'), () => {
    expect(told(watching(), [{ kind: 'tool_ended', run_id: RUN, tool_id: 'edit_file', status: 'failed', why: 'There is no\nsuch text.' }, { kind: 'tool_refused', run_id: RUN, tool_id: 'shell', stage: 'approval', message: 'use the test database' }])).toBe('  edit_file failed: There is no · such text.\n! shell was not done: use the test database');
  });

  it('says until when a question waits, and where it is answered', verifies('KEL-SURF-10'), () => {
    const params = { approval_id: approvalId(1), run_id: RUN, tool_id: 'shell', action_hash: HASH, summary: 'coder would use shell: rm x', reasons: [], expires_at: '2026-11-16T06:07:59.000Z', commands: ['keelson approve X', 'keelson deny X'] };
    expect([noticeLine({ kind: 'approval_pending', notification: { jsonrpc: '2.0', method: 'harness/toolApprovalPending', params } }), noticeLine({ kind: 'hard_call_pending', hard_call_id: hardCallId(1), run_id: RUN, prompt: 'Which?' }), noticeLine({ kind: 'hard_call_pending', hard_call_id: hardCallId(2), run_id: RUN, prompt: 'Which?\n? A\u001B[2J' })]).toEqual([
      `? coder would use shell: rm x (${approvalId(1)})\n    Waits until 2026-11-16 06:07 UTC; silence is a no. In another terminal:\n    keelson approve X\n    keelson deny X`,
      `? Which? (${hardCallId(1)})\n    Waits until it is answered. In another terminal:\n    keelson answer ${hardCallId(1)}`,
      `? Which?\n    ? A\\u{1b}[2J (${hardCallId(2)})\n    Waits until it is answered. In another terminal:\n    keelson answer ${hardCallId(2)}`,
    ]);
  });

  it('says that a client is waited for, and how to go on without it', verifies('KEL-FUNC-06'), () => {
    const call = { call_id: FunctionCallId.parse('fnc_01JCQZ9Y5D0000000000000001'), run_id: RUN };
    expect([noticeLine({ kind: 'function_call_pending', ...call, name: 'weather', expires_at: '2026-11-16T06:07:59.000Z' }), noticeLine({ kind: 'function_call_settled', ...call })]).toEqual([
      `? waits for its client to call weather (${call.call_id})\n    Waits until 2026-11-16 06:07 UTC. To go on without it, in another terminal:\n    keelson skip ${call.call_id}`,
      `${call.call_id}: settled`,
    ]);
  });

  it('says under which order it is planned anew, and why', verifies('KEL-RUNUI-10'), () => {
    const progress = watching();
    expect(told(progress, [notice('run.directive_issued', { run_id: RUN, round: 1, directive, urgency: 'normal', receipts: [receipt] })])).toBe('Planned anew, with other tools: Searching found nothing. Without search_text.');
    expect(told(progress, [notice('run.plan_made', planned(2))])).toMatch(/^Plan, round 2\n[^]*\n {2}Why: Other tools\.$/);
    expect(progress.now()).toEqual(['plan · round 2']);
  });

  it('says who disagreed and what came of it', verifies('KEL-RUNUI-10'), () => {
    expect(told(watching(), [notice('run.conflict_resolved', { run_id: RUN, resolution: conflict, tried: [{ strategy: 'run_arbiter', came_to: 'It agrees with the critic.' }] })])).toBe('! critic and coder disagree (critic_vs_coder); run_arbiter: rejected. The patch lacks a test.');
  });

  it('says so when no model is asked', verifies('KEL-RUNUI-10'), () => {
    expect(told(watching(), [notice('run.prepared', { ...PREPARED, engine: 'offline', engine_reason: 'There is no model to ask.' })])).toBe('offline engine: no model was asked. There is no model to ask.');
    expect(told(watching(), [notice('run.prepared', PREPARED)])).toBe('');
  });

  it('says nothing of what it cannot read', verifies('KEL-RUNUI-10'), () => {
    expect(told(watching(), [notice('run.plan_made', { unreadable: true }), notice('run.unheard_of', {})])).toBe('');
  });
});

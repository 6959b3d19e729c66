import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../../test/requirements/verifies.ts';
import type { ShownEntry } from '../../../live/live-log.ts';
import { makerOf } from '../parts/artifacts.tsx';
import { foldRun, nearest } from './fold-run.ts';
import { NO_EVENTS, type EventName, type RunView, type Said } from './run-view.ts';

let position = 0;
function entry<Name extends EventName>(type: string, payload: Partial<Said<Name>>): ShownEntry {
  position += 1;
  return { position, chain_hash: 'c', event: { event_id: `evt_${position}`, type, version: 1, aggregate: 'run', aggregate_id: 'run_1', sequence: position, recorded_at: '2026-01-01T00:00:00Z', actor: 'mother', payload_hash: 'h', payload, schema_version: '1.0' } } as unknown as ShownEntry;
}
const planned = (round: number, ...ids: readonly string[]): ShownEntry =>
  entry<'runPlanMade'>('run.plan_made', { round, why: 'because', under: null, plan: { task_id: 't', task_criteria: [], subtasks: ids.map((id, at) => ({ subtask_id: id, parent_task_id: 't', sequence: at + 1, role_id: 'analyst', intent: `do ${id}`, context: '', tools: [], success_criteria: [] })) } as never });
const loss = { D: 0.5, P: 0.25, Omega: 0.1, L: 0.6 };
const course = (): readonly ShownEntry[] => [
  planned(1, 'a', 'b'),
  entry<'runSubtaskDispatched'>('run.subtask_dispatched', { round: 1, subtask_id: 'a' as never, attempt: 1 }),
  entry<'runCorrectionOrdered'>('run.correction_ordered', { round: 1, signal: { subtask_id: 'a', correction: 1, failure_class: 'logical', what_was_wrong: 'too long', what_to_do: 'be short' } as never }),
  entry<'runSubtaskDispatched'>('run.subtask_dispatched', { round: 1, subtask_id: 'a' as never, attempt: 2 }),
  entry<'runSubtaskJudged'>('run.subtask_judged', { round: 1, outcome: { subtask_id: 'a', status: 'failed', failure_reason: 'still long', criteria_verdicts: [] } as never }),
  entry<'runReplanRequested'>('run.replan_requested', { round: 1, request: { gap_summary: 'a failed' } as never }),
  entry<'runDirectiveIssued'>('run.directive_issued', { round: 1, directive: { directive: 'change_path', rationale: 'another way', loss, grad_l: 0.1, grad_q: 0.2 } as never }),
  planned(2, 'c'),
  entry<'runResultGiven'>('run.result_given', { result: { directive: 'accept', summary: 'done', loss: { ...loss, D: 0 }, grad_l: -0.5, grad_q: -0.4 } as never }),
];
const stands = ({ rounds }: RunView) => rounds.map(({ round, review, decided, subtasks }) => [round, review, decided?.says, subtasks.map(({ id, standing, attempts, corrections }) => `${id} ${standing} ${attempts} ${corrections.length}`)]);

describe('a run folded from its events', () => {
  it('tells each round with its subtasks, corrections, verdict and what was decided', verifies('KEL-WEB-12'), () => {
    const view = foldRun(NO_EVENTS, course());
    expect(stands(view)).toEqual([
      [1, 'refused', 'change_path', ['a failed 2 1', 'b waiting 0 0']],
      [2, 'open', 'accept', ['c waiting 0 0']],
    ]);
    expect(view.rounds.map(({ decided }) => [decided?.loss.D, decided?.gradQ])).toEqual([[0.5, 0.2], [0, -0.4]]);
  });

  it('is the same however its events are cut into pieces, and whichever come twice', verifies('KEL-WEB-12'), () => {
    const entries = course();
    const whole = foldRun(NO_EVENTS, entries);
    for (let cut = 1; cut < entries.length; cut += 1) expect(foldRun(foldRun(NO_EVENTS, entries.slice(0, cut)), entries.slice(Math.max(0, cut - 2)))).toEqual(whole);
    expect(foldRun(whole, entries)).toBe(whole);
  });

  it('tells calls of tools with what was decided about them and how they ended', verifies('KEL-WEB-12'), () => {
    const intentions = [{ kind: 'path', subject: 'write "a"', verdict: { decision: 'allow', rule: 'r', explanation: 'e' } }];
    const view = foldRun(NO_EVENTS, [
      entry<'runToolStarted'>('run.tool_started', { call: 'x/tool-1', decision: { tool_id: 'write_file', role_id: 'analyst', arguments: { path: 'a' }, intentions, approval_id: null } as never }),
      entry<'runToolRefused'>('run.tool_refused', { call: 'x/tool-2', tool_id: 'run_command' as never, role_id: 'analyst' as never, stage: 'policy', error: { code: 'c', message: 'never', next_step: 'ask', data: {} } }),
      entry<'runToolEnded'>('run.tool_ended', { call: 'x/tool-1', evidence: { tool_id: 'write_file' } as never, outcome: { status: 'completed', sandbox: 'bubblewrap', duration_ms: 5 } as never }),
    ]);
    expect([...view.toolCalls.values()].map(({ call, standing, ended, refusal }) => [call, standing, ended?.sandbox, refusal?.stage])).toEqual([['x/tool-1', 'completed', 'bubblewrap', undefined], ['x/tool-2', 'refused', undefined, 'policy']]);
    expect(view.toolCalls.get('x/tool-1')?.intentions).toEqual(intentions);
  });

  it('tells who handed an artifact back, for which part of which plan', verifies('KEL-WEB-12'), () => {
    const handed = (subtaskId: string | null, role: string, id: string): ShownEntry => entry<'runEnvelopeReturned'>('run.envelope_returned', { subtask_id: subtaskId as never, envelope: { role_id: role, artifacts: [{ artifact_id: id }] } as never });
    const view = foldRun(NO_EVENTS, [planned(1, 'a'), handed('a', 'analyst', 'art_1'), planned(2, 'b'), handed('b', 'web_developer', 'art_2'), handed(null, 'mother', 'art_3')]);
    expect(['art_1', 'art_2', 'art_3', 'art_4'].map((id) => makerOf(id, view))).toEqual(['analyst · do a · plan 1', 'web developer · do b · plan 2', 'mother', '']);
    expect(makerOf('art_1', foldRun(NO_EVENTS, [planned(1, 'a'), handed('a', 'analyst', 'art_1')]))).toBe('analyst · do a');
  });

  it('leaves out the words of journal steps and passes over what was erased', verifies('KEL-WEB-12'), () => {
    const erased = { ...planned(1, 'a') };
    const view = foldRun(NO_EVENTS, [entry('run.step_completed', { result: 'large' } as never), { ...erased, event: { ...erased.event, payload: null } }]);
    expect([view.entries.map(({ event }) => event.payload), view.rounds]).toEqual([[undefined, null], []]);
  });

  it('finds what belongs to a call, or to the closest one above it', verifies('KEL-WEB-12'), () => {
    const values = new Map([['execute/1', 'packet'], ['execute/1/turn-1/tool-1', 'tool']]);
    expect([nearest(values, 'execute/1/turn-2/ask-1'), nearest(values, 'execute/1/turn-1/tool-1'), nearest(values, 'plan/x')]).toEqual(['packet', 'tool', undefined]);
  });
});

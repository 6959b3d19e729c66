import { describe, expect, it } from 'vitest';
import { figuresRig } from '../../test/support/figures-rig.ts';
import { refusalOf } from '../../test/support/ledger-in-memory.ts';
import { ended, planned, PREPARED, started, stated } from '../../test/support/run-history.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { subtaskId } from '../../test/support/run-samples.ts';
import { statsShow, type RunId, type TerminationReason } from '../contracts/index.ts';
import type { NewEvent } from '../ledger/index.ts';

interface Came {
  readonly reason?: TerminationReason;
  readonly plans?: number;
  readonly isRecalled?: boolean;
  readonly corrections?: readonly ('logical' | 'environmental')[];
  readonly calls?: readonly ('completed' | 'failed')[];
}

function runOf(runId: RunId, { reason, plans = 1, isRecalled = false, corrections = [], calls = [] }: Came): NewEvent[] {
  const of = { run_id: runId };
  const calibration = isRecalled ? [{ space: 'tool:shell', entity: 'env:local', action: 'avoid', reason: 'It failed.' }] : [];
  const evidence = calls.map((outcome) => ({ tool_id: 'shell', input: '{}', output_excerpt: '', outcome, journal_ref: { kind: 'event', key: 'x' } }));
  return [
    stated('run.started', started(runId), runId),
    stated('run.prepared', { ...PREPARED, ...of }, runId),
    ...Array.from({ length: plans }, (_, at) => stated('run.plan_made', { ...planned(at + 1), ...of, calibration }, runId)),
    ...corrections.map((failureClass) => stated('run.correction_ordered', { ...of, round: 1, signal: { subtask_id: subtaskId(1), correction: 1, failure_class: failureClass, what_was_wrong: 'x', what_to_do: 'y' } }, runId)),
    ...(calls.length === 0 ? [] : [stated('run.execution_returned', { ...of, round: 1, attempt: 1, role_id: 'coder', result: { subtask_id: subtaskId(1), status: calls.includes('failed') ? 'failed' : 'completed', output: 'x', tool_calls: evidence }, model_calls: 1 }, runId)]),
    ...(reason === undefined ? [] : [stated('run.terminated', ended(reason, runId), runId)]),
  ];
}

describe('statistics', () => {
  it('say that there is nothing where nothing was recorded', verifies('KEL-STATS-04'), async () => {
    const { call } = await figuresRig({ isEmpty: true });
    const told = await call(statsShow, {});
    expect({ runs: told.total.runs, earlier: told.earlier, periods: told.periods.length }).toEqual({ runs: 0, earlier: false, periods: 30 });
  });

  it('count reasons, corrections, replans, tools and failed executions by the day on which runs were begun', verifies('KEL-STATS-01', 'MH4-CHK-11'), async () => {
    const { call, write, begunOn } = await figuresRig();
    const told: readonly (readonly [string, Came])[] = [
      ['2026-11-12', { reason: 'success', plans: 3, corrections: ['logical', 'environmental', 'logical'], calls: ['completed', 'failed'] }],
      ['2026-11-12', { reason: 'timeout', calls: ['completed'] }],
      ['2026-11-14', { reason: 'success' }],
      ['2026-11-14', {}],
    ];
    for (const [day, came] of told) {
      const runId = begunOn(day);
      await write(runId, runOf(runId, came));
    }
    const { total, periods, since } = await call(statsShow, { since: '2026-11-11' });
    expect({ since, total }).toEqual({ since: '2026-11-11', total: { runs: 4, ended: 3, succeeded: 2, by_reason: { success: 2, timeout: 1 }, corrections: { logical: 2, environmental: 1 }, replans: 2, tools: { calls: 3, failed: 1 }, executions_failed: 1, cost_usd: 0, tokens: 0, active_seconds: 0 } });
    expect(periods.map(({ from, figures: { runs, succeeded, replans } }) => [from, runs, succeeded, replans])).toEqual([['2026-11-11', 0, 0, 0], ['2026-11-12', 2, 1, 2], ['2026-11-13', 0, 0, 0], ['2026-11-14', 2, 1, 0]]);
  });

  it('hold weeks from Monday, leave out what is earlier and say that it is there', verifies('KEL-STATS-01', 'KEL-STATS-02'), async () => {
    const { call, write, begunOn, at } = await figuresRig();
    for (const day of ['2026-10-20', '2026-11-08', '2026-11-09', '2026-11-15']) {
      const runId = begunOn(day);
      await write(runId, runOf(runId, { reason: 'success' }));
    }
    at('2026-11-16');
    const { periods, earlier, total } = await call(statsShow, { since: '2026-11-02', by: 'week' });
    expect({ earlier, runs: total.runs, periods: periods.map(({ from, figures }) => [from, figures.runs]) }).toEqual({ earlier: true, runs: 3, periods: [['2026-11-02', 1], ['2026-11-09', 2], ['2026-11-16', 0]] });
    expect(await refusalOf(call(statsShow, { since: '2024-01-01' }))).toMatchObject({ code: 'input.invalid', next_step: 'Ask by week, or since a later day.' });
  });

  it('compare runs whose plan memory had a word in with those it had not, with the range of the share', verifies('KEL-STATS-03'), async () => {
    const { call, write, begunOn } = await figuresRig();
    for (const came of [{ reason: 'success', isRecalled: true }, { reason: 'success', isRecalled: true, plans: 2 }, { reason: 'timeout', plans: 4 }, { reason: 'success' }, {}] as const satisfies readonly Came[]) {
      const runId = begunOn('2026-11-14');
      await write(runId, runOf(runId, came));
    }
    const { memory, solver_sets: sets } = await call(statsShow, {});
    expect(memory.recalled).toMatchObject({ ended: 2, succeeded: 2, success_rate: 1, success_high: 1, replans_mean: 0.5 });
    expect(memory.not_recalled).toMatchObject({ ended: 2, succeeded: 1, success_rate: 0.5, replans_mean: 1.5, corrections_mean: 0 });
    expect(memory.not_recalled.success_low).toBeCloseTo(0.0945, 3);
    expect(sets).toMatchObject([{ version: '1.0.0', runs: { ended: 4, succeeded: 3 } }]);
  });

  it('hold one page of runs at a time, however many there are', verifies('KEL-STATS-02'), async () => {
    const { call, write, begunOn, pages } = await figuresRig();
    for (let at = 0; at < 1_100; at += 1) {
      const runId = begunOn('2026-11-14');
      await write(runId, [stated('run.started', started(runId), runId), stated('run.terminated', ended(at % 2 === 0 ? 'success' : 'timeout', runId), runId)]);
    }
    const { total } = await call(statsShow, {});
    expect(total).toMatchObject({ runs: 1_100, ended: 1_100, by_reason: { success: 550, timeout: 550 } });
    expect(Math.max(...pages)).toBe(500);
    expect(pages.filter((size) => size === 500).length).toBe(4);
  });
});

import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ComparedRuns, RunFigures, StatsReport } from '../../contracts/index.ts';
import { style } from '../style.ts';
import { bar, blockLine } from './block-plot.ts';
import { renderStats } from './stats.ts';

const NONE: RunFigures = { runs: 0, ended: 0, succeeded: 0, by_reason: {}, corrections: { logical: 0, environmental: 0 }, replans: 0, tools: { calls: 0, failed: 0 }, executions_failed: 0, cost_usd: 0, tokens: 0, active_seconds: 0 };
const NOBODY: ComparedRuns = { ended: 0, succeeded: 0, success_rate: null, success_low: null, success_high: null, replans_mean: null, corrections_mean: null };
const day = (from: string, figures: Partial<RunFigures>) => ({ from, figures: { ...NONE, ...figures } });
const REPORT: StatsReport = {
  since: '2026-11-11',
  by: 'day',
  total: { ...NONE, runs: 1_204, ended: 1_200, succeeded: 900, by_reason: { success: 900, timeout: 290, user_cancelled: 10 }, corrections: { logical: 30, environmental: 12 }, replans: 55, tools: { calls: 4_000, failed: 120 }, executions_failed: 7, cost_usd: 12.5, tokens: 1_234_567, active_seconds: 7_260 },
  periods: [day('2026-11-11', { runs: 8, ended: 8, succeeded: 8, cost_usd: 1 }), day('2026-11-12', {}), day('2026-11-13', { runs: 4, ended: 4, succeeded: 2, replans: 3, cost_usd: 0.5 })],
  memory: { recalled: { ended: 40, succeeded: 36, success_rate: 0.9, success_low: 0.77, success_high: 0.96, replans_mean: 0.2, corrections_mean: 0.5 }, not_recalled: NOBODY },
  solver_sets: [],
  earlier: true,
};

describe('what statistics look like', () => {
  it('has a line for each figure with a block for each day, and fits the terminal without colour', verifies('KEL-STATS-05'), () => {
    const text = renderStats(REPORT, 80, style(false));
    expect(text).toContain('1,204 runs since 2026-11-11, by day\n');
    expect(text).toContain('runs         █▁▅ most 8\nsuccess      █·▅ most 100 %\n');
    expect(text).toContain('replans      ▁▁█ most 3\ntools failed ··· most 0 %\ncost         █▁▅ most $1.00\n');
    expect(text).toContain('2026-11-11 to 2026-11-13\n');
    expect(text).toMatch(/Why they ended\nsuccess {8}900 █+\ntimeout {8}290 █+\nuser_cancelled {2}10 █\n/);
    expect(text).toContain('with         40 runs, 90 % success (77 % to 96 %), 0.20 replans and 0.50\ncorrections each\nwithout      none that was planned and has ended\n');
  });

  it.each([40, 60, 200])('stays within %d columns', verifies('KEL-STATS-05'), (width) => {
    const periods = Array.from({ length: 300 }, (_, at) => day(`2026-01-${String((at % 28) + 1).padStart(2, '0')}`, { runs: at }));
    const lines = renderStats({ ...REPORT, periods }, width, style(false)).split('\n');
    expect(lines.filter((line) => line.length > width)).toEqual([]);
  });

  it('says what to do where there is nothing', verifies('KEL-STATS-04'), () => {
    expect(renderStats({ ...REPORT, total: NONE, earlier: false }, 100, style(false))).toBe('There are no runs yet, so there is nothing to count. Start one: keelson run "what is to be done"\n');
    expect(renderStats({ ...REPORT, total: NONE }, 100, style(false))).toBe('No run was begun since 2026-11-11. Earlier ones: keelson stats --since YYYY-MM-DD\n');
  });
});

describe('blocks', () => {
  it('never show something as nothing, nor nothing as something', verifies('KEL-STATS-05'), () => {
    expect([blockLine([]), blockLine([0, 0]), blockLine([null, 0, 1, 2, 4])]).toEqual(['', '▁▁', '·▁▃▅█']);
    expect([bar(0, 5, 10), bar(0.001, 5, 10), bar(5, 5, 10), bar(1, 0, 10)]).toEqual(['', '█', '█'.repeat(10), '']);
  });
});

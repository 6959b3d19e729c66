import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { TerminationReason, type RunFigures } from '../../../../src/contracts/index.ts';
import { picturesOf, REASONS } from './termination-series.ts';

const figures = (ended: number, succeeded: number, cost: number, by_reason: RunFigures['by_reason']): RunFigures => ({ runs: ended, ended, succeeded, by_reason, corrections: { logical: 0, environmental: 0 }, replans: 0, tools: { calls: 0, failed: 0 }, executions_failed: 0, cost_usd: cost, tokens: 0, active_seconds: 0 });

describe('what runs came to, as it is drawn', () => {
  it('has a layer for each reason that occurred, and no share where nothing ended', verifies('KEL-WEB-43'), () => {
    const periods = [{ from: '2026-11-15', figures: figures(4, 3, 0.5, { success: 3, timeout: 1 }) }, { from: '2026-11-16', figures: figures(0, 0, 0, {}) }];
    const pictures = picturesOf({ periods, total: figures(4, 3, 0.5, { success: 3, timeout: 1 }) });
    expect(pictures.at).toEqual([1_794_700_800, 1_794_787_200]);
    expect(pictures.reasons).toEqual([{ ...REASONS.success, values: [3, 0] }, { ...REASONS.timeout, values: [1, 0] }].map(({ says, ...rest }) => ({ label: says, ...rest })));
    expect([pictures.success, pictures.cost]).toEqual([[{ label: 'success', colour: '--plot-1', values: [75, null] }], [{ label: 'cost', colour: '--plot-2', values: [0.5, 0] }]]);
  });

  it('knows every reason there is, each in a colour of its own', verifies('KEL-WEB-43'), () => {
    expect(Object.keys(REASONS).toSorted()).toEqual(TerminationReason.options.toSorted());
    expect(new Set(Object.values(REASONS).map(({ colour }) => colour)).size).toBe(TerminationReason.options.length);
  });
});

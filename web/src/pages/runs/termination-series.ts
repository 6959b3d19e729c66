import type { RunFigures, StatsReport, TerminationReason } from '../../../../src/contracts/index.ts';
import type { PlotSeries } from '../../plots/stacked.ts';

/** Each reason with how it reads and the colour it has everywhere, from good to bad. */
export const REASONS: Readonly<Record<TerminationReason, { readonly says: string; readonly colour: `--${string}` }>> = {
  success: { says: 'success', colour: '--plot-1' },
  user_cancelled: { says: 'cancelled', colour: '--plot-8' },
  approval_denied: { says: 'approval denied', colour: '--plot-7' },
  blocked: { says: 'blocked', colour: '--plot-3' },
  insufficient_evidence: { says: 'insufficient evidence', colour: '--plot-4' },
  conflicting_agents: { says: 'conflicting agents', colour: '--plot-9' },
  retries_exhausted: { says: 'retries exhausted', colour: '--plot-5' },
  timeout: { says: 'timeout', colour: '--plot-6' },
  budget_exhausted: { says: 'budget exhausted', colour: '--plot-2' },
  context_budget_exceeded: { says: 'context exceeded', colour: '--plot-10' },
  policy_violation: { says: 'policy violation', colour: '--plot-11' },
  catastrophic_error: { says: 'catastrophic error', colour: '--plot-12' },
};

const MS_PER_SECOND = 1_000;

export interface StatsPictures {
  readonly at: readonly number[];
  /** How many ended for each reason that occurred at all. */
  readonly reasons: readonly PlotSeries[];
  /** In percent; none where nothing ended. */
  readonly success: readonly PlotSeries[];
  readonly cost: readonly PlotSeries[];
}

/** What runs came to, period by period, as it is drawn. */
export function picturesOf({ periods, total }: Pick<StatsReport, 'periods' | 'total'>): StatsPictures {
  const each = (value: (figures: RunFigures) => number | null): (number | null)[] => periods.map(({ figures }) => value(figures));
  const occurred = (Object.keys(REASONS) as TerminationReason[]).filter((reason) => (total.by_reason[reason] ?? 0) > 0);
  return {
    at: periods.map(({ from }) => Date.parse(`${from}T00:00:00.000Z`) / MS_PER_SECOND),
    reasons: occurred.map((reason) => ({ label: REASONS[reason].says, colour: REASONS[reason].colour, values: each(({ by_reason: counts }) => counts[reason] ?? 0) })),
    success: [{ label: 'success', colour: '--plot-1', values: each(({ ended, succeeded }) => (ended === 0 ? null : (100 * succeeded) / ended)) }],
    cost: [{ label: 'cost', colour: '--plot-2', values: each(({ cost_usd: cost }) => cost) }],
  };
}

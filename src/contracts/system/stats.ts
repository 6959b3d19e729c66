import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { Count, SemanticVersion, UnitInterval } from '../core/index.ts';
import { TerminationReason } from '../runs/index.ts';

/** More days or weeks than this are not shown; the oldest are left off and counted. */
export const STATS_PERIODS_MAX = 366;

export const StatsPeriodLength = z.enum(['day', 'week']);
export type StatsPeriodLength = z.infer<typeof StatsPeriodLength>;

export const StatsShowRequest = z.strictObject({
  /** Runs that were started on this day (UTC) or later; the last thirty days, or twelve weeks, when left out. */
  since: z.iso.date().optional(),
  by: StatsPeriodLength.default('day'),
});
export type StatsShowRequest = z.infer<typeof StatsShowRequest>;

/** What any number of runs came to. A rate is null where there is nothing to take it of. */
export const RunFigures = z.strictObject({
  runs: Count,
  ended: Count,
  succeeded: Count,
  by_reason: z.partialRecord(TerminationReason, Count),
  corrections: z.strictObject({ logical: Count, environmental: Count }),
  replans: Count,
  tools: z.strictObject({ calls: Count, failed: Count }),
  executions_failed: Count,
  cost_usd: z.number().min(0),
  tokens: Count,
  active_seconds: z.number().min(0),
});
export type RunFigures = z.infer<typeof RunFigures>;

/** Begun in the period that starts on this day. A week starts on Monday. */
export const StatsPeriod = z.strictObject({ from: z.iso.date(), figures: RunFigures });
export type StatsPeriod = z.infer<typeof StatsPeriod>;

/** Runs of one kind beside those of the other. Only runs that were planned and have ended are compared. */
export const ComparedRuns = z.strictObject({ ended: Count, succeeded: Count, success_rate: UnitInterval.nullable(), success_low: UnitInterval.nullable(), success_high: UnitInterval.nullable(), replans_mean: z.number().min(0).nullable(), corrections_mean: z.number().min(0).nullable() });
export type ComparedRuns = z.infer<typeof ComparedRuns>;

export const StatsReport = z.strictObject({
  since: z.iso.date(),
  by: StatsPeriodLength,
  total: RunFigures,
  /** The oldest first, also those in which nothing was begun. */
  periods: z.array(StatsPeriod),
  /** Runs whose plan memory had a word in, and those it had not: a comparison, not a proof of cause. */
  memory: z.strictObject({ recalled: ComparedRuns, not_recalled: ComparedRuns }),
  /** The same by the solver's set that they were started with. */
  solver_sets: z.array(z.strictObject({ version: SemanticVersion, runs: ComparedRuns })),
  /** Runs of before, which are not in these figures. */
  earlier: z.boolean(),
});
export type StatsReport = z.infer<typeof StatsReport>;

export const statsShow = defineQuery({
  id: 'stats.show',
  request: ['StatsShowRequest', StatsShowRequest],
  response: ['StatsReport', StatsReport],
  failureCodes: ['input.invalid'],
  behaviours: {
    empty: 'There were no runs in that time: it says so, and how to see earlier ones or start one.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'Runs whose start was erased are left out.',
    error: 'Shows the error with its code and what to do next.',
  },
});

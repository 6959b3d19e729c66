import { RUN_STATUS_BY_REASON, type ComparedRuns, type RunCourse, type RunFigures, type StatsPeriodLength, type StatsReport } from '../contracts/index.ts';
import { wilsonBounds } from '../formulas/index.ts';
import type { CountedCourse } from './run-courses.ts';

export type PeriodLength = StatsPeriodLength;

const DATE_CHARS = 'YYYY-MM-DD'.length;
const DAY_MS = 24 * 60 * 60 * 1_000;
const DAYS_PER_WEEK = 7;

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, DATE_CHARS);
}

/** The first day of the period that a day is in. */
export function periodOf(day: string, by: PeriodLength): string {
  const sinceMonday = (new Date(`${day}T00:00:00.000Z`).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
  return by === 'day' ? day : dayAfter(day, -sinceMonday);
}

interface Compared {
  ended: number;
  succeeded: number;
  replans: number;
  corrections: number;
}

export interface StatsFold {
  add(one: CountedCourse): void;
  result(): Pick<StatsReport, 'total' | 'periods' | 'memory' | 'solver_sets'>;
}

/** Adds runs up, one after the other. */
export function createStatsFold(periods: readonly string[], by: PeriodLength): StatsFold {
  const total = noFigures();
  const ofPeriod = new Map(periods.map((from) => [from, noFigures()]));
  const memory = { recalled: noCompared(), notRecalled: noCompared() };
  const sets = new Map<string, Compared>();
  return {
    add({ course, used }) {
      for (const figures of [total, ofPeriod.get(periodOf(course.started_at.slice(0, DATE_CHARS), by))]) if (figures !== undefined) addTo(figures, course, used);
      if (course.reason === null || course.plans === 0 || course.engine !== 'model') return;
      compare(course.is_recalled ? memory.recalled : memory.notRecalled, course);
      const set = sets.get(course.solver_version) ?? noCompared();
      sets.set(course.solver_version, set);
      compare(set, course);
    },
    result: () => ({
      total,
      periods: [...ofPeriod].map(([from, figures]) => ({ from, figures })),
      memory: { recalled: comparedRuns(memory.recalled), not_recalled: comparedRuns(memory.notRecalled) },
      solver_sets: [...sets].map(([version, compared]) => ({ version, runs: comparedRuns(compared) })).toSorted((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true })),
    }),
  };
}

function noFigures(): RunFigures {
  return { runs: 0, ended: 0, succeeded: 0, by_reason: {}, corrections: { logical: 0, environmental: 0 }, replans: 0, tools: { calls: 0, failed: 0 }, executions_failed: 0, cost_usd: 0, tokens: 0, active_seconds: 0 };
}

function noCompared(): Compared {
  return { ended: 0, succeeded: 0, replans: 0, corrections: 0 };
}

const replansOf = ({ plans }: RunCourse): number => Math.max(0, plans - 1);
const isSuccess = ({ reason }: RunCourse): boolean => reason !== null && RUN_STATUS_BY_REASON[reason] === 'success';

/** The one place where figures are changed: they belong to the fold alone until it is over. */
function addTo(figures: RunFigures, course: RunCourse, used: CountedCourse['used']): void {
  figures.runs += 1;
  if (course.reason !== null) {
    figures.ended += 1;
    figures.by_reason[course.reason] = (figures.by_reason[course.reason] ?? 0) + 1;
  }
  if (isSuccess(course)) figures.succeeded += 1;
  figures.corrections.logical += course.corrections.logical;
  figures.corrections.environmental += course.corrections.environmental;
  figures.replans += replansOf(course);
  figures.tools.calls += course.tools.calls;
  figures.tools.failed += course.tools.failed;
  figures.executions_failed += course.executions_failed;
  figures.cost_usd += used?.cost_usd ?? 0;
  figures.tokens += used?.total_tokens ?? 0;
  figures.active_seconds += used?.duration_sec ?? 0;
}

function compare(compared: Compared, course: RunCourse): void {
  compared.ended += 1;
  if (isSuccess(course)) compared.succeeded += 1;
  compared.replans += replansOf(course);
  compared.corrections += course.corrections.logical + course.corrections.environmental;
}

const LEVEL = 0.95;

function comparedRuns({ ended, succeeded, replans, corrections }: Compared): ComparedRuns {
  if (ended === 0) return { ended, succeeded, success_rate: null, success_low: null, success_high: null, replans_mean: null, corrections_mean: null };
  const [low, high] = wilsonBounds(succeeded, ended, LEVEL);
  return { ended, succeeded, success_rate: succeeded / ended, success_low: low, success_high: high, replans_mean: replans / ended, corrections_mean: corrections / ended };
}

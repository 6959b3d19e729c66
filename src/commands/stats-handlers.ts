import { DEFAULT_TENANT, STATS_PERIODS_MAX, type StatsReport, type StatsShowRequest } from '../contracts/index.ts';
import { KeelsonError, timestamp } from '../kernel/index.ts';
import type { Documents } from '../ledger/index.ts';
import { isAnyEarlier, runCourses } from './run-courses.ts';
import { createStatsFold, dayAfter, periodOf, type PeriodLength } from './stats-fold.ts';
import type { OpenTools } from './tools-ports.ts';

const DATE_CHARS = 'YYYY-MM-DD'.length;
/** What is shown when nobody says since when: enough to see a change, and one screen. */
const USUAL_DAYS: Readonly<Record<PeriodLength, number>> = { day: 30, week: 84 };
const NOTHING: Pick<Documents, 'list'> = { list: async () => [] };

export async function showStats({ since: asked, by }: StatsShowRequest, openTools: OpenTools): Promise<StatsReport> {
  const ports = await openTools();
  const documents = (await ports.existingLedger(DEFAULT_TENANT))?.ledger.documents ?? NOTHING;
  return readStats(documents, timestamp(ports.clock).slice(0, DATE_CHARS), { by, ...(asked !== undefined && { since: asked }) });
}

/** Reads each run's course once; what is held grows with the periods and not with the runs. */
export async function readStats(documents: Pick<Documents, 'list'>, today: string, { since: asked, by }: StatsShowRequest): Promise<StatsReport> {
  const since = asked ?? periodOf(dayAfter(today, 1 - USUAL_DAYS[by]), by);
  const periods = periodsFrom(since, today, by);
  const sinceMs = Date.parse(`${since}T00:00:00.000Z`);
  const fold = createStatsFold(periods, by);
  for await (const page of runCourses(documents, sinceMs)) for (const one of page) fold.add(one);
  return { since, by, ...fold.result(), earlier: await isAnyEarlier(documents, sinceMs) };
}

function periodsFrom(since: string, today: string, by: PeriodLength): string[] {
  const periods: string[] = [];
  for (let from = periodOf(since, by); from <= today; from = dayAfter(from, by === 'day' ? 1 : 7)) {
    if (periods.push(from) > STATS_PERIODS_MAX) throw tooMany(since, by);
  }
  return periods;
}

function tooMany(since: string, by: PeriodLength): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', { message: `Since ${since} there are more than ${STATS_PERIODS_MAX} ${by}s.`, nextStep: by === 'day' ? 'Ask by week, or since a later day.' : 'Ask since a later day.', data: { issues: [{ path: 'since', message: 'too long ago' }] } });
}

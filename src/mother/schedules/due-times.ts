import { Cron } from 'croner';
import { KeelsonError } from '../../kernel/index.ts';

/** When something is due: by the calendar, or after so long each time. */
export type DueTimes = { readonly cron: string; readonly timeZone?: string } | { readonly everyMs: number };

/** More are not counted: what matters is that there were many. */
const MISSED_COUNTED_MAX = 1_000;

/** The first due time after this one; undefined when there never is one again. */
export function nextDueMs(times: DueTimes, afterMs: number, lastDueMs?: number): number | undefined {
  if ('everyMs' in times) {
    if (lastDueMs === undefined || lastDueMs > afterMs) return afterMs + times.everyMs;
    return lastDueMs + (Math.floor((afterMs - lastDueMs) / times.everyMs) + 1) * times.everyMs;
  }
  return readCron(times.cron, times.timeZone).nextRun(new Date(afterMs))?.getTime();
}

/** How many more due times have passed between one and now. */
export function missedSince(times: DueTimes, dueMs: number, nowMs: number): number {
  if ('everyMs' in times) return Math.min(MISSED_COUNTED_MAX, Math.max(0, Math.floor((nowMs - dueMs) / times.everyMs)));
  let missed = 0;
  for (let at = nextDueMs(times, dueMs); at !== undefined && at <= nowMs && missed < MISSED_COUNTED_MAX; at = nextDueMs(times, at)) missed += 1;
  return missed;
}

/** Refuses what is no time table, or one that never comes. */
export function readCron(cron: string, timeZone?: string): Cron {
  try {
    return new Cron(cron, { paused: true, ...(timeZone !== undefined && { timezone: timeZone }) });
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'it cannot be read';
    throw new KeelsonError('schedule.cron_invalid', { message: `"${cron}" is no time table: ${detail}.`, nextStep: 'Give minute, hour, day of the month, month and day of the week, such as "0 2 * * *" for two at night.', data: { cron, detail }, cause: error });
  }
}

import { documentKey, scheduleAdded, scheduleChanged, ScheduleId, scheduleMet, type Schedule, type ScheduledEnd } from '../../contracts/index.ts';
import type { Projection } from './projection.ts';

/** A schedule as it stands, with what came of it last. */
export const scheduleProjection: Projection = {
  name: 'schedule',
  version: 1,
  types: [scheduleAdded.type, scheduleChanged.type, scheduleMet.type],
  key: ({ streamId }) => documentKey.schedule(ScheduleId.parse(streamId)),
  fold: (current, { type, payload }) => {
    if (type === scheduleAdded.type) return payload['schedule'] as Schedule;
    const schedule = current as Schedule | undefined;
    if (schedule === undefined) return {};
    if (type === scheduleChanged.type) return { ...schedule, state: payload['state'] };
    const last = payload['end'] as ScheduledEnd;
    return { ...schedule, last, runs: schedule.runs + 1, failures: schedule.failures + (last.reason === 'success' ? 0 : 1) };
  },
};

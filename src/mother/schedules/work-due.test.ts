import { describe, expect, it } from 'vitest';
import { lifecycleRig } from '../../../test/support/lifecycle-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createWorkQueue, type Timer } from '../../ledger/index.ts';
import { missedSince, nextDueMs, readCron } from './due-times.ts';
import { workOnDue, type DueWork, type SchedulePorts } from './work-due.ts';

const HOUR_MS = 60 * 60 * 1000;
const NEVER: Timer = { after: () => () => undefined };

async function bench(changes: Partial<DueWork> = {}) {
  const rig = await lifecycleRig();
  const runs: string[] = [];
  const work: DueWork = { name: 'collector', schedule: { cron: '0 2 * * *', timeZone: 'UTC' }, run: async (_signal, { due_at: dueAt }) => void runs.push(dueAt), ...changes };
  const ports: SchedulePorts = { store: rig.ledger.store, queue: createWorkQueue(rig.ledger.store), writer: rig.writer, clock: rig.ports.clock, timer: NEVER, owner: 'here' };
  const look = (more: Partial<SchedulePorts> = {}, signal = new AbortController().signal) => workOnDue([work], { ...ports, ...more }, signal);
  const told = async () => (await rig.ledger.log.readAll()).filter(({ event }) => event.type === 'schedule.work_told').map(({ event }) => event.payload);
  return { ...rig, work, ports, runs, look, told };
}

describe('due times', () => {
  it('follow the calendar of a time zone, through the change of its clocks', verifies('KEL-SCHED-01'), () => {
    const berlin = { cron: '30 2 * * *', timeZone: 'Europe/Berlin' };
    const at = (after: string) => new Date(nextDueMs(berlin, Date.parse(after)) ?? 0).toISOString();
    expect(at('2026-11-16T00:00:00Z')).toBe('2026-11-16T01:30:00.000Z');
    expect(at('2026-07-16T00:00:00Z')).toBe('2026-07-16T00:30:00.000Z');
    expect(nextDueMs({ cron: '0 0 30 2 *' }, 0)).toBeUndefined();
  });

  it('come after so long each time, and keep their step', verifies('KEL-SCHED-01'), () => {
    const times = { everyMs: 300 };
    expect([nextDueMs(times, 1_000), nextDueMs(times, 1_000, 900), nextDueMs(times, 1_200, 900), nextDueMs(times, 5_000, 900)]).toEqual([1_300, 1_200, 1_500, 5_100]);
    expect([missedSince(times, 900, 1_199), missedSince(times, 900, 1_200), missedSince(times, 900, 2_000_000)]).toEqual([0, 1, 1_000]);
  });

  it('refuse what is no time table', verifies('KEL-SCHED-01'), () => {
    expect(() => readCron('every monday')).toThrowError(expect.objectContaining({ code: 'schedule.cron_invalid' }));
  });
});

describe('work that falls due', () => {
  it('is done when its time has come, once, and then at its next time', verifies('KEL-SCHED-02', 'MH4-6-22'), async () => {
    const { look, runs, time } = await bench();
    expect(await look()).toEqual([]);
    const start = time.now().wallMs;
    const due = nextDueMs({ cron: '0 2 * * *', timeZone: 'UTC' }, start) ?? 0;
    time.pass(due - start);
    expect(await look()).toMatchObject([{ name: 'collector', outcome: 'done', error: null, occasion: { missed: 0 } }]);
    expect(await look()).toEqual([]);
    time.pass(24 * HOUR_MS);
    await look();
    expect(runs).toEqual([new Date(due).toISOString(), new Date(due + 24 * HOUR_MS).toISOString()]);
  });

  it('is made up for once however many times were missed, and that is recorded', verifies('KEL-SCHED-03'), async () => {
    const { look, runs, time, told } = await bench();
    await look();
    time.pass(10 * 24 * HOUR_MS);
    const [done] = await look();
    expect([done?.occasion.missed, runs.length]).toEqual([9, 1]);
    expect(await told()).toEqual([{ work: 'collector', occasion: done?.occasion, error: null }]);
    expect(await look()).toEqual([]);
  });

  it('is never done by two at once', verifies('KEL-SCHED-02'), async () => {
    const rig = await bench();
    await rig.look();
    rig.time.pass(24 * HOUR_MS);
    let second: unknown;
    const work: DueWork = { ...rig.work, run: async () => void (second = await rig.look({ owner: 'there' })) };
    expect(await workOnDue([work], rig.ports, new AbortController().signal)).toMatchObject([{ outcome: 'done' }]);
    expect([second, rig.runs]).toEqual([[], []]);
  });

  it('comes back when whoever did it is gone', verifies('KEL-SCHED-02'), async () => {
    const rig = await bench();
    await rig.look();
    rig.time.pass(24 * HOUR_MS);
    const [claim] = (await createWorkQueue(rig.ledger.store).claim({ queue: 'schedule.collector', owner: 'dead', limit: 1 })).claimed;
    expect(await rig.look()).toEqual([]);
    rig.time.pass(60_000);
    expect(await rig.look()).toMatchObject([{ outcome: 'done', occasion: { due_at: new Date(claim?.dueMs ?? 0).toISOString() } }]);
  });

  it('that fails says why, and is due at its next time', verifies('KEL-SCHED-04'), async () => {
    const { look, time, told } = await bench({ run: () => Promise.reject(new Error('no room')) });
    await look();
    time.pass(24 * HOUR_MS);
    expect(await look()).toMatchObject([{ outcome: 'failed', error: 'no room' }]);
    expect(await told()).toMatchObject([{ work: 'collector', error: 'no room' }]);
    expect(await look()).toEqual([]);
    time.pass(24 * HOUR_MS);
    expect(await look()).toMatchObject([{ outcome: 'failed' }]);
  });

  it('that was stopped midway is due again at once, as often as it takes', verifies('KEL-SCHED-04'), async () => {
    const stop = new AbortController();
    const { look, time, told, runs } = await bench({
      run: async (signal, { due_at: dueAt }) => {
        if (!stop.signal.aborted) stop.abort();
        signal.throwIfAborted();
        runs.push(dueAt);
      },
    });
    await look();
    time.pass(24 * HOUR_MS);
    expect(await look({}, stop.signal)).toMatchObject([{ outcome: 'put_off', error: null }]);
    expect(await told()).toEqual([]);
    expect(await look()).toMatchObject([{ outcome: 'done' }]);
    expect(runs).toHaveLength(1);
  });

  it('follows a changed time table', verifies('KEL-SCHED-02'), async () => {
    const rig = await bench();
    await rig.look();
    const hourly: DueWork = { ...rig.work, schedule: { everyMs: HOUR_MS } };
    await workOnDue([hourly], rig.ports, new AbortController().signal);
    rig.time.pass(HOUR_MS);
    expect(await workOnDue([hourly], rig.ports, new AbortController().signal)).toMatchObject([{ outcome: 'done' }]);
  });
});

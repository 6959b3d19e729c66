import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { AttentionReport, ScheduleStanding, ScheduleWorkReport } from '../../src/contracts/index.ts';
import { createWorkQueue } from '../../src/ledger/index.ts';
import { homes, keelson, withLedger } from '../support/keelson-home.ts';
import { wholeProgram } from '../support/served-program.ts';
import { verifies } from '../requirements/verifies.ts';

const folders = homes();
afterAll(folders.removeAll);

const DAY_MS = 24 * 60 * 60 * 1000;

/** Has what waits under this name been due since so many days ago. */
async function longDue(home: string, name: string, days: number): Promise<void> {
  await withLedger(home, async ({ store }) => {
    const queue = createWorkQueue(store);
    const [there] = await queue.list(`schedule.${name}`);
    if (there === undefined) throw new Error('nothing waits');
    await queue.cancel(`schedule.${name}`, there.id);
    await queue.enqueue({ queue: `schedule.${name}`, id: there.id, dueMs: Date.now() - days * DAY_MS, body: there.body });
  });
}

const json = async <Value>(home: string, line: string): Promise<Value> => JSON.parse((await keelson(home, line)).stdout) as Value;

describe('keelson schedule', () => {
  it('runs a task with nobody there when its time has come, once for all times that passed', verifies('KEL-SCHED-05', 'KEL-SCHED-03'), async () => {
    const home = folders.newHome();
    writeFileSync(join(home, 'notes.txt'), 'milk\nbread\n');
    const { schedule } = await json<ScheduleStanding>(home, 'schedule add @daily --time-zone UTC --max-cost 0.5 --json read notes.txt');
    expect(schedule).toMatchObject({ cron: '@daily', time_zone: 'UTC', request: 'read notes.txt', budget: { max_cost_usd: 0.5 }, state: 'active', runs: 0, last: null });
    await longDue(home, schedule.schedule_id.toLowerCase(), 3);
    const done = await json<ScheduleWorkReport['done'][number]>(home, 'schedule work --once --json');
    expect(done).toMatchObject({ work: schedule.schedule_id.toLowerCase(), outcome: 'done', error: null });
    expect(done.occasion.missed).toBeGreaterThanOrEqual(2);
    const { schedule: after } = await json<ScheduleStanding>(home, `schedule show ${schedule.schedule_id} --json`);
    expect(after).toMatchObject({ runs: 1, last: { occasion: done.occasion, error: null } });
    expect(done.came_to).toEqual({ run_id: after.last?.run_id, reason: after.last?.reason, error: null });
    const { runs } = await json<{ runs: { run_id: string; request: string }[] }>(home, 'runs --json');
    expect(runs).toMatchObject([{ run_id: after.last?.run_id, request: 'read notes.txt' }]);
  });

  it('leaves a task that failed among what waits for the person, until it is taken away', verifies('KEL-SCHED-10'), async () => {
    const home = folders.newHome();
    const { schedule } = await json<ScheduleStanding>(home, 'schedule add @daily --json read notes.txt');
    const name = schedule.schedule_id.toLowerCase();
    await longDue(home, name, 1);
    const end = schedule.schedule_id.slice(-6);
    const worked = await keelson(home, 'schedule work --once');
    expect([worked.status, worked.stdout]).toEqual([1, expect.stringMatching(new RegExp(`^\\S+Z {2}${end} blocked \\(run \\w{6}\\).*\n$`, 'u'))]);
    expect((await keelson(home, `schedule show ${end}`)).stdout).toMatch(/last blocked \(run (\w{6})\)[^\n]*\n {8}keelson show \1 tells how it went\n$/u);
    expect((await keelson(home, 'attention')).stdout).toMatch(/^low {2}A scheduled task ended as blocked\n {2}sch_\S+ of run_\S+ · goes when the task goes well, or its schedule is removed\n/u);
    const items = async (): Promise<AttentionReport['items']> => (await json<AttentionReport>(home, 'attention --json')).items;
    const command = `keelson schedule show ${schedule.schedule_id}`;
    expect(await items()).toMatchObject([{ item_id: schedule.schedule_id, attention_kind: 'scheduled_run_failed', summary: 'A scheduled task ended as blocked', command_ref: command, lifecycle_state: 'open' }]);
    await keelson(home, `schedule remove ${schedule.schedule_id}`);
    expect(await items()).toEqual([]);
  });

  it('is paused, resumed and removed', verifies('KEL-SCHED-06'), async () => {
    const home = folders.newHome();
    const { schedule } = await json<ScheduleStanding>(home, 'schedule add @daily --json read notes.txt');
    const end = schedule.schedule_id.slice(-6);
    expect((await keelson(home, `schedule pause ${end}`)).stdout).toBe(`${end} is paused.\n`);
    expect((await json<ScheduleStanding>(home, `schedule show ${end} --json`)).next_due_at).toBeNull();
    await keelson(home, `schedule resume ${end}`);
    expect((await json<ScheduleStanding>(home, `schedule show ${end} --json`)).next_due_at).not.toBeNull();
    await keelson(home, `schedule remove ${end}`);
    expect((await keelson(home, `schedule show ${end}`)).stderr).toContain('[schedule.unknown]');
    expect((await keelson(home, 'schedule add @sometimes read notes.txt')).stderr).toContain('[schedule.cron_invalid]');
  });

  it('collects by itself at two at night, and after a run when that was missed', verifies('MH4-6-22', 'MH4-CHK-06', 'KEL-SCHED-07', 'ART-DRM-01'), async () => {
    const home = folders.newHome();
    writeFileSync(join(home, 'notes.txt'), 'milk\n');
    const { own } = await json<{ own: { work: string; next_due_at: string }[] }>(home, 'schedule list --json');
    const [collector, dreamer] = own;
    expect(Date.parse(dreamer?.next_due_at ?? '')).toBeLessThanOrEqual(Date.now() + 5 * 60 * 1_000);
    expect(new Date(collector?.next_due_at ?? 0).getHours()).toBe(2);
    // Who only asks leaves no ledger behind; its time is set by whoever works.
    expect(await json<{ state: string }>(home, 'ledger stats --json')).toMatchObject({ state: 'absent' });
    await keelson(home, 'schedule work --once');
    await longDue(home, 'dreamer', 2);
    expect((await keelson(home, 'schedule work --once --json')).stdout).toContain('"work":"dreamer"');
    await longDue(home, 'collector', 2);
    await keelson(home, 'run --unattended --engine offline read notes.txt');
    expect((await json<{ reports: unknown[] }>(home, 'gc reports --json')).reports).toHaveLength(1);
    writeFileSync(join(home, 'keelson.config.json'), JSON.stringify({ schedules: { after_run_ms: 0 } }));
    await longDue(home, 'collector', 2);
    await keelson(home, 'run --unattended --engine offline read notes.txt');
    expect((await json<{ reports: unknown[] }>(home, 'gc reports --json')).reports).toHaveLength(1);
  });

  it('is worked on beside a server, which begins no record of its own and leaves it to others when it is told to', verifies('KEL-SCHED-11'), async () => {
    const home = folders.newHome();
    const program = wholeProgram({ home, workspace: home });
    let times = 0;
    const beside = async () => (await program.dispatcher.dispatch('command', 'schedule.work', { while_serving: true }, { idempotencyKey: `beside-${(times += 1)}`, signal: new AbortController().signal })) as ScheduleWorkReport;
    try {
      expect(await beside()).toEqual({ done: [], next_due_at: null });
      expect(await json<{ state: string }>(home, 'ledger stats --json')).toMatchObject({ state: 'absent' });
      const { schedule } = await json<ScheduleStanding>(home, 'schedule add @daily --json read notes.txt');
      await longDue(home, schedule.schedule_id.toLowerCase(), 1);
      writeFileSync(join(home, 'keelson.config.json'), JSON.stringify({ schedules: { after_run_ms: 0 } }));
      expect((await beside()).done).toEqual([]);
      writeFileSync(join(home, 'keelson.config.json'), '{}');
      expect((await beside()).done).toMatchObject([{ work: schedule.schedule_id.toLowerCase(), outcome: 'done' }]);
    } finally {
      await program.close();
    }
  });
});

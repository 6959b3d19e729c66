import {
  AFTER_RUN_MS,
  DEFAULT_TENANT,
  documentKey,
  GARBAGE_COLLECTION,
  runStarted,
  Schedule,
  scheduleAdd,
  scheduleAdded,
  scheduleChange,
  scheduleChanged,
  ScheduleId,
  scheduleList,
  scheduleMet,
  scheduleShow,
  scheduleWork,
  type DueOccasion,
  type RunStartReport,
  type RunStartRequest,
  type ScheduleAddRequest,
  type ScheduledEnd,
  type SchedulesSection,
  type ScheduleStanding,
  type ScheduleWorkReport,
  type Timestamp,
} from '../contracts/index.ts';
import { KeelsonError, timestamp } from '../kernel/index.ts';
import { createWorkQueue, type Documents, type WorkQueue } from '../ledger/index.ts';
import type { Distil, FactReader } from '../memory/index.ts';
import type { DoneWork, DueWork, SchedulePorts } from '../mother/index.ts';
import { collectPorts, type LifecyclePorts } from './artifact-life.ts';
import { STARTED_WITH } from './asked-of-run.ts';
import { bind, type Binding, type CallContext } from './dispatcher.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import { DREAMER, dreamAsDue } from './memory-dream.ts';
import type { OpenTools, ToolsPorts } from './tools-ports.ts';

/** What schedules need besides the ledger. */
export interface ScheduleBindingPorts {
  readonly lifecycle: LifecyclePorts;
  /** Puts rules into words, where a model may be asked. */
  distil(): Promise<Distil | undefined>;
  /** Reads facts in words, where a model may be asked. */
  factReader(): Promise<FactReader | undefined>;
  settings(): Promise<SchedulesSection>;
  /** Starts a run, or goes on with the one of the same key. */
  startRun(request: RunStartRequest, context: CallContext): Promise<RunStartReport>;
}

/** The zone of this machine. */
const hereZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the product does by itself, and when. */
const COLLECTOR = { name: 'collector', schedule: { cron: GARBAGE_COLLECTION.schedule_cron } } as const;
const timesOf = ({ schedule_id: id, cron, time_zone: timeZone }: Schedule) => ({ name: id.toLowerCase(), schedule: { cron, timeZone } });

/** Serves what falls due: tasks that people scheduled, and what the product does by itself. */
export function scheduleBindings(openTools: OpenTools, given: ScheduleBindingPorts): Binding[] {
  const opened = async () => {
    const ports = await openTools();
    const [runs, mother] = await Promise.all([ports.ledger(), import('../mother/index.ts')]);
    const schedulePorts: SchedulePorts = { store: runs.ledger.store, queue: createWorkQueue(runs.ledger.store), writer: runs.mother, clock: ports.clock, timer: ports.timer, owner: `process-${process.pid}` };
    const ownWorks: DueWork[] = [
      { ...COLLECTOR, run: async (signal) => {
        await mother.endLostChildren(signal, { ...ports, ...runs, writer: runs.mother });
        await mother.collectGarbage(await collectPorts(runs, ports, given.lifecycle), signal).then((report) => (report.stopped !== undefined && signal.aborted ? Promise.reject(signal.reason) : report));
      } },
      ...(runs.dream === undefined ? [] : [{ ...DREAMER, tellsItself: true, run: (signal: AbortSignal) => dreamAsDue(runs, signal, given.distil) }]),
    ];
    const workOf = (schedule: Schedule): DueWork => ({ ...timesOf(schedule), tellsItself: true, run: (signal, occasion) => meetSchedule(schedule, occasion, signal, runs, given) });
    const standingOf = async (schedule: Schedule): Promise<ScheduleStanding> => ({ schedule, next_due_at: schedule.state === 'active' ? timeOf((await mother.setDueTimes([workOf(schedule)], schedulePorts)).values().next().value ?? null) : null });
    return { ports, runs, mother, schedulePorts, ownWorks, workOf, standingOf };
  };
  /** For whoever only asks: where there is no ledger yet none is made, and nothing is set. */
  const looking = async () => {
    const ports = await openTools();
    const [runs, { dueTimes }] = await Promise.all([ports.existingLedger(DEFAULT_TENANT), import('../mother/index.ts')]);
    const queue: Pick<WorkQueue, 'list'> = runs === undefined ? { list: async () => [] } : createWorkQueue(runs.ledger.store);
    const documents: Pick<Documents, 'get' | 'list'> = runs?.ledger.documents ?? { get: async () => undefined, list: async () => [] };
    return { documents, dueAt: async (work: Pick<DueWork, 'name' | 'schedule'>) => timeOf((await dueTimes([work], { queue, clock: ports.clock })).get(work.name) ?? null) };
  };
  return [
    bind(scheduleAdd, async (request, { idempotencyKey = '' }) => {
      const { ports, runs, mother, standingOf } = await opened();
      const timeZone = request.time_zone ?? hereZone();
      const nextMs = mother.nextDueMs({ cron: request.cron, timeZone }, ports.clock.nowMs());
      if (nextMs === undefined) throw new KeelsonError('schedule.cron_invalid', { message: `"${request.cron}" never falls due.`, nextStep: 'Give a time that comes, such as "0 7 * * 1-5" for seven on weekdays.', data: { cron: request.cron, detail: 'never' } });
      return standingOf(await addSchedule(request, `schedule.add:${idempotencyKey}`, timeZone, runs, ports));
    }),
    bind(scheduleShow, async ({ schedule }) => {
      const { documents, dueAt } = await looking();
      const found = await findSchedule(schedule, documents);
      return { schedule: found, next_due_at: found.state === 'active' ? await dueAt(timesOf(found)) : null };
    }),
    bind(scheduleList, async () => {
      const { documents, dueAt } = await looking();
      const schedules: ScheduleStanding[] = [];
      for (const schedule of await allSchedules(documents)) schedules.push({ schedule, next_due_at: schedule.state === 'active' ? await dueAt(timesOf(schedule)) : null });
      return { schedules, own: [{ work: COLLECTOR.name, next_due_at: await dueAt(COLLECTOR) }, { work: DREAMER.name, next_due_at: await dueAt(DREAMER) }] };
    }),
    bind(scheduleChange, async ({ schedule: typed, state }, { idempotencyKey = '' }) => {
      const { ports, runs, mother, schedulePorts, workOf, standingOf } = await opened();
      const schedule = await findSchedule(typed, runs.ledger.documents);
      await runs.owner.append({ key: `schedule.change:${idempotencyKey}`, events: [{ type: scheduleChanged.type, streamId: schedule.schedule_id, payload: { schedule_id: schedule.schedule_id, state, changed_by: ports.userId } }] });
      if (state !== 'active') await mother.forgetDueTime(workOf(schedule).name, schedulePorts);
      return standingOf({ ...schedule, state });
    }),
    bind(scheduleWork, async ({ after_run: isAfterRun, while_serving: isBesideServing, wait_ms: waitMs }, { signal }) => {
      const { after_run_ms: afterRunMs = AFTER_RUN_MS } = await given.settings();
      if (isAfterRun && afterRunMs === 0) return { done: [], next_due_at: null };
      if (isBesideServing && (afterRunMs === 0 || (await (await openTools()).existingLedger(DEFAULT_TENANT)) === undefined)) {
        await pause(waitMs, await openTools(), signal);
        return { done: [], next_due_at: null };
      }
      const { ports, runs, mother, schedulePorts, ownWorks, workOf } = await opened();
      const works = [...ownWorks, ...(isAfterRun ? [] : (await allSchedules(runs.ledger.documents)).filter(({ state }) => state === 'active').map(workOf))];
      const soonest = async (): Promise<number | null> => [...(await mother.setDueTimes(works, schedulePorts)).values()].reduce((first, one) => (first === null || (one !== null && one < first) ? one : first), null);
      const inMs = ((await soonest()) ?? Number.POSITIVE_INFINITY) - ports.clock.nowMs();
      if (inMs > 0) await pause(Math.min(waitMs, inMs), ports, signal);
      const until = isAfterRun ? AbortSignal.any([signal, AbortSignal.timeout(afterRunMs)]) : signal;
      const unlearnt = await learnt(runs, ports, given, until);
      const done = [...unlearnt, ...(await mother.workOnDue(works, schedulePorts, until))];
      return { done: await Promise.all(done.map((one) => toldWork(one, runs.ledger.documents))), next_due_at: timeOf(await soonest()) };
    }),
  ];
}

/** That a person's task was done says nothing of how its run ended. */
async function toldWork({ name, ...rest }: DoneWork, documents: Pick<Documents, 'get'>): Promise<ScheduleWorkReport['done'][number]> {
  const id = ScheduleId.safeParse(`sch_${name.slice('sch_'.length).toUpperCase()}`);
  const last = !name.startsWith('sch_') || !id.success || rest.outcome !== 'done' ? null : (Schedule.safeParse((await documents.get(documentKey.schedule(id.data)))?.body).data?.last ?? null);
  return { work: name, ...rest, ...(last !== null && { came_to: { run_id: last.run_id, reason: last.reason, error: last.error } }) };
}

/** What runs taught is due whenever one has ended, and not by the clock. Only what goes wrong with it is told. */
async function learnt({ learn }: LedgerForRuns, { clock }: Pick<ToolsPorts, 'clock'>, { factReader }: Pick<ScheduleBindingPorts, 'factReader'>, signal: AbortSignal): Promise<DoneWork[]> {
  const at = timestamp(clock);
  return (await learn?.(signal, await factReader()).then(
    () => [],
    (error: unknown): DoneWork[] => (signal.aborted ? [] : [{ name: 'learning', occasion: { due_at: at, started_at: at, missed: 0 }, outcome: 'failed', error: error instanceof Error && error.message !== '' ? error.message : 'It failed without saying why.' }]),
  )) ?? [];
}

const timeOf = (ms: number | null): Timestamp | null => (ms === null ? null : new Date(ms).toISOString());

function pause(durationMs: number, { timer }: Pick<ToolsPorts, 'timer'>, signal: AbortSignal): Promise<void> {
  return durationMs <= 0 || signal.aborted ? Promise.resolve() : new Promise((resolve) => {
    const callOff = timer.after(durationMs, resolve);
    signal.addEventListener('abort', () => (callOff(), resolve()), { once: true });
  });
}

/** The same key gives the schedule that was added under it. */
async function addSchedule({ cron, request, workspace, budget }: ScheduleAddRequest, key: string, timeZone: string, { ledger, owner }: LedgerForRuns, ports: ToolsPorts): Promise<Schedule> {
  const [before] = await ledger.log.appended(key);
  if (before !== undefined) return findSchedule(before.event.aggregate_id, ledger.documents);
  const { workspace: folder } = await ports.place(workspace);
  const schedule: Schedule = { schedule_id: ports.ids.mint('sch'), cron, time_zone: timeZone, request, workspace: folder, ...(budget !== undefined && { budget }), state: 'active', added_by: ports.userId, added_at: timestamp(ports.clock), runs: 0, failures: 0, last: null };
  await owner.append({ key, events: [{ type: scheduleAdded.type, streamId: schedule.schedule_id, payload: { schedule } }] });
  return schedule;
}

/** Runs the task with nobody there: what needs a yes is denied. The key is made of the due time, so that a second try goes on with the first. */
async function meetSchedule(schedule: Schedule, occasion: DueOccasion, signal: AbortSignal, { ledger, mother }: LedgerForRuns, { startRun }: ScheduleBindingPorts): Promise<void> {
  const { schedule_id: id, request, workspace, budget } = schedule;
  const key = `${id}:${occasion.due_at}`;
  const end = await startRun({ request, workspace, attendance: 'unattended', ...(budget !== undefined && { budget }) }, { idempotencyKey: key, signal }).then(
    ({ run_id: runId, termination }): ScheduledEnd => ({ occasion, run_id: runId, reason: termination.reason, error: null }),
    async (error: unknown): Promise<ScheduledEnd> => {
      if (signal.aborted) throw error;
      const [started] = await ledger.log.appended(`${STARTED_WITH}${key}`);
      return { occasion, run_id: runStarted.payload.safeParse(started?.event.payload).data?.run_id ?? null, reason: null, error: error instanceof Error && error.message !== '' ? error.message : 'It failed without saying why.' };
    },
  );
  await mother.append({ key: `schedule.met:${key}`, events: [{ type: scheduleMet.type, streamId: id, payload: { schedule_id: id, end } }] });
}

const PAGE = 500;

async function allSchedules(documents: Pick<Documents, 'list'>): Promise<Schedule[]> {
  const found: Schedule[] = [];
  for (let after: string | undefined; ; ) {
    const page = await documents.list('schedule:', { limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...page.map(({ body }) => Schedule.parse(body)).filter(({ state }) => state !== 'removed'));
    after = page.at(-1)?.key;
    if (page.length < PAGE) return found;
  }
}

async function findSchedule(typed: string, documents: Pick<Documents, 'get' | 'list'>): Promise<Schedule> {
  const whole = ScheduleId.safeParse(typed.trim());
  const alike = whole.success ? [Schedule.safeParse((await documents.get(documentKey.schedule(whole.data)))?.body).data].filter((one) => one !== undefined) : (await allSchedules(documents)).filter(({ schedule_id: id }) => id.endsWith(typed.trim().toUpperCase()));
  const [only] = alike;
  if (only !== undefined && alike.length === 1 && only.state !== 'removed') return only;
  throw new KeelsonError('schedule.unknown', { message: alike.length > 1 ? `${typed} may be any of ${alike.map(({ schedule_id: id }) => id).join(', ')}.` : `There is no schedule ${typed} here.`, nextStep: '`keelson schedule list` names them.', data: { schedule: typed } });
}


import { scheduleWorkTold, type DueOccasion, type Name } from '../../contracts/index.ts';
import { hasCode, KeelsonError, type Clock } from '../../kernel/index.ts';
import { enqueueOperation, LEASE_TTL_MS, LEASE_RENEWALS_PER_TTL, type ClaimedWork, type LedgerOperation, type LedgerStore, type LogWriter, type Timer, type WorkQueue } from '../../ledger/index.ts';
import { missedSince, nextDueMs, type DueTimes } from './due-times.ts';

/** Work that falls due again and again. Whoever finds it due does it; no two do it at once. */
export interface DueWork {
  readonly name: Name;
  readonly schedule: DueTimes;
  /** Whether the product's own record tells of it when it was late or failed; what has a record of its own says no. */
  readonly tellsItself?: boolean;
  /** Stops soon after the signal is raised; it is then due again at once. The same occasion may come twice, after a crash. */
  run(signal: AbortSignal, occasion: DueOccasion): Promise<void>;
}

export interface SchedulePorts {
  readonly store: Pick<LedgerStore, 'transact'>;
  readonly queue: Pick<WorkQueue, 'enqueue' | 'claim' | 'renew' | 'list' | 'cancel'>;
  readonly writer: Pick<LogWriter, 'append'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly timer: Timer;
  /** Names this process among those that may do the work. */
  readonly owner: string;
}

export interface DoneWork {
  readonly name: Name;
  readonly occasion: DueOccasion;
  readonly outcome: 'done' | 'failed' | 'put_off';
  readonly error: string | null;
}

/** So much later than due is nobody's concern: whoever looks does so now and then. */
export const LATE_AFTER_MS = 10 * 60 * 1000;
const NEXT = 'next';
const queueOf = (name: Name): Name => `schedule.${name}`;

/** When each is due, or would be once somebody works; null when it never is. Sets nothing. */
export async function dueTimes(works: readonly Pick<DueWork, 'name' | 'schedule'>[], { queue, clock }: { readonly queue: Pick<WorkQueue, 'list'>; readonly clock: SchedulePorts['clock'] }): Promise<ReadonlyMap<Name, number | null>> {
  const due = new Map<Name, number | null>();
  for (const work of works) due.set(work.name, (await waiting(work, queue)).asSet?.dueMs ?? nextDueMs(work.schedule, clock.nowMs()) ?? null);
  return due;
}

/** What waits under the name of the work, and the same again if it was set by the time table that holds now. */
async function waiting({ name, schedule }: Pick<DueWork, 'name' | 'schedule'>, queue: Pick<WorkQueue, 'list'>) {
  const [there] = await queue.list(queueOf(name));
  return { there, asSet: JSON.stringify(there?.body) === JSON.stringify({ schedule }) ? there : undefined };
}

/** Sets the due time of work that has none, or another time table than it was set by. Answers when each is due; null when it never is. */
export async function setDueTimes(works: readonly DueWork[], { queue, clock }: Pick<SchedulePorts, 'queue' | 'clock'>): Promise<ReadonlyMap<Name, number | null>> {
  const due = await dueTimes(works, { queue, clock });
  for (const work of works) {
    const { there, asSet } = await waiting(work, queue);
    if (asSet !== undefined) continue;
    if (there !== undefined) await queue.cancel(queueOf(work.name), NEXT);
    const dueMs = due.get(work.name) ?? null;
    // Another process may have set it in the same moment.
    if (dueMs !== null) await queue.enqueue({ queue: queueOf(work.name), id: NEXT, dueMs, body: { schedule: { ...work.schedule } } }).catch((error: unknown) => (hasCode(error, 'work.exists') ? undefined : Promise.reject(error)));
  }
  return due;
}

/** Takes a due time away, whoever is at it. */
export async function forgetDueTime(name: Name, { queue }: Pick<SchedulePorts, 'queue'>): Promise<void> {
  await queue.cancel(queueOf(name), NEXT);
}

/**
 * Does everything that is due now, one after the other, until the signal is raised. Times that passed while nobody looked are
 * made up for once, and that is said. What was stopped midway is due again at once; what failed is due at its next time.
 */
export async function workOnDue(works: readonly DueWork[], ports: SchedulePorts, signal: AbortSignal): Promise<DoneWork[]> {
  const due = await setDueTimes(works, ports);
  const done: DoneWork[] = [];
  for (const work of works) {
    const dueMs = due.get(work.name) ?? null;
    if (signal.aborted) break;
    if (dueMs === null || dueMs > ports.clock.nowMs()) continue;
    const { claimed } = await ports.queue.claim({ queue: queueOf(work.name), owner: ports.owner, limit: 1 });
    for (const claim of claimed) done.push(await meet(work, claim, ports, signal));
  }
  return done;
}

async function meet(work: DueWork, claim: ClaimedWork, ports: SchedulePorts, signal: AbortSignal): Promise<DoneWork> {
  const nowMs = ports.clock.nowMs();
  const occasion: DueOccasion = { due_at: new Date(claim.dueMs).toISOString(), started_at: new Date(nowMs).toISOString(), missed: missedSince(work.schedule, claim.dueMs, nowMs) };
  const failure = await held(claim, ports, signal, (own) => work.run(own, occasion)).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  if (failure !== undefined && hasCode(failure.error, 'work.lost')) return { name: work.name, occasion, outcome: 'put_off', error: failure.error.message };
  const isPutOff = signal.aborted && failure !== undefined;
  const error = failure === undefined || isPutOff ? null : messageOf(failure.error);
  const nextMs = isPutOff ? claim.dueMs : nextDueMs(work.schedule, ports.clock.nowMs(), claim.dueMs);
  const operations: LedgerOperation[] = [
    { kind: 'work.settle', queue: claim.queue, id: claim.id, token: claim.token, outcome: { done: true } },
    ...(nextMs === undefined ? [] : [enqueueOperation({ queue: claim.queue, id: NEXT, dueMs: nextMs, body: claim.body })]),
  ];
  const isLate = nowMs - claim.dueMs > LATE_AFTER_MS || occasion.missed > 0;
  if (work.tellsItself !== true && !isPutOff && (error !== null || isLate)) {
    await ports.writer.append({ key: `schedule:${work.name}:${claim.dueMs}:${claim.token}`, events: [{ type: scheduleWorkTold.type, streamId: work.name, payload: { work: work.name, occasion, error } }], operations });
  } else await ports.store.transact({ append: null, fences: [], expected: [], events: [], operations });
  return { name: work.name, occasion, outcome: isPutOff ? 'put_off' : error === null ? 'done' : 'failed', error };
}

/** Works as long as the claim is this process's; a claim that was lost stops the work. */
async function held<Result>(claim: ClaimedWork, { queue, timer }: SchedulePorts, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const lost = new AbortController();
  let callOff = (): void => undefined;
  const renewLater = (): void => {
    callOff = timer.after(LEASE_TTL_MS / LEASE_RENEWALS_PER_TTL, () => void queue.renew(claim).then(renewLater, (error: unknown) => lost.abort(error)));
  };
  renewLater();
  try {
    const result = await work(AbortSignal.any([signal, lost.signal]));
    if (lost.signal.aborted) throw lost.signal.reason;
    return result;
  } finally {
    callOff();
  }
}

function messageOf(error: unknown): string {
  if (error instanceof KeelsonError) return `${error.message} [${error.code}]`;
  return error instanceof Error && error.message !== '' ? error.message : 'It failed without saying why.';
}

import { counterReserved, counterSettled, runToolEnded, type CounterAmounts, type LogEntry, type StepKey } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { recordOnce, type Journal, type LedgerOperation, type LogWriter, type NewEvent, type RecordedEffects, type RunJournal, type StepOptions } from '../../ledger/index.ts';
import { STEP_TYPES, type SourceRun } from './source-run.ts';

export interface LostAttemptsPorts extends Pick<RecordedEffects, 'lostAttempts'> {
  readonly run: Pick<SourceRun, 'runId' | 'appends'>;
  readonly log: LogWriter;
  /** Told before events are written that may name contents. */
  bring(entries: readonly LogEntry[]): Promise<void>;
}

/**
 * The journal of a run that was cut off in the middle of steps and gone on with. Whatever an attempt had reserved when its
 * process died counts as used, and a call that was stopped tells what it had done by then; so both are told again before the
 * attempt that came to an end.
 */
export function withLostAttempts(journal: RunJournal, { run, log, bring, lostAttempts }: LostAttemptsPorts): RunJournal {
  const stopped = stoppedCalls(run);
  const reservations = reservationsOf(run);
  const loseAgain = async <Result>(key: StepKey, attempt: number, { reserve, announce, settle }: StepOptions<Result>, told: readonly LogEntry[]): Promise<void> => {
    const { events = [], operations = [] } = settle?.({ ok: false, stopped: true, hasBegun: true }, attempt) ?? {};
    await bring(told);
    const all: NewEvent[] = [...(announce?.(attempt) ?? []), ...events, ...told.flatMap(({ event }) => (event.payload === null ? [] : [{ type: event.type, streamId: event.aggregate_id, payload: event.payload }]))];
    const moved = [...(reserve?.(attempt) ?? []), ...operations].map((one) => asRecorded(one, reservations));
    if (all.length + moved.length > 0) await recordOnce(log, 'lost', `${run.runId}:lost:${attempt}:${sha256Hex(key)}`, all, moved);
  };
  const over = <Inner extends Journal>(inner: Inner, prefix: string): Inner => ({
    ...inner,
    async step(name, effect, request, options) {
      const key = `${prefix}${name}`;
      const lost = lostAttempts(key);
      if (options === undefined || lost === 0) return inner.step(name, effect, request, options);
      for (let attempt = 1; attempt <= lost; attempt += 1) await loseAgain(key, attempt, options, attempt === 1 ? stopped(key) : []);
      return inner.step(name, effect, request, countedFrom(lost, options));
    },
    scope: (below) => over(inner.scope(below), `${prefix}${below}/`),
  });
  return over(journal, '');
}

interface Reservation {
  readonly amounts: CounterAmounts;
  /** All that was reserved where nobody settled it. */
  readonly charged: CounterAmounts;
}

/** What each reservation of the run was for and came to, whichever counters held it. */
function reservationsOf({ appends }: Pick<SourceRun, 'appends'>): ReadonlyMap<string, Reservation> {
  const known = new Map<string, Reservation>();
  for (const { event } of appends.flatMap(({ entries }) => entries)) {
    if (event.payload === null) continue;
    if (event.type === counterReserved.type) {
      const { reservation_id: id, amounts } = counterReserved.payload.parse(event.payload);
      known.set(id, { amounts: { ...known.get(id)?.amounts, ...amounts }, charged: { ...amounts, ...known.get(id)?.charged } });
    }
    if (event.type === counterSettled.type) {
      const { reservation_id: id, charged } = counterSettled.payload.parse(event.payload);
      known.set(id, { amounts: known.get(id)?.amounts ?? {}, charged: { ...known.get(id)?.charged, ...charged } });
    }
  }
  return known;
}

/**
 * What a question is expected to take rests on what had been measured by then, in the order in which those at work at the
 * same time came to an end. Of an attempt that is charged for what was expected of it the record knows how much that was.
 */
function asRecorded(operation: LedgerOperation, known: ReadonlyMap<string, Reservation>): LedgerOperation {
  if (operation.kind !== 'counter.reserve' && operation.kind !== 'counter.commit') return operation;
  const { amounts = {}, charged = {} } = known.get(operation.reservationId) ?? {};
  const as = <Amount>(expected: Readonly<Record<string, Amount>>, recorded: CounterAmounts): Record<string, Amount | number> => Object.fromEntries(Object.entries(expected).map(([unit, amount]) => [unit, recorded[unit] ?? amount]));
  return operation.kind === 'counter.reserve' ? { ...operation, amounts: as(operation.amounts, amounts) as CounterAmounts } : { ...operation, used: as(operation.used, charged) };
}

/** Attempts are counted on from those that were lost. */
function countedFrom<Result>(lost: number, { reserve, announce, settle, ...options }: StepOptions<Result>): StepOptions<Result> {
  return {
    ...options,
    ...(reserve !== undefined && { reserve: (attempt) => reserve(attempt + lost) }),
    ...(announce !== undefined && { announce: (attempt) => announce(attempt + lost) }),
    ...(settle !== undefined && { settle: (end, attempt) => settle(end, attempt + lost) }),
  };
}

/** What calls told when they were stopped: by itself, for the end of a call is told together with its step. */
function stoppedCalls({ appends }: Pick<SourceRun, 'appends'>): (key: StepKey) => readonly LogEntry[] {
  const alone = appends.filter(({ entries }) => !entries.some(({ event }) => event.type.startsWith(STEP_TYPES))).flatMap(({ entries }) => entries);
  const told = alone.filter(({ event }) => event.type === runToolEnded.type && event.payload !== null);
  return (key) => told.filter(({ event }) => key.startsWith(`${String(event.payload?.['call'])}/call`));
}

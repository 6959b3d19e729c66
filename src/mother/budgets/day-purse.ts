import { documentKey, type CounterAmounts, type Name, type ResourceBudget } from '../../contracts/index.ts';
import { hasCode, timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import { createCounterOperations, type LedgerOperation, type LogWriter } from '../../ledger/index.ts';
import type { HeldAmounts, Purse } from '../../models/index.ts';
import { DAY_UNITS, dayCounterLimits } from './budget-units.ts';
import { ensureCounter, type CounterLedger } from './counter-reading.ts';

export interface DayPurse extends Purse {
  /** Charges what was used and gives back the rest. */
  close(): Promise<void>;
}

export interface DayPursePorts {
  readonly userId: Name;
  readonly limits: ResourceBudget['per_user_daily'];
  readonly ledger: CounterLedger;
  readonly writer: LogWriter;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Part of a day that was set aside in the log, of which calls are paid without writing before each. */
interface Share {
  readonly id: string;
  readonly date: string;
  readonly amounts: CounterAmounts;
  taken: CounterAmounts;
  used: CounterAmounts;
  /** Calls that are paid of it and have not ended. */
  calls: number;
}

const DATE_CHARS = 'YYYY-MM-DD'.length;
/** Of a day's limit, so much is set aside ahead: enough for several calls, little enough to lose when the process is killed. */
const AHEAD_SHARE = 1 / 200;
/** Of what one call may cost at worst, so many are set aside ahead at least. */
const AHEAD_CALLS = 4;

/**
 * Pays calls outside of runs from a person's day. Nothing is spent that is not set aside in the log before; it is set aside
 * ahead, in shares, so that no call waits for the disk. What was used is charged behind the calls. Whatever a killed process had
 * set aside stays taken until the day is over: a doubtful bill gives nothing back.
 */
export function createDayPurse({ userId, limits, ledger, writer, clock, ids }: DayPursePorts): DayPurse {
  const operations = createCounterOperations(writer);
  let shares: Share[] = [];
  let ensured = '';
  let writing: Promise<void> = Promise.resolve();
  let asking: Promise<void> = Promise.resolve();

  const counterOf = (date: string): string => documentKey.userDailyBudget(userId, date);
  const today = (): string => timestamp(clock).slice(0, DATE_CHARS);
  const append = async (id: string, what: readonly LedgerOperation[]): Promise<void> => void (await writer.append({ key: `purse:${id}`, events: [], operations: what }));
  const reserved = async (amounts: CounterAmounts, along: readonly LedgerOperation[] = []): Promise<Share> => {
    const [date, id] = [today(), `purse:${ids.mint('cmd')}`];
    if (ensured !== date) await ensureCounter(counterOf(date), dayCounterLimits(limits), { ledger, writer });
    ensured = date;
    await append(id, [...along, operations.reserve(counterOf(date), id, amounts)]);
    const share: Share = { id, date, amounts, taken: {}, used: {}, calls: 0 };
    shares.push(share);
    return share;
  };
  const settlement = ({ id, date, used, amounts }: Share): LedgerOperation => operations.commit(counterOf(date), id, added(zero(amounts), used));
  /** A share that is mostly used and that nobody pays from just now is charged, and another put in its place; only where one is left to pay from meanwhile. */
  const turnOver = (): void => {
    const date = today();
    const done = shares.find((share) => share.calls === 0 && (share.date !== date || isMostlyUsed(share)));
    if (done === undefined || (shares.length < 2 && done.date === date)) return;
    shares = shares.filter((share) => share !== done);
    behind(() => replace(done));
  };
  const replace = async (done: Share): Promise<void> => {
    try {
      await reserved(ahead(done.amounts, limits), [settlement(done)]);
    } catch (error) {
      if (!hasCode(error, 'counter.exhausted')) throw error;
      await append(`${done.id}:settled`, [settlement(done)]);
    }
    turnOver();
  };
  /** Behind the calls, one write after the other. What could not be written stays set aside, and no call fails for it. */
  const behind = (work: () => Promise<unknown>): void => {
    writing = ignoringFailure(writing, work);
  };
  const held = (share: Share, amounts: CounterAmounts): HeldAmounts => {
    share.taken = added(share.taken, amounts);
    share.calls += 1;
    let isSettled = false;
    return {
      settle(used) {
        if (isSettled) return;
        isSettled = true;
        share.calls -= 1;
        share.used = added(share.used, ofDay(used));
        // What a call used beyond what was set aside for it is not there for others either.
        share.taken = added(share.taken, less(ofDay(used), amounts));
        turnOver();
      },
    };
  };

  const fitting = (amounts: CounterAmounts): Share | undefined => {
    const date = today();
    return shares.find((share) => share.date === date && fits(share, amounts));
  };
  /** One after the other: whoever waited for another's share may find room in it. */
  const moreFor = async (amounts: CounterAmounts): Promise<HeldAmounts> => {
    const found = fitting(amounts);
    if (found !== undefined) return held(found, amounts);
    try {
      const first = held(await reserved(ahead(amounts, limits)), amounts);
      if (shares.length < 2) behind(() => reserved(ahead(amounts, limits)));
      return first;
    } catch (error) {
      if (!hasCode(error, 'counter.exhausted')) throw error;
    }
    // Near the end of a day nothing is held back that nobody pays from.
    await writing;
    const idle = shares.filter(({ calls }) => calls === 0);
    shares = shares.filter(({ calls }) => calls > 0);
    for (const share of idle) await append(`${share.id}:settled`, [settlement(share)]);
    return held(await reserved(amounts), amounts);
  };

  return {
    async take(wanted) {
      const amounts = ofDay(wanted);
      const found = fitting(amounts);
      if (found !== undefined) return held(found, amounts);
      const mine = asking.then(() => moreFor(amounts));
      asking = ignoringFailure(asking, () => mine);
      return mine;
    },
    async close() {
      for (let last: unknown; last !== writing; ) await (last = writing);
      const left = shares;
      shares = [];
      for (const share of left) await append(`${share.id}:settled`, [settlement(share)]);
    },
  };
}

async function ignoringFailure(before: Promise<void>, work: () => Promise<unknown>): Promise<void> {
  await before;
  await work().catch(() => undefined);
}

function ahead(amounts: CounterAmounts, limits: ResourceBudget['per_user_daily']): CounterAmounts {
  const ofLimits = dayCounterLimits(limits);
  return Object.fromEntries(DAY_UNITS.map((unit) => [unit, Math.max((amounts[unit] ?? 0) * AHEAD_CALLS, Math.floor((ofLimits[unit] ?? 0) * AHEAD_SHARE), 1)]));
}

function ofDay(amounts: CounterAmounts): CounterAmounts {
  return Object.fromEntries(DAY_UNITS.flatMap((unit) => (unit in amounts ? [[unit, amounts[unit] ?? 0]] : [])));
}

function fits({ amounts, taken }: Share, wanted: CounterAmounts): boolean {
  return Object.entries(wanted).every(([unit, amount]) => (taken[unit] ?? 0) + amount <= (amounts[unit] ?? 0));
}

/** Charging each call by itself would write more than the calls do; what is charged later is held until then. */
function isMostlyUsed({ amounts, used }: Share): boolean {
  return Object.entries(amounts).some(([unit, amount]) => (used[unit] ?? 0) * 2 >= amount);
}

function zero(amounts: CounterAmounts): CounterAmounts {
  return Object.fromEntries(Object.keys(amounts).map((unit) => [unit, 0]));
}

function added(left: CounterAmounts, right: CounterAmounts): CounterAmounts {
  return Object.fromEntries([...new Set([...Object.keys(left), ...Object.keys(right)])].map((unit) => [unit, (left[unit] ?? 0) + (right[unit] ?? 0)]));
}

/** What was used of what was wanted for it, as a difference; never below what gives all of it back. */
function less(used: CounterAmounts, wanted: CounterAmounts): CounterAmounts {
  return Object.fromEntries(Object.keys(wanted).map((unit) => [unit, (used[unit] ?? 0) - (wanted[unit] ?? 0)]));
}

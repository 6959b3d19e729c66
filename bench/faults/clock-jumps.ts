import { join } from 'node:path';
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { createIds, hasCode, seededRandom, type Clock } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createLog, openLedger, rulesOf, type LedgerStore, type LogWriter, type LedgerOperation, type StoreTime } from '../../src/ledger/index.ts';
import type { ClaimAnswer } from '../../src/ledger/work/decide-claim.ts';
import { allEntries, AUTHOR, logFaults, message } from '../../test/contract-suites/ledger-samples.ts';
import { createChance, roundSeed, type Chance } from './chance.ts';
import { noFindings, type Findings } from './findings.ts';
import { exactly, findingsResult, type FaultPart, type PartOptions, type PartResult } from './part.ts';
import { diskFolder } from './scratch.ts';

const LABEL = 'clock jumps';
const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const JUMPS_MS: readonly number[] = [SECOND_MS, 60 * SECOND_MS, HOUR_MS, DAY_MS].flatMap((size) => [size, -size]);
const TTL_MS = 10_000;

/** Wall time can be set; monotonic time only passes. */
export interface Clocks {
  /** Changes when the machine is started again. */
  epoch: string;
  wallMs: number;
  monotonicMs: number;
}

interface Bench {
  readonly store: LedgerStore;
  readonly writer: LogWriter;
  readonly clocks: Clocks;
  readonly findings: Findings;
}

async function answer(work: () => Promise<unknown>): Promise<string> {
  return work().then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
}

function jumpMs(chance: Chance, round: number): number {
  const named = JUMPS_MS[round % JUMPS_MS.length] ?? SECOND_MS;
  return round < JUMPS_MS.length ? named : Math.sign(named) * (SECOND_MS + chance.below(DAY_MS - SECOND_MS));
}

/** One lease and one claim of work, and the wall clock jumps at every stage of their lives. */
async function runRound({ store, writer, clocks, findings }: Bench, round: number, jump: number): Promise<void> {
  const lease = `run:${round}`;
  const queue = `queue-${round}`;
  let appends = 0;
  const transact = async (operation: LedgerOperation): Promise<unknown> => (await store.transact({ append: null, fences: [], expected: [], events: [], operations: [operation] })).results[0];
  const expect = async (what: string, wanted: string, work: () => Promise<unknown>): Promise<void> => {
    const actual = await answer(work);
    if (actual !== wanted) findings.broken.push(`round ${round}, jump of ${jump} ms: ${what}: ${actual} instead of ${wanted}`);
  };
  const append = (token: number): Promise<unknown> => writer.append({ key: `${lease}-${(appends += 1)}`, events: [message('jumping', lease)], fences: [{ lease, token }] });
  const claim = async (): Promise<number> => ((await transact({ kind: 'work.claim', queue, owner: 'worker', ttlMs: TTL_MS, limit: 1 })) as ClaimAnswer).claimed.length;
  const claimed = async (wanted: number, what: string): Promise<void> => {
    const found = await claim();
    if (found !== wanted) findings.broken.push(`round ${round}, jump of ${jump} ms: ${what}: ${found} claims instead of ${wanted}`);
  };

  const { token } = (await transact({ kind: 'lease.acquire', lease, owner: 'first', ttlMs: TTL_MS })) as { token: number };
  await transact({ kind: 'work.enqueue', queue, id: 'job', dueMs: clocks.wallMs, body: {} });
  await claimed(1, 'due work');
  clocks.wallMs += jump;
  await expect('an owner appends after the jump', 'done', () => append(token));
  await expect('a second owner after the jump', 'lease.held', () => transact({ kind: 'lease.acquire', lease, owner: 'second', ttlMs: TTL_MS }));
  clocks.monotonicMs += TTL_MS - 1;
  await expect('an owner appends at the end of its time', 'done', () => append(token));
  await expect('a second owner at the end of its time', 'lease.held', () => transact({ kind: 'lease.acquire', lease, owner: 'second', ttlMs: TTL_MS }));
  await claimed(0, 'work that is claimed');
  clocks.monotonicMs += 1;
  clocks.wallMs -= jump;
  await expect('an owner appends after its time', 'lease.lost', () => append(token));
  await expect('an owner renews after its time', 'lease.lost', () => transact({ kind: 'lease.renew', lease, token, ttlMs: TTL_MS }));
  clocks.wallMs -= jump;
  await expect('an owner appends after its time and another jump', 'lease.lost', () => append(token));
  clocks.wallMs += jump;
  await expect('a second owner after that', 'done', () => transact({ kind: 'lease.acquire', lease, owner: 'second', ttlMs: TTL_MS }));
  await expect('the first owner then', 'lease.lost', () => append(token));
  await expect('the second owner then', 'done', () => append(token + 1));
  await expect('the second owner lets go', 'done', () => transact({ kind: 'lease.release', lease, token: token + 1 }));
  await expect('the second owner after it let go', 'lease.lost', () => append(token + 1));
  await expect('a third owner', 'done', () => transact({ kind: 'lease.acquire', lease, owner: 'third', ttlMs: TTL_MS }));
  // Monotonic time begins anew at a start of the machine, long before the lease would end by its old count.
  Object.assign(clocks, { epoch: `${clocks.epoch}+`, monotonicMs: 0, wallMs: clocks.wallMs + jump });
  await expect('the third owner after the machine was started again', 'lease.lost', () => append(token + 2));
  clocks.wallMs -= jump;
}

export const clockJumps: FaultPart = {
  name: 'clock',
  full: 200,
  quick: 40,
  short: JUMPS_MS.length,
  run: (options) => jumpClocks(options, (time) => openSqliteStore({ file: join(diskFolder(), 'ledger.db'), time })),
};

/** The same on any store that takes its time from outside. */
export async function jumpClocks({ seed, rounds }: PartOptions, open: (time: () => StoreTime) => Promise<LedgerStore>): Promise<PartResult> {
  const findings = noFindings();
  const clocks: Clocks = { epoch: 'boot', wallMs: 1_800_000_000_000, monotonicMs: 0 };
  const clock: Clock = { nowMs: () => clocks.wallMs, monotonicMs: () => clocks.monotonicMs };
  const store = await open(() => ({ ...clocks }));
  const ids = createIds({ clock, random: seededRandom(seed) });
  await openLedger({ store, setup: BUILTIN_SETUP, clock, ids });
  const writer = createLog({ store, catalogue: rulesOf(BUILTIN_SETUP).catalogue, clock, ids }).writerFor(AUTHOR);
  for (let round = 0; round < rounds; round += 1) {
    const jump = jumpMs(createChance(roundSeed(seed, 'clock', round)), round);
    await runRound({ store, writer, clocks, findings }, round, jump).catch((error: unknown) => void findings.other.push(`round ${round}: ${hasCode(error, 'internal.unexpected') ? error.stack : String(error)}`));
    // Whatever the wall clock says, the next round comes later.
    clocks.wallMs += TTL_MS;
  }
  const rows = await allEntries(store, 1_000);
  findings.broken.push(...logFaults(rows));
  await store.close();
  return findingsResult(LABEL, { rounds }, findings, [exactly(`${LABEL}: appends that went on`, rows.length, 3 * rounds)]);
}

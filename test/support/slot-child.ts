/** A process of its own that begins runs over a ledger on disk when it is told to, and says how many found a place. */
import { once } from 'node:events';
import { DEFAULT_BUDGET } from '../../src/contracts/index.ts';
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { createIds, hasCode, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createLeases, openLedger, systemTimer } from '../../src/ledger/index.ts';
import { admitRun } from '../../src/mother/budgets/circuit-breaker.ts';
import { startRun } from '../../src/mother/run-life.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';

const [file = '', count = ''] = process.argv.slice(2);
const store = await openSqliteStore({ file });
const ids = createIds({ clock: systemClock, random: systemRandom });
const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock: systemClock, ids });
const leases = createLeases({ transact: store.transact.bind(store), pause: () => Promise.resolve() });
const ports = { ledger, writer: ledger.log.writerFor(AUTHOR), leases, clock: systemClock, ids, random: systemRandom, timer: systemTimer };
console.log('ready');
await once(process.stdin, 'data');
const begin = async (): Promise<number> => {
  const runId = await startRun({ key: ids.mint('cmd'), userId: 'ada', request: 'tidy up', limits: { tokens: 1 } }, ports);
  const held = await leases.acquire(`run:${runId}`, runId, { ttlMs: 60_000 });
  try {
    await admitRun({ runId, held, budget: DEFAULT_BUDGET, memoryMb: 1, day: { userId: 'ada', date: '2027-01-15' } }, ports);
    return 1;
  } catch (error) {
    if (hasCode(error, 'run.circuit_open')) return 0;
    throw error;
  }
};
const admitted = await Promise.all(Array.from({ length: Number(count) }, begin));
console.log(`admitted ${admitted.reduce((sum, one) => sum + one, 0)}`);
await ledger.close();
process.exit(0);

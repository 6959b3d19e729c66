/** A process that races for a lease each time it is told to, and then says what became of it. */
import { createInterface } from 'node:readline';
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { createLeases, type HeldLease } from '../../src/ledger/leases/leases.ts';
import { KeelsonError } from '../../src/kernel/index.ts';

/** Answers `won TOKEN` or the code of the refusal. A winner that is told so lets go by its time running out. */
export interface LeaseOrder {
  readonly file: string;
  readonly owner: string;
  readonly lease: string;
  readonly ttlMs: number;
}

const order = JSON.parse(process.argv[2] ?? '') as LeaseOrder;
const store = await openSqliteStore({ file: order.file });
const leases = createLeases({ transact: store.transact, pause: async () => undefined });
console.log('ready');

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'end') break;
  console.log(await race());
}
await store.close();

async function race(): Promise<string> {
  try {
    const held: HeldLease = await leases.acquire(order.lease, order.owner, { ttlMs: order.ttlMs });
    return `won ${held.token}`;
  } catch (error) {
    return error instanceof KeelsonError ? error.code : String(error);
  }
}

/** A process that appends to one stream, among others that do the same. */
import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { createIds, hasCode, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, openLedger } from '../../src/ledger/index.ts';
import { AUTHOR, message } from '../../test/contract-suites/ledger-samples.ts';

export interface AppendOrder {
  readonly file: string;
  readonly name: string;
  readonly appends: number;
  /** How many are under way at once. */
  readonly atOnce: number;
}

export const SHARED_STREAM = 'shared';

const order = JSON.parse(process.argv[2] ?? '') as AppendOrder;
const clock = systemClock;
const store = await openSqliteStore({ file: order.file });
const { log } = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids: createIds({ clock, random: systemRandom }) });
const writer = log.writerFor(AUTHOR);
let next = 0;

/** A ledger that others hold for too long says so; the same key is then tried again. */
async function insist(key: string): Promise<void> {
  for (;;) {
    try {
      const { events } = await writer.append({ key, events: [message(SHARED_STREAM, key)] });
      return void writeSync(1, `append ${key} ${events[0]?.position}\n`);
    } catch (error) {
      if (!hasCode(error, 'ledger.busy')) throw error;
      writeSync(1, 'busy\n');
    }
  }
}

async function lane(): Promise<void> {
  while (next < order.appends) {
    next += 1;
    await insist(`${order.name}-${next}`);
  }
}

await Promise.all(Array.from({ length: order.atOnce }, lane));
await store.close();
writeSync(1, 'ended\n');

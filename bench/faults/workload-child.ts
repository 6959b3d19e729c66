/** A process that runs the workload on a ledger on disk, and says on its output what was acknowledged. */
import { openSync, writeSync } from 'node:fs';
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { KeelsonError } from '../../src/kernel/index.ts';
import { runWorkload, type WorkloadPlan } from './workload.ts';

export interface ChildOrder extends WorkloadPlan {
  readonly file: string;
  /** Where to acknowledge to; the standard output unless given. */
  readonly acknowledgeTo?: string;
  /** How often the ledger is opened again after the storage failed. */
  readonly reopenings: number;
}

const STANDARD_OUTPUT = 1;
const HOOKS = new URL('kill-points.ts', import.meta.url).href;

const order = JSON.parse(process.argv[2] ?? '') as ChildOrder;
const output = order.acknowledgeTo === undefined ? STANDARD_OUTPUT : openSync(order.acknowledgeTo, 'a');
const acknowledge = (line: string): void => void writeSync(output, `${line}\n`);

for (let reopenings = 0; ; reopenings += 1) {
  const failure = await once().catch((error: unknown) => error);
  if (failure === undefined) break;
  const isStorage = failure instanceof KeelsonError && failure.code.startsWith('ledger.');
  acknowledge(`failed ${failure instanceof KeelsonError ? failure.code : 'defect'} ${JSON.stringify(String(failure instanceof Error ? failure.stack : failure))}`);
  if (isStorage && reopenings < order.reopenings) continue;
  process.exitCode = 1;
  break;
}

async function once(): Promise<void> {
  const store = await openSqliteStore({ file: order.file, hooksModule: HOOKS });
  acknowledge('ready');
  try {
    await runWorkload({ store, plan: order, acknowledge });
  } catch (error) {
    // A store that failed may not even close; what it failed with matters more.
    await store.close().catch(() => undefined);
    throw error;
  }
  await store.close();
  acknowledge('ended');
}

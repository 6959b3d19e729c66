import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/drivers/index.ts';
import { createIds, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, openLedger, type Ledger, type LogWriter } from '../../src/ledger/index.ts';

const AUTHOR = { actor: 'mother', governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false } } as const;
/** Whose stream is written to. */
export const RUN = 'run_01JCQZ9Y5D0000000000000001';

export interface TemporaryLedger {
  readonly ledger: Ledger;
  readonly writer: LogWriter;
  /** Says how many bytes its file had in the end. */
  close(): Promise<number>;
}

/** A ledger on disk that goes when it is closed. */
export async function openTemporaryLedger(hooksModule?: string): Promise<TemporaryLedger> {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-bench-'));
  const file = join(folder, 'ledger.db');
  const store = await openSqliteStore({ file, ...(hooksModule !== undefined && { hooksModule }) });
  const clock = systemClock;
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids: createIds({ clock, random: systemRandom }) });
  return {
    ledger,
    writer: ledger.log.writerFor(AUTHOR),
    async close() {
      await ledger.close();
      const { size } = statSync(file);
      rmSync(folder, { recursive: true });
      return size;
    },
  };
}

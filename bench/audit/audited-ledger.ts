import { join } from 'node:path';
import { createAuditor, type Auditor } from '../../src/auditor/index.ts';
import { auditFolderOnDisk, openSqliteStore, type SqliteStore } from '../../src/drivers/index.ts';
import { createIds, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, openLedger, type LogWriter } from '../../src/ledger/index.ts';
import { AUTHOR, message } from '../../test/contract-suites/ledger-samples.ts';

export const APPEND_EVENTS = 5;

/** As long as it takes. */
export const untilDone = () => ({ signal: new AbortController().signal, deadlineMs: Infinity });

export function auditorOver(store: SqliteStore, path: string): { readonly auditor: Auditor; close(): Promise<void> } {
  const folder = auditFolderOnDisk(path);
  const auditor = createAuditor({ log: { entries: store.entries.bind(store), head: store.head.bind(store) }, folder, clock: systemClock, pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) });
  return { auditor, close: folder.close };
}

export async function openedLedger(root: string): Promise<{ readonly store: SqliteStore; readonly writer: LogWriter; close(): Promise<void> }> {
  const store = await openSqliteStore({ file: join(root, 'ledger.db') });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock: systemClock, ids: createIds({ clock: systemClock, random: systemRandom }) });
  return { store, writer: ledger.log.writerFor(AUTHOR), close: () => ledger.close() };
}

export async function appendMessages(writer: LogWriter, at: number): Promise<void> {
  await writer.append({ key: `bench:${at}`, events: Array.from({ length: APPEND_EVENTS }, (_, index) => message(`s${index}`, `message ${at}`)) });
}

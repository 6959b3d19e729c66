/** Audits a ledger over and over until it is killed: `node auditing-child.ts LEDGER FOLDER`. */
import { createAuditor } from '../../src/auditor/index.ts';
import { auditFolderOnDisk, openSqliteStoreToRead } from '../../src/drivers/index.ts';
import { systemClock } from '../../src/kernel/index.ts';

const [ledger = '', path = ''] = process.argv.slice(2);
const store = await openSqliteStoreToRead({ file: ledger });
const auditor = createAuditor({ log: { entries: store.entries.bind(store), head: store.head.bind(store) }, folder: auditFolderOnDisk(path), clock: systemClock, pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) });
const signal = new AbortController().signal;
process.stdout.write('auditing\n');
for (let round = 1; ; round += 1) {
  const until = { signal, deadlineMs: systemClock.monotonicMs() + 60_000 };
  if (round % 5 === 0) await auditor.report(until);
  else await auditor.catchUp(until);
}

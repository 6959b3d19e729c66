import { ledgerBackup } from '../contracts/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerAdmin } from './ledger-admin.ts';
import { toldOf, withBackup } from './ledger-borrowed.ts';
import { ledgerAbsent } from './ledger-errors.ts';
import { headOf } from './ledger-verify.ts';

/** Serves `ledger.backup`. The head it answers with is read from the copy, so the copy is known to open. */
export function ledgerBackupBinding(admin: LedgerAdmin): Binding {
  return bind(ledgerBackup, async ({ tenant, file }) => {
    if ((await admin.open(tenant)) === undefined) throw ledgerAbsent(tenant, admin.fileOf(tenant), 'back up');
    const written = await admin.backup(tenant, file);
    return withBackup(admin, written.file, tenant, async (copy) => ({ tenant, ...written, head: headOf(await toldOf(copy, copy.store.head())) }));
  });
}

import { ledgerBackup, type Name } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerAdmin } from './ledger-admin.ts';
import { headOf } from './ledger-verify.ts';

/** Serves `ledger.backup`. The head it answers with is read from the copy, so the copy is known to open. */
export function ledgerBackupBinding(admin: LedgerAdmin): Binding {
  return bind(ledgerBackup, async ({ tenant, file }) => {
    if ((await admin.open(tenant)) === undefined) throw absent(tenant, admin.fileOf(tenant));
    const written = await admin.backup(tenant, file);
    const copy = await admin.openBackup(written.file);
    try {
      return { tenant, file: written.file, head: headOf(await copy.store.head()), bytes: written.bytes };
    } finally {
      await copy.store.close();
    }
  });
}

function absent(tenant: Name, file: string): KeelsonError {
  return new KeelsonError('ledger.absent', {
    message: `Nothing has been recorded yet for tenant ${tenant} (${file}), so there is nothing to back up.`,
    nextStep: 'Check the tenant and KEELSON_HOME.',
    data: { tenant, file },
  });
}

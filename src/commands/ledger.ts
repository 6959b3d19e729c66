import type { Binding } from './dispatcher.ts';
import { ledgerAcceptLossBinding, ledgerPreviewLossBinding } from './ledger-accept-loss.ts';
import type { LedgerAdmin } from './ledger-admin.ts';
import { ledgerBackupBinding } from './ledger-backup.ts';
import { inWords } from './ledger-errors.ts';
import { ledgerEventsBinding, type EventsPorts } from './ledger-events.ts';
import type { PartPorts } from './ledger-parts.ts';
import { ledgerPreviewRebuildBinding, ledgerRebuildBinding } from './ledger-rebuild.ts';
import { ledgerPreviewRestoreBinding, ledgerRestoreBinding } from './ledger-restore.ts';
import { ledgerStatsBinding } from './ledger-stats.ts';
import { ledgerVerifyBinding } from './ledger-verify.ts';

export interface LedgerPorts extends PartPorts, EventsPorts {
  readonly admin: LedgerAdmin;
}

/** Everything a person can ask about the ledger itself. */
export function ledgerBindings({ admin, ...ports }: LedgerPorts): Binding[] {
  return [
    ledgerVerifyBinding(admin, ports),
    ledgerStatsBinding(admin, ports),
    ledgerEventsBinding(admin, ports),
    ledgerBackupBinding(admin),
    ledgerPreviewRebuildBinding(admin, ports),
    ledgerRebuildBinding(admin, ports),
    ledgerPreviewRestoreBinding(admin, ports),
    ledgerRestoreBinding(admin, ports),
    ledgerPreviewLossBinding(admin, ports),
    ledgerAcceptLossBinding(admin, ports),
  ].map(readable);
}

/** Whatever the storage says reaches people in their words. */
function readable(binding: Binding): Binding {
  return {
    ...binding,
    handle: (request, context) =>
      binding.handle(request, context).catch((error: unknown) => {
        throw inWords(error);
      }),
  };
}

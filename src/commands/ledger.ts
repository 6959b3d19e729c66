import type { Binding } from './dispatcher.ts';
import type { LedgerAdmin } from './ledger-admin.ts';
import { ledgerBackupBinding } from './ledger-backup.ts';
import { ledgerEventsBinding, type EventsPorts } from './ledger-events.ts';
import type { PartPorts } from './ledger-parts.ts';
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
    ledgerPreviewRestoreBinding(admin, ports),
    ledgerRestoreBinding(admin),
  ];
}

import { ledgerPreviewRestore, ledgerRestore, type LedgerPresent, type LedgerRestoreRequest, type Name } from '../contracts/index.ts';
import { invariant, KeelsonError, type Ids } from '../kernel/index.ts';
import type { Head, LedgerSetup, LedgerStore, VerifyReport } from '../ledger/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { FoundLedger, LedgerAdmin, Replacement } from './ledger-admin.ts';
import { headOf } from './ledger-verify.ts';

/** Serves `ledger.preview_restore`: what would be replaced by what. */
export function ledgerPreviewRestoreBinding(admin: LedgerAdmin, { ids }: { readonly ids: Ids }): Binding {
  return bind(ledgerPreviewRestore, async ({ tenant, file }) => {
    const present = await presentOf(admin, tenant);
    const backup = await withBackup(admin, file, async (found) => ({ file: found.file, head: headOf(await found.store.head()) }));
    return { tenant, present, backup, confirmation: ids.mint('cmd') };
  });
}

/** Serves `ledger.restore`. The backup is verified whole before anything is touched. */
export function ledgerRestoreBinding(admin: LedgerAdmin): Binding {
  return bind(ledgerRestore, async (request, { idempotencyKey, signal }) => {
    invariant(idempotencyKey !== undefined, 'the dispatcher demands a key');
    const { tenant } = request;
    const { keptAside } = (await admin.replaced(tenant, idempotencyKey)) ?? (await replace(admin, request, idempotencyKey, signal));
    const restored = await admin.open(tenant);
    invariant(restored !== undefined, 'what was restored is there');
    return { tenant, file: admin.fileOf(tenant), head: headOf(await restored.head()), kept_aside: keptAside };
  });
}

async function replace(admin: LedgerAdmin, request: LedgerRestoreRequest, key: string, signal: AbortSignal): Promise<Replacement> {
  const setup = await admin.setup();
  await withBackup(admin, request.file, async ({ store, file }) => {
    refuseOutdated(request, await presentOf(admin, request.tenant), await store.head());
    refuseUnsound(file, await verifyWhole(store, setup, signal));
  });
  return admin.replace(request.tenant, request.file, key);
}

async function withBackup<Result>(admin: LedgerAdmin, file: string, use: (backup: FoundLedger) => Promise<Result>): Promise<Result> {
  const backup = await admin.openBackup(file);
  try {
    return await use(backup);
  } finally {
    await backup.store.close();
  }
}

/** A ledger that cannot be opened is exactly what one restores; why it cannot is part of the answer. */
async function presentOf(admin: LedgerAdmin, tenant: Name): Promise<LedgerPresent> {
  const file = admin.fileOf(tenant);
  try {
    const store = await admin.open(tenant);
    return store === undefined ? { state: 'absent', file } : { state: 'readable', file, head: headOf(await store.head()) };
  } catch (error) {
    if (!(error instanceof KeelsonError) || error.code === 'invariant.broken' || error.code === 'ledger.busy') throw error;
    return { state: 'unreadable', file, code: error.code, detail: error.message };
  }
}

async function verifyWhole(store: LedgerStore, setup: LedgerSetup, signal: AbortSignal): Promise<VerifyReport> {
  const { verifyLog } = await import('../ledger/index.ts');
  const work = verifyLog(store, setup);
  for (;;) {
    const step = await work.next();
    if (step.done === true) return step.value;
    signal.throwIfAborted();
  }
}

function refuseOutdated({ tenant, present_position, backup_position }: LedgerRestoreRequest, present: LedgerPresent, backup: Head): void {
  const position = present.state === 'readable' ? present.head.position : null;
  if (position === present_position && backup.position === backup_position) return;
  throw new KeelsonError('ledger.restore_outdated', {
    message: `The ledger stands at ${position ?? 'nothing readable'} and the backup at ${backup.position}, which is not what was confirmed; nothing was changed.`,
    nextStep: 'Look again at what would be replaced, and confirm that.',
    data: { tenant, present_position: position, backup_position: backup.position },
  });
}

function refuseUnsound(file: string, { faults }: VerifyReport): void {
  const [first] = faults;
  if (first === undefined) return;
  throw new KeelsonError('ledger.backup_unsound', {
    message: `The backup ${file} does not verify: ${faults.length === 1 ? 'one fault' : `${faults.length} faults`}, first ${first.detail} (${first.code}). Nothing was changed.`,
    nextStep: 'Restore another backup; the ledger that is there was left as it is.',
    data: { file, faults: faults.length, first: first.code },
  });
}

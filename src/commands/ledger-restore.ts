import { ledgerPreviewRestore, ledgerRestore, type LedgerHead, type LedgerPresent, type LedgerRestoreRequest, type Name } from '../contracts/index.ts';
import { hasCode, invariant, KeelsonError, type Clock, type Ids } from '../kernel/index.ts';
import type { Head, LedgerSetup, LedgerStore, VerifyReport } from '../ledger/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { BorrowedBackup, LedgerAdmin, Replacement } from './ledger-admin.ts';
import { toldOf, withBackup } from './ledger-borrowed.ts';
import { compareLogs, erasedCount, type Comparison, type LogReading } from './ledger-compare.ts';
import { eraseAgain } from './ledger-erase-again.ts';
import { backupInWords, inWords } from './ledger-errors.ts';
import { headOf } from './ledger-verify.ts';

export interface RestorePorts {
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Serves `ledger.preview_restore`: what would be replaced by what. */
export function ledgerPreviewRestoreBinding(admin: LedgerAdmin, { ids }: RestorePorts): Binding {
  return bind(ledgerPreviewRestore, async ({ tenant, file, accept_other_log }, { signal }) =>
    withBackup(admin, file, tenant, async (backup) => {
      const found = await lookAt(admin, tenant, backup, signal);
      if (!accept_other_log) refuseOtherLog(tenant, found);
      const { present, backupHead, comparison } = found;
      return {
        tenant,
        present,
        backup: { file: backup.file, head: backupHead },
        history: historyOf(comparison),
        loss: { entries: comparison?.entries ?? 0, counter_events: comparison?.counterEvents ?? 0, erased_again: erasedCount(comparison?.erasures ?? []) },
        confirmation: ids.mint('cmd'),
      };
    }),
  );
}

/** Serves `ledger.restore`. The backup is verified whole before anything is touched. */
export function ledgerRestoreBinding(admin: LedgerAdmin, ports: RestorePorts): Binding {
  return bind(ledgerRestore, async (request, { idempotencyKey, signal }) => {
    invariant(idempotencyKey !== undefined, 'the dispatcher demands a key');
    const { tenant } = request;
    const { keptAside, erasedAgain } = (await admin.replaced(tenant, idempotencyKey)) ?? (await replace(admin, ports, { request, key: idempotencyKey, signal }));
    const restored = await admin.open(tenant);
    invariant(restored !== undefined, 'what was restored is there');
    return { tenant, file: admin.fileOf(tenant), head: headOf(await restored.head()), kept_aside: keptAside, erased_again: erasedAgain };
  });
}

interface Asked {
  readonly request: LedgerRestoreRequest;
  readonly key: string;
  readonly signal: AbortSignal;
}

async function replace(admin: LedgerAdmin, ports: RestorePorts, { request, key, signal }: Asked): Promise<Replacement> {
  const { tenant, file } = request;
  const setup = await admin.setup();
  return withBackup(admin, file, tenant, async (backup) => {
    const found = await lookAt(admin, tenant, backup, signal);
    refuseOutdated(request, found);
    if (!request.accept_other_log) refuseOtherLog(tenant, found);
    refuseUnsound(backup.file, await toldOf(backup, verifyWhole(backup.store, setup, () => stopIfAsked(signal, tenant))));
    const erasedAgain = await toldOf(backup, eraseAgain(backup.store, found.comparison?.erasures ?? [], { setup, ...ports }));
    stopIfAsked(signal, tenant);
    const placing = backup.putInPlace(key, { erasedAgain, confirm: (head) => refuseMoved(request, found, head) });
    // Damage of the present ledger stops nothing, so any that is met is in the copy.
    return placing.catch((error: unknown) => {
      throw hasCode(error, 'ledger.corrupt') ? backupInWords(error, backup.file) : error;
    });
  });
}

/** What is there, what would come, and what lies between. */
interface Found {
  readonly present: LedgerPresent;
  readonly backupFile: string;
  readonly backupHead: LedgerHead;
  /** Undefined when there is nothing readable to compare with. */
  readonly comparison: Comparison | undefined;
}

async function lookAt(admin: LedgerAdmin, tenant: Name, backup: BorrowedBackup, signal: AbortSignal): Promise<Found> {
  const file = admin.fileOf(tenant);
  const reading: LogReading = { head: () => toldOf(backup, backup.store.head()), entries: (query) => toldOf(backup, backup.store.entries(query)) };
  const incoming = { backupFile: backup.file, backupHead: headOf(await reading.head()) };
  try {
    const store = await admin.open(tenant);
    if (store === undefined) return { ...incoming, present: { state: 'absent', file }, comparison: undefined };
    const present = { state: 'readable' as const, file, head: headOf(await store.head()) };
    return { ...incoming, present, comparison: await compareLogs(store, reading, () => stopIfAsked(signal, tenant)) };
  } catch (error) {
    return { ...incoming, present: unreadable(file, error), comparison: undefined };
  }
}

/** A ledger that cannot be read is exactly what one restores; why it cannot is part of the answer. */
function unreadable(file: string, error: unknown): LedgerPresent {
  const told = inWords(error);
  if (!(told instanceof KeelsonError) || !UNREADABLE.has(told.code)) throw error;
  return { state: 'unreadable', file, code: told.code, detail: told.message };
}

/** Faults that a restore is the remedy for. */
const UNREADABLE: ReadonlySet<string> = new Set(['ledger.corrupt', 'ledger.foreign_file', 'ledger.newer_schema', 'ledger.tail_cut', 'ledger.head_mismatch', 'ledger.storage_failed']);

function historyOf(comparison: Comparison | undefined): 'same' | 'other' | 'unknown' {
  if (comparison === undefined) return 'unknown';
  return comparison.isSameLog ? 'same' : 'other';
}

async function verifyWhole(store: LedgerStore, setup: LedgerSetup, check: () => void): Promise<VerifyReport> {
  const { verifyLog } = await import('../ledger/index.ts');
  const work = verifyLog(store, setup);
  for (;;) {
    const step = await work.next();
    if (step.done === true) return step.value;
    check();
  }
}

function stopIfAsked(signal: AbortSignal, tenant: Name): void {
  if (!signal.aborted) return;
  throw new KeelsonError('ledger.restore_interrupted', {
    message: `The restore was stopped before anything was replaced; the ledger of tenant ${tenant} is as it was.`,
    nextStep: 'Run it again when you like.',
    data: { tenant },
  });
}

function refuseOtherLog(tenant: Name, { present, backupFile, backupHead, comparison }: Found): void {
  if (comparison === undefined || comparison.isSameLog || present.state !== 'readable') return;
  const { file, head } = present;
  throw new KeelsonError('ledger.restore_other_log', {
    message:
      `${backupFile} is a backup of another log than the one in ${file}: they differ at entry ${comparison.common} at the latest ` +
      `(the ledger ends at entry ${head.position}, head ${short(head)}; the backup at entry ${backupHead.position}, head ${short(backupHead)}). Nothing was changed.`,
    nextStep: `Is the tenant right, and the file? If you do mean to replace one log by the other, and to give up all ${head.position} entries, add --other-log.`,
    data: { tenant, file, backup: backupFile, present_position: head.position, backup_position: backupHead.position, differs_at: comparison.common },
  });
}

function short({ chain_hash }: LedgerHead): string {
  return `${chain_hash.slice(0, 12)}…`;
}

function refuseOutdated(request: LedgerRestoreRequest, { present, backupHead }: Found): void {
  const now = present.state === 'readable' ? present.head : null;
  if (isSameHead(now, request.present_head) && isSameHead(backupHead, request.backup_head)) return;
  throw outdated(request, now?.position ?? null, backupHead.position);
}

/** Looked at again when nobody can write any more. A ledger that cannot be read cannot be compared. */
function refuseMoved(request: LedgerRestoreRequest, { present, backupHead }: Found, now: Head | undefined): void {
  if (present.state === 'unreadable') return;
  if (isSameHead(now === undefined ? null : headOf(now), request.present_head)) return;
  throw outdated(request, now?.position ?? null, backupHead.position);
}

function isSameHead(one: LedgerHead | null, other: LedgerHead | null): boolean {
  return one?.position === other?.position && one?.chain_hash === other?.chain_hash;
}

function outdated({ tenant }: LedgerRestoreRequest, present: number | null, backup: number): KeelsonError {
  return new KeelsonError('ledger.restore_outdated', {
    message: `The ledger stands at ${present ?? 'nothing readable'} and the backup at ${backup}, which is not what was confirmed; nothing was changed.`,
    nextStep: 'Look again at what would be replaced, and confirm that.',
    data: { tenant, present_position: present, backup_position: backup },
  });
}

function refuseUnsound(file: string, { faults }: VerifyReport): void {
  const [first] = faults;
  if (first === undefined) return;
  throw new KeelsonError('ledger.backup_unsound', {
    message: `The backup ${file} does not verify: ${faults.length === 1 ? 'one fault' : `${faults.length} faults`}, first ${first.detail} (${first.code}). The present ledger was left as it is.`,
    nextStep: 'Restore another backup; `keelson ledger verify --file` shows all that is wrong with this one.',
    data: { file, faults: faults.length, first: first.code },
  });
}

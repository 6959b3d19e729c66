import { ledgerVerify, type LedgerEndUnproven, type LedgerFault, type LedgerHead, type LedgerVerified, type LedgerVerifyReport, type Name } from '../contracts/index.ts';
import type { Head, LedgerSetup, LogFault, VerifyReport } from '../ledger/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerAdmin } from './ledger-admin.ts';
import { borrow } from './ledger-borrowed.ts';
import { backupInWords, ledgerAbsent } from './ledger-errors.ts';
import { backupFaultText, faultText, unprovenEndText } from './ledger-fault-texts.ts';
import { createParts, type Advance, type PartPorts } from './ledger-parts.ts';

interface Verification {
  readonly report: VerifyReport;
  readonly file: string;
}

/** Serves `ledger.verify`, of a tenant's ledger or of a backup. */
export function ledgerVerifyBinding(admin: LedgerAdmin, ports: PartPorts): Binding {
  const advance = createParts<Verification>(ports);
  return bind(ledgerVerify, async ({ tenant, file, resume }, { signal }): Promise<LedgerVerifyReport> => {
    const setup = await admin.setup();
    const begin = (): AsyncGenerator<Advance, Verification> => (file === undefined ? verifyTenant(admin, tenant, setup) : verifyBackup(admin, tenant, file, setup));
    const part = await advance({ owner: file === undefined ? tenant : `${tenant} ${file}`, resume, begin, signal });
    if ('running' in part) return part.running;
    return file === undefined ? verifiedOf(part.report, tenant, await endUnproven(admin, tenant)) : verifiedOf(part.report, null, null);
  });
}

async function* verifyTenant(admin: LedgerAdmin, tenant: Name, setup: LedgerSetup): AsyncGenerator<Advance, Verification> {
  const file = admin.fileOf(tenant);
  const store = await admin.openToRead(tenant);
  if (store === undefined) throw ledgerAbsent(tenant, file, 'verify');
  const { verifyLog } = await import('../ledger/index.ts');
  return { report: yield* verifyLog(store, setup), file };
}

async function* verifyBackup(admin: LedgerAdmin, tenant: Name, named: string, setup: LedgerSetup): AsyncGenerator<Advance, Verification> {
  const { verifyLog } = await import('../ledger/index.ts');
  const backup = await borrow(admin, named, tenant);
  try {
    return { report: yield* verifyLog(backup.store, setup), file: backup.file };
  } catch (error) {
    throw backupInWords(error, backup.file);
  } finally {
    await backup.close();
  }
}

/** What is told of an opened ledger whose head could not be compared with. */
export async function endUnproven(admin: LedgerAdmin, tenant: Name): Promise<LedgerEndUnproven | null> {
  const end = await admin.unprovenEnd(tenant);
  return end === undefined ? null : unprovenEndText(end);
}

function verifiedOf({ report, file }: Verification, tenant: Name | null, unproven: LedgerEndUnproven | null): LedgerVerified {
  const { head, entries, erased, documents, blobs, notCompared, faults, isWhole } = report;
  const textOf = tenant === null ? backupFaultText : faultText;
  return {
    state: 'done',
    tenant,
    file,
    head: headOf(head),
    entries,
    erased,
    documents,
    blobs,
    projections_not_compared: [...notCompared],
    faults: faults.map((fault) => shownFault(fault, textOf)),
    is_whole: isWhole,
    end_unproven: unproven,
  };
}

export function headOf({ position, chainHash }: Head): LedgerHead {
  return { position, chain_hash: chainHash };
}

function shownFault({ code, position, subject, detail }: LogFault, textOf: typeof faultText): LedgerFault {
  const { means, whatToDo } = textOf(code);
  return { code, position, subject, detail, means, what_to_do: whatToDo };
}

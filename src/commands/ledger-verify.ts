import { ledgerVerify, type LedgerFault, type LedgerHead, type LedgerVerified, type LedgerVerifyReport } from '../contracts/index.ts';
import type { Head, LogFault, VerifyReport } from '../ledger/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerAdmin } from './ledger-admin.ts';
import { faultText } from './ledger-fault-texts.ts';
import { createParts, type PartPorts } from './ledger-parts.ts';

/** Serves `ledger.verify`. */
export function ledgerVerifyBinding(admin: LedgerAdmin, ports: PartPorts): Binding {
  const advance = createParts<VerifyReport>(ports);
  return bind(ledgerVerify, async ({ tenant, resume }, { signal }): Promise<LedgerVerifyReport> => {
    const file = admin.fileOf(tenant);
    const store = await admin.open(tenant);
    if (store === undefined) return { state: 'absent', tenant, file };
    const { verifyLog } = await import('../ledger/index.ts');
    const setup = await admin.setup();
    const part = await advance({ owner: tenant, resume, begin: () => verifyLog(store, setup), signal });
    return 'running' in part ? part.running : verifiedOf(part.report, tenant, file);
  });
}

function verifiedOf({ head, entries, erased, documents, blobs, notCompared, faults, isWhole }: VerifyReport, tenant: string, file: string): LedgerVerified {
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
    faults: faults.map(shownFault),
    is_whole: isWhole,
  };
}

export function headOf({ position, chainHash }: Head): LedgerHead {
  return { position, chain_hash: chainHash };
}

function shownFault({ code, position, subject, detail }: LogFault): LedgerFault {
  const { means, whatToDo } = faultText(code);
  return { code, position, subject, detail, means, what_to_do: whatToDo };
}

import { join } from 'node:path';
import type { Auditor, Follower } from '../auditor/index.ts';
import type { AuditDesk } from '../commands/index.ts';
import type { Name } from '../contracts/index.ts';
import { auditFolderOnDisk } from '../drivers/index.ts';
import { systemClock, type KeelsonError } from '../kernel/index.ts';
import type { LedgerStore } from '../ledger/index.ts';
import { waitOrStop } from '../models/index.ts';
import type { LedgersOnDisk } from './ledger-admin.ts';

/** Beside the folder of the tenants, not in it: what is in a tenant's own folder is the ledger's. */
const AUDITS = 'audit';

export function auditFolderOf(dataFolder: string, tenant: Name): string {
  return join(dataFolder, AUDITS, tenant);
}

export interface Audits extends AuditDesk {
  /** Keeps the audit of a ledger up in the background, from now until the end. Must not throw, and nobody waits for it. */
  follow(tenant: Name, store: LedgerStore): void;
  /** What went wrong with an audit, for the person at the end of their command. */
  troubles(): readonly KeelsonError[];
  /** Writes down what is left, as far as there is time. */
  close(): Promise<void>;
}

/** The audits below one data folder. The auditor is handed two ways to look at a ledger, and nothing by which it could write. */
export function auditsOnDisk(dataFolder: string, ledgers: Pick<LedgersOnDisk, 'openToRead' | 'fileOf'>): Audits {
  const following = new Map<Name, Promise<Follower>>();
  const opened = new Map<Name, { readonly auditor: Auditor; close(): Promise<void> }>();
  const troubles: KeelsonError[] = [];
  const auditorOf = async (tenant: Name, store: LedgerStore): Promise<Auditor> => {
    const { createAuditor } = await import('../auditor/index.ts');
    const known = opened.get(tenant);
    if (known !== undefined) return known.auditor;
    const folder = auditFolderOnDisk(auditFolderOf(dataFolder, tenant));
    const log = { entries: store.entries.bind(store), head: store.head.bind(store) };
    const auditor = createAuditor({ log, folder, clock: systemClock, pause: waitOrStop });
    opened.set(tenant, { auditor, close: folder.close });
    return auditor;
  };
  const begin = async (tenant: Name, store: LedgerStore): Promise<Follower> => {
    const { followLog } = await import('../auditor/index.ts');
    return followLog({ auditor: await auditorOf(tenant, store), clock: systemClock, pause: waitOrStop, onCommit: store.onCommit.bind(store), onTrouble: (error) => void troubles.push(error) });
  };
  return {
    fileOf: ledgers.fileOf,
    async open(tenant) {
      const store = await ledgers.openToRead(tenant);
      if (store === undefined) return undefined;
      const auditor = await auditorOf(tenant, store);
      const until = async (signal: AbortSignal) => ({ signal, deadlineMs: systemClock.monotonicMs() + (await import('../auditor/index.ts')).ASKED_CATCH_UP_MS });
      return {
        report: async (signal) => auditor.report(await until(signal)),
        reports: auditor.reports,
        verify: auditor.verify,
        standing: auditor.standing,
        troubles: async (signal) => auditor.troubles({ signal, deadlineMs: systemClock.monotonicMs() + (await import('../auditor/index.ts')).TROUBLES_CATCH_UP_MS }),
        beginAgain: async (reason, signal) => auditor.beginAgain(reason, await until(signal)),
      };
    },
    follow(tenant, store) {
      if (!following.has(tenant)) following.set(tenant, begin(tenant, store));
    },
    troubles: () => troubles,
    async close() {
      for (const follower of following.values()) await (await follower).end();
      for (const { close } of opened.values()) await close();
    },
  };
}

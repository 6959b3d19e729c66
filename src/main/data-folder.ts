import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Name } from '../contracts/index.ts';

const LEDGER_FILE = 'ledger.db';

/** Lies beside the database and says how far it had come. */
const HEAD_FILE = 'ledger.head';

/** Everything Keelson keeps: `KEELSON_HOME` when it is set, else `.keelson` in the person's own folder. */
export function dataFolderOf(environment: Readonly<Record<string, string | undefined>>, userFolder: string): string {
  const chosen = environment['KEELSON_HOME'] ?? '';
  return chosen === '' ? join(userFolder, '.keelson') : resolve(chosen);
}

/** A tenant's own folder. A `Name` holds no slash and does not begin with a dot, so it cannot lead elsewhere. */
export function tenantFolderOf(dataFolder: string, tenant: Name): string {
  return join(dataFolder, 'tenants', tenant);
}

export function ledgerFileOf(dataFolder: string, tenant: Name): string {
  return join(tenantFolderOf(dataFolder, tenant), LEDGER_FILE);
}

/** True also when only the head is left: then the ledger was lost, and that must not pass for nothing recorded. */
export function hasLedger(dataFolder: string, tenant: Name): boolean {
  return [LEDGER_FILE, HEAD_FILE].some((name) => existsSync(join(tenantFolderOf(dataFolder, tenant), name)));
}

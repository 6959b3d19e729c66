import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Replacement } from '../commands/index.ts';
import { sha256Hex } from '../kernel/index.ts';

const RestoreReceipt = z.strictObject({ kept_aside: z.string().nullable() });

/** Remembers beside the ledger what came of a restore: the ledger itself cannot, since it is what was replaced. */
export async function writeRestoreReceipt(tenantFolder: string, key: string, { keptAside }: Replacement): Promise<void> {
  const file = receiptFileOf(tenantFolder, key);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ kept_aside: keptAside }));
}

/** Undefined when no restore under this key was carried through. */
export async function readRestoreReceipt(tenantFolder: string, key: string): Promise<Replacement | undefined> {
  const text = await readFile(receiptFileOf(tenantFolder, key), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : { keptAside: RestoreReceipt.parse(JSON.parse(text)).kept_aside };
}

function receiptFileOf(tenantFolder: string, key: string): string {
  return join(tenantFolder, 'restores', `${sha256Hex(key)}.json`);
}

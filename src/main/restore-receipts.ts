import { chmodSync, existsSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { AcceptedLoss, Replacement } from '../commands/index.ts';
import { Count, LedgerLoss, Timestamp } from '../contracts/index.ts';
import { sha256Hex } from '../kernel/index.ts';

/** Only the owner may read what was done to a ledger. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

const RestoreReceipt = z.strictObject({ kept_aside: z.string().nullable(), erased_again: Count.default(0) });
const LossReceipt = z.strictObject({ loss: LedgerLoss, accepted_at: Timestamp });

/** Remembers beside the ledger what came of a restore: the ledger itself cannot, since it is what was replaced. */
export function writeRestoreReceipt(tenantFolder: string, key: string, { keptAside, erasedAgain }: Replacement): void {
  writeWhole(restoreReceiptOf(tenantFolder, key), { kept_aside: keptAside, erased_again: erasedAgain });
}

/** Undefined when no restore under this key was carried through. */
export function readRestoreReceipt(tenantFolder: string, key: string): Replacement | undefined {
  const receipt = readWhole(restoreReceiptOf(tenantFolder, key), RestoreReceipt);
  return receipt && { keptAside: receipt.kept_aside, erasedAgain: receipt.erased_again };
}

/** Says beside the ledger what was lost and that somebody took it so, with the head that knew of it. Gives where. */
export function writeLossReceipt(tenantFolder: string, key: string, { loss, acceptedAt }: AcceptedLoss, headFile: string): string {
  const file = lossReceiptOf(tenantFolder, key);
  writeWhole(file, { loss, accepted_at: acceptedAt });
  if (existsSync(headFile)) {
    copyFileSync(headFile, `${file}.head`);
    chmodSync(`${file}.head`, FILE_MODE);
  }
  return file;
}

export function removeLossReceipt(tenantFolder: string, key: string): void {
  for (const end of ['', '.head']) rmSync(lossReceiptOf(tenantFolder, key) + end, { force: true });
}

export function readLossReceipt(tenantFolder: string, key: string): (AcceptedLoss & { readonly record: string }) | undefined {
  const record = lossReceiptOf(tenantFolder, key);
  const receipt = readWhole(record, LossReceipt);
  return receipt && { loss: receipt.loss, acceptedAt: receipt.accepted_at, record };
}

function restoreReceiptOf(tenantFolder: string, key: string): string {
  return join(tenantFolder, 'restores', `${sha256Hex(key)}.json`);
}

function lossReceiptOf(tenantFolder: string, key: string): string {
  return join(tenantFolder, 'accepted-losses', `${sha256Hex(key)}.json`);
}

/** There whole or not at all. */
export function writeWhole(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
  writeFileSync(`${file}.partial`, JSON.stringify(content), { mode: FILE_MODE });
  renameSync(`${file}.partial`, file);
}

export function readWhole<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> | undefined {
  if (!existsSync(file)) return undefined;
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

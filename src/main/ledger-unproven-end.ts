import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { UnprovenEnd } from '../commands/index.ts';
import { Count, Timestamp } from '../contracts/index.ts';
import { systemClock, timestamp } from '../kernel/index.ts';
import type { StoreReader } from '../ledger/index.ts';
import { readWhole, writeWhole } from './restore-receipts.ts';

const RebuiltHeadNote = z.strictObject({ noticed_at: Timestamp, position: Count });

/**
 * Remembers beside the ledger that its head was made anew. Whoever opens it first does that, and from then on the head
 * looks like any other; but what it cannot vouch for stays so until the person has settled it.
 */
export async function noteRebuiltHead(tenantFolder: string, store: StoreReader): Promise<UnprovenEnd> {
  const before = readRebuiltHead(tenantFolder);
  // What an earlier head could not vouch for is still open.
  if (before !== undefined && before.position > 0) return before;
  const { position } = await store.head();
  const noticedAt = timestamp(systemClock);
  const record = noteOf(tenantFolder);
  const end = { code: 'ledger.head_rebuilt', noticedAt, position } as const;
  try {
    writeWhole(record, { noticed_at: noticedAt, position });
    return { ...end, record };
  } catch {
    // The ledger is as usable as before; it is told now, though it cannot be remembered.
    return { ...end, record: null };
  }
}

/** Noted before the head is made, so that a crash in between hides nothing; how far the log reached is not known yet. True when it was. */
export function expectRebuiltHead(tenantFolder: string): boolean {
  try {
    if (readRebuiltHead(tenantFolder) !== undefined) return false;
    writeWhole(noteOf(tenantFolder), { noticed_at: timestamp(systemClock), position: 0 });
    return true;
  } catch {
    // It is told when the ledger is open, and remembered then if that can be done.
    return false;
  }
}

export function readRebuiltHead(tenantFolder: string): UnprovenEnd | undefined {
  const record = noteOf(tenantFolder);
  const note = readWhole(record, RebuiltHeadNote);
  return note && { code: 'ledger.head_rebuilt', noticedAt: note.noticed_at, position: note.position, record };
}

/** What was put in the place of the ledger has a head of its own. */
export function forgetRebuiltHead(tenantFolder: string): void {
  rmSync(noteOf(tenantFolder), { force: true });
}

/** Nothing can be written there, so nothing can be remembered either. */
export async function missingHead(store: StoreReader): Promise<UnprovenEnd> {
  return { code: 'ledger.head_missing', noticedAt: timestamp(systemClock), position: (await store.head()).position, record: null };
}

function noteOf(tenantFolder: string): string {
  return join(tenantFolder, 'head-rebuilt.json');
}

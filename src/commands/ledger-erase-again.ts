import type { Clock, Ids } from '../kernel/index.ts';
import type { LedgerSetup, LedgerStore } from '../ledger/index.ts';
import { erasedCount, type LaterErasure } from './ledger-compare.ts';

export interface EraseAgainPorts {
  readonly setup: LedgerSetup;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Whoever asked for something to be forgotten must not find it again because somebody restored a backup. This happens in
 * the copy, before it takes the place of the ledger. The key follows from the first erasure, so that it is made once.
 */
export async function eraseAgain(store: LedgerStore, erasures: readonly LaterErasure[], { setup, clock, ids }: EraseAgainPorts): Promise<number> {
  if (erasures.length === 0) return 0;
  const { openLedger } = await import('../ledger/index.ts');
  const ledger = await openLedger({ store, setup, clock, ids });
  for (const { eventId, author, reason, requestedBy, entries } of erasures) {
    await ledger.erase({ key: `erased-again:${eventId}`, entries, reason, requestedBy }, ledger.log.writerFor(author));
  }
  return erasedCount(erasures);
}

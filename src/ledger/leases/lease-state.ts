import { z } from 'zod';
import { invariant } from '../../kernel/index.ts';
import type { StoreTime } from '../store.ts';
import type { LeaseRecord } from './operations.ts';

/** Whatever is owned for a time: a lease, or a claim on a piece of work. */
export interface Owned {
  readonly owner: string | null;
  readonly epoch: string;
  readonly granted_monotonic_ms: number;
  readonly expires_monotonic_ms: number;
}

/** Only monotonic time counts, so no step of the wall clock can end a lease early or bring one back. */
export function isAlive<Kind extends Owned>(lease: Kind | undefined, time: StoreTime): lease is Kind & { owner: string } {
  return lease !== undefined && lease.owner !== null && !isFromBefore(lease, time) && time.monotonicMs < lease.expires_monotonic_ms;
}

/**
 * True when the machine was restarted since, so that every owner is gone: the epoch is another, or monotonic time reads
 * less than it did. The latter tells where the system does not name its boots.
 */
export function isFromBefore({ epoch, granted_monotonic_ms }: Owned, time: StoreTime): boolean {
  return epoch !== time.epoch || time.monotonicMs < granted_monotonic_ms;
}

export function ownedFrom(owner: string, time: StoreTime, ttlMs: number): Owned & { owner: string } {
  return { owner, epoch: time.epoch, granted_monotonic_ms: time.monotonicMs, expires_monotonic_ms: time.monotonicMs + ttlMs };
}

const StoredLease = z.strictObject({ token: z.int().min(1), owner: z.string().nullable(), epoch: z.string(), granted_monotonic_ms: z.number(), expires_monotonic_ms: z.number() });

export function leaseOf(body: unknown): LeaseRecord | undefined {
  if (body === undefined) return undefined;
  const stored = StoredLease.safeParse(body);
  // A lease that cannot be read must not look free: its token would be given a second time.
  invariant(stored.success, 'a lease is stored in one form');
  return stored.data;
}

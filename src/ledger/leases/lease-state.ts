import { z } from 'zod';
import { invariant } from '../../kernel/index.ts';
import type { StoreTime } from '../store.ts';
import type { LeaseRecord } from './operations.ts';

/** Whatever is owned for a time: a lease, or a claim on a piece of work. */
export interface Owned {
  readonly owner: string | null;
  readonly epoch: string;
  readonly expires_monotonic_ms: number;
}

/**
 * Only monotonic time counts, so no step of the wall clock can end a lease early or bring one back. Another epoch means
 * that the machine was restarted and every owner is gone.
 */
export function isAlive<Kind extends Owned>(lease: Kind | undefined, time: StoreTime): lease is Kind & { owner: string } {
  return lease !== undefined && lease.owner !== null && lease.epoch === time.epoch && time.monotonicMs < lease.expires_monotonic_ms;
}

export function ownedFrom(owner: string, time: StoreTime, ttlMs: number): Owned & { owner: string } {
  return { owner, epoch: time.epoch, expires_monotonic_ms: time.monotonicMs + ttlMs };
}

const StoredLease = z.strictObject({ token: z.int().min(1), owner: z.string().nullable(), epoch: z.string(), expires_monotonic_ms: z.number() });

export function leaseOf(body: unknown): LeaseRecord | undefined {
  if (body === undefined) return undefined;
  const stored = StoredLease.safeParse(body);
  // A lease that cannot be read must not look free: its token would be given a second time.
  invariant(stored.success, 'a lease is stored in one form');
  return stored.data;
}

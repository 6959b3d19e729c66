import { hasCode, invariant } from '../../kernel/index.ts';
import { LEASE_POLL_MS, LEASE_RENEWALS_PER_TTL, LEASE_TTL_MS } from '../limits.ts';
import type { Fence } from '../request.ts';
import type { LedgerStore } from '../store.ts';
import { leaseLost } from './decide-lease.ts';
import { leaseOf } from './lease-state.ts';
import type { LeaseOperation } from './operations.ts';

/** A lease as its holder knows it. It serves as the fence of whatever the holder appends. */
export interface HeldLease extends Fence {
  readonly owner: string;
  readonly ttlMs: number;
}

export interface HoldOptions {
  readonly ttlMs?: number;
  /** How often the lease is renewed; a third of its time unless told. */
  readonly everyMs?: number;
  readonly signal?: AbortSignal;
}

export interface WaitOptions {
  readonly ttlMs?: number;
  readonly everyMs?: number;
  readonly signal: AbortSignal;
}

/** Resolves after this time, or as soon as the signal is raised; it never rejects. */
export type Pause = (durationMs: number, signal: AbortSignal) => Promise<void>;

export interface LeasePorts {
  readonly transact: LedgerStore['transact'];
  readonly pause: Pause;
}

export interface Leases {
  /** Refused while anybody holds it, the same owner included. */
  acquire(lease: string, owner: string, options?: { readonly ttlMs?: number }): Promise<HeldLease>;
  /** Tries until the lease is free; fails with the signal's reason when that is raised first. */
  acquireWhenFree(lease: string, owner: string, options: WaitOptions): Promise<HeldLease>;
  renew(held: HeldLease): Promise<void>;
  release(held: HeldLease): Promise<void>;
  /**
   * Works under a lease. The work's signal is raised as soon as a renewal fails or stays unanswered for as long as the
   * lease lasts; what the work appends should carry the lease as its fence, which holds even where the signal is late.
   */
  hold<Result>(lease: string, owner: string, options: HoldOptions, work: (held: HeldLease, signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

export function createLeases(ports: LeasePorts): Leases {
  const decide = async (operation: LeaseOperation): Promise<number> => {
    const { results } = await ports.transact({ append: null, fences: [], expected: [], events: [], operations: [operation] });
    const stands = leaseOf(results[0]);
    invariant(stands !== undefined, 'a lease operation answers the lease');
    return stands.token;
  };
  const acquire: Leases['acquire'] = async (lease, owner, { ttlMs = LEASE_TTL_MS } = {}) => ({
    lease,
    owner,
    ttlMs,
    token: await decide({ kind: 'lease.acquire', lease, owner, ttlMs }),
  });
  const renew: Leases['renew'] = async ({ lease, token, ttlMs }) => void (await decide({ kind: 'lease.renew', lease, token, ttlMs }));
  const release: Leases['release'] = async ({ lease, token }) => void (await decide({ kind: 'lease.release', lease, token }));
  return {
    acquire,
    renew,
    release,
    async acquireWhenFree(lease, owner, { ttlMs = LEASE_TTL_MS, everyMs = LEASE_POLL_MS, signal }) {
      for (;;) {
        signal.throwIfAborted();
        try {
          return await acquire(lease, owner, { ttlMs });
        } catch (error) {
          if (!hasCode(error, 'lease.held')) throw error;
        }
        await ports.pause(everyMs, signal);
      }
    },
    async hold(lease, owner, { ttlMs = LEASE_TTL_MS, everyMs = Math.ceil(ttlMs / LEASE_RENEWALS_PER_TTL), signal }, work) {
      signal?.throwIfAborted();
      const held = await acquire(lease, owner, { ttlMs });
      const lost = new AbortController();
      const done = new AbortController();
      const renewing = keepAlive(held, { ...ports, renew, everyMs, done: done.signal }).catch((error: unknown) => lost.abort(error));
      try {
        return await work(held, signal === undefined ? lost.signal : AbortSignal.any([signal, lost.signal]));
      } finally {
        done.abort();
        await renewing;
        // A lease that cannot be given back expires by itself; the work's own outcome matters more.
        if (!hasCode(lost.signal.reason, 'lease.lost')) await release(held).catch(() => undefined);
      }
    },
  };
}

interface KeepAlivePorts {
  readonly renew: Leases['renew'];
  readonly pause: Pause;
  readonly everyMs: number;
  readonly done: AbortSignal;
}

/** Ends when the work is done; fails when the lease can no longer be counted on. */
async function keepAlive(held: HeldLease, { renew, pause, everyMs, done }: KeepAlivePorts): Promise<void> {
  for (;;) {
    await pause(everyMs, done);
    if (done.aborted) return;
    const answered = new AbortController();
    const silence = async (): Promise<void> => {
      await pause(held.ttlMs - everyMs, AbortSignal.any([answered.signal, done]));
      if (!answered.signal.aborted && !done.aborted) throw leaseLost(held.lease, held.token);
    };
    try {
      await Promise.race([renew(held), silence()]);
    } finally {
      answered.abort();
    }
  }
}

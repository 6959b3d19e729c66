import { hasCode, invariant } from '../../kernel/index.ts';
import { linkSignals } from '../journal/linked-signal.ts';
import { LEASE_POLL_MS, LEASE_RENEWALS_PER_TTL, LEASE_TTL_MS } from '../limits.ts';
import { requestOf, type Fence } from '../request.ts';
import type { LedgerStore } from '../store.ts';
import { leaseLost } from './decide-lease.ts';
import { leaseOf } from './lease-state.ts';
import type { LeaseAcquire, LeaseOperation } from './operations.ts';

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

/** A lease to be taken from a holder who is gone, if they are. */
export interface Inheritance extends LeaseAcquire {
  readonly abandonedToken: number;
}

export interface LeasePorts {
  readonly transact: LedgerStore['transact'];
  readonly pause: Pause;
  /**
   * Asked of a lease that somebody holds. Where they are known to be gone it carries the operation out, together with the
   * record of why, and answers true; where nothing is known of them it answers false, and their time has to run out.
   */
  readonly inherit?: (operation: Inheritance, holder: string) => Promise<boolean>;
}

export interface Leases {
  /** Refused while anybody holds it, the same owner included. */
  acquire(lease: string, owner: string, options?: { readonly ttlMs?: number }): Promise<HeldLease>;
  /** Tries until the lease is free; fails with the signal's reason when that is raised first. */
  acquireWhenFree(lease: string, owner: string, options: WaitOptions): Promise<HeldLease>;
  renew(held: HeldLease): Promise<void>;
  release(held: HeldLease): Promise<void>;
  /**
   * Works under a lease; it is taken at once from a holder who is known to be gone. The work's signal is raised as soon as the lease is lost, or could not be renewed for as long as
   * it lasts; what the work appends should carry the lease as its fence, which holds even where the signal is late.
   */
  hold<Result>(lease: string, owner: string, options: HoldOptions, work: (held: HeldLease, signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

export function createLeases(ports: LeasePorts): Leases {
  const decide = async (operation: LeaseOperation): Promise<number> => {
    const { results } = await ports.transact(requestOf(operation));
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
  const inherited = async (lease: string, owner: string, ttlMs: number, refusal: unknown): Promise<HeldLease> => {
    if (!hasCode(refusal, 'lease.held') || ports.inherit === undefined) throw refusal;
    const { token: abandonedToken, owner: holder } = refusal.data;
    if (!(await ports.inherit({ kind: 'lease.acquire', lease, owner, ttlMs, abandonedToken }, holder))) throw refusal;
    return { lease, owner, ttlMs, token: abandonedToken + 1 };
  };
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
      const held = await acquire(lease, owner, { ttlMs }).catch((refusal: unknown) => inherited(lease, owner, ttlMs, refusal));
      const lost = new AbortController();
      const linked = linkSignals([signal, lost.signal]);
      const done = new AbortController();
      const renewing = keepAlive(held, { ...ports, renew, everyMs, done: done.signal }).catch((error: unknown) => lost.abort(error));
      try {
        return await work(held, linked.signal);
      } finally {
        linked.unlink();
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
    const { signal, unlink } = linkSignals([answered.signal, done]);
    let failure: unknown;
    const silence = async (): Promise<void> => {
      await pause(held.ttlMs - everyMs, signal);
      if (!signal.aborted) throw leaseLost(held.lease, held.token, failure);
    };
    // A store that is busy for a moment has not given the lease to anybody else.
    const renewal = async (): Promise<void> => {
      while (!signal.aborted) {
        try {
          return await renew(held);
        } catch (error) {
          if (hasCode(error, 'lease.lost')) throw error;
          failure = error;
        }
        await pause(Math.ceil(everyMs / LEASE_RENEWALS_PER_TTL), signal);
      }
    };
    try {
      await Promise.race([renewal(), silence()]);
    } finally {
      answered.abort();
      unlink();
    }
  }
}

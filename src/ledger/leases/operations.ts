/** Takes a lease that is free or expired, under a new token. */
export interface LeaseAcquire {
  readonly kind: 'lease.acquire';
  readonly lease: string;
  readonly owner: string;
  readonly ttlMs: number;
  /** The token of a holder who is known to be gone: from them it is taken while it still runs, and from nobody else. */
  readonly abandonedToken?: number;
}

/** Extends a lease that is still alive. An expired one is lost for good, whatever the clocks say since. */
export interface LeaseRenew {
  readonly kind: 'lease.renew';
  readonly lease: string;
  readonly token: number;
  readonly ttlMs: number;
}

export interface LeaseRelease {
  readonly kind: 'lease.release';
  readonly lease: string;
  readonly token: number;
}

export type LeaseOperation = LeaseAcquire | LeaseRenew | LeaseRelease;

/** A lease as it is recorded. The token stays when it is released, so that it is never given twice. */
export interface LeaseRecord {
  readonly token: number;
  readonly owner: string | null;
  readonly epoch: string;
  /** When it was last granted or renewed. */
  readonly granted_monotonic_ms: number;
  readonly expires_monotonic_ms: number;
}

import type { JsonObject } from '../../contracts/index.ts';

/**
 * Puts work into a queue, due at a time. The same id again with the same body changes nothing while the work is there; once
 * it is done or cancelled nothing remembers it, and the same again is new work.
 */
export interface WorkEnqueue {
  readonly kind: 'work.enqueue';
  readonly queue: string;
  readonly id: string;
  readonly dueMs: number;
  readonly body: JsonObject;
}

/**
 * Takes due work that nobody holds, the longest due first. Work whose last claimant fell silent is given out alone, so that
 * it cannot take others down with it; an attempt that ended with a restart of the machine is nobody's fault and not counted.
 */
export interface WorkClaim {
  readonly kind: 'work.claim';
  readonly queue: string;
  readonly owner: string;
  readonly ttlMs: number;
  readonly limit: number;
}

/** Ends a claim: the work is done, or comes back at a time, or is set aside after too many attempts. */
export interface WorkSettle {
  readonly kind: 'work.settle';
  readonly queue: string;
  readonly id: string;
  readonly token: number;
  readonly outcome: { readonly done: true } | { readonly done: false; readonly retryAtMs: number; readonly reason: string };
}

export interface WorkRenew {
  readonly kind: 'work.renew';
  readonly queue: string;
  readonly id: string;
  readonly token: number;
  readonly ttlMs: number;
}

/** Takes work out that is no longer wanted, whoever holds it. */
export interface WorkCancel {
  readonly kind: 'work.cancel';
  readonly queue: string;
  readonly id: string;
}

/** Gives work that was set aside another round of attempts, by a person's decision. */
export interface WorkRequeue {
  readonly kind: 'work.requeue';
  readonly queue: string;
  readonly id: string;
  readonly dueMs: number;
}

export type WorkOperation = WorkEnqueue | WorkClaim | WorkSettle | WorkRenew | WorkCancel | WorkRequeue;

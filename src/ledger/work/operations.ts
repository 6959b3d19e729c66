import type { JsonObject } from '../../contracts/index.ts';

/** Puts work into a queue, due at a time. The same id again with the same body changes nothing. */
export interface WorkEnqueue {
  readonly kind: 'work.enqueue';
  readonly queue: string;
  readonly id: string;
  readonly dueMs: number;
  readonly body: JsonObject;
}

/** Takes due work that nobody holds, the longest due first. */
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

export type WorkOperation = WorkEnqueue | WorkClaim | WorkSettle | WorkRenew | WorkCancel;

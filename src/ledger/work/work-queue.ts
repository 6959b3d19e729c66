import type { JsonObject } from '../../contracts/index.ts';
import { isAlive } from '../leases/lease-state.ts';
import { LEASE_TTL_MS, PAGE_ENTRIES } from '../limits.ts';
import { requestOf } from '../request.ts';
import type { LedgerStore, StoredRecord, StoreTime } from '../store.ts';
import type { ClaimAnswer, ClaimedWork } from './decide-claim.ts';
import type { WorkEnqueue, WorkOperation } from './operations.ts';
import { workOf, workPrefix } from './work-record.ts';

export interface NewWork {
  readonly queue: string;
  readonly id: string;
  /** Due at this time by the wall clock. */
  readonly dueMs: number;
  readonly body: JsonObject;
}

export interface ListedWork {
  readonly id: string;
  readonly body: JsonObject;
  readonly state: 'waiting' | 'claimed' | 'set_aside';
  /** Null once set aside. */
  readonly dueMs: number | null;
  readonly attempts: number;
  readonly owner?: string;
  readonly reason?: string;
}

export type Claim = Pick<ClaimedWork, 'queue' | 'id' | 'token'>;

/**
 * Work that somebody will do, whoever that is. Each piece is given to one claimant at a time and comes back when its
 * claimant is silent for too long; so it may be done more than once, but never by two live claimants at once. An engine
 * that distributes work over many machines implements this port.
 */
export interface WorkQueue {
  /** The same again changes nothing while it is there, and is new work afterwards. Something else under the same id is refused. */
  enqueue(work: NewWork): Promise<{ readonly isNew: boolean }>;
  claim(options: { readonly queue: string; readonly owner: string; readonly limit: number; readonly ttlMs?: number }): Promise<ClaimAnswer>;
  renew(claim: Claim, options?: { readonly ttlMs?: number }): Promise<void>;
  complete(claim: Claim): Promise<void>;
  /** The work comes back at a time, or is set aside for a person when it was tried too often. */
  fail(claim: Claim, options: { readonly retryAtMs: number; readonly reason: string }): Promise<{ readonly isSetAside: boolean }>;
  /** Takes the work away, whoever holds it. */
  cancel(queue: string, id: string): Promise<{ readonly wasThere: boolean }>;
  /** Gives work that was set aside another round of attempts. */
  requeue(queue: string, id: string, options: { readonly dueMs: number }): Promise<{ readonly wasSetAside: boolean }>;
  /** In order of id; what was set aside is listed like all the rest. */
  list(queue: string, options?: { readonly after?: string; readonly limit?: number }): Promise<readonly ListedWork[]>;
}

/** To enqueue in the same append as the events that call for the work. */
export function enqueueOperation({ queue, id, dueMs, body }: NewWork): WorkEnqueue {
  return { kind: 'work.enqueue', queue, id, dueMs, body };
}

export function createWorkQueue(store: Pick<LedgerStore, 'transact' | 'records' | 'time'>): WorkQueue {
  const decide = async (operation: WorkOperation): Promise<unknown> =>
    (await store.transact(requestOf(operation))).results[0];
  return {
    enqueue: async (work) => (await decide(enqueueOperation(work))) as { isNew: boolean },
    claim: async ({ queue, owner, limit, ttlMs = LEASE_TTL_MS }) => (await decide({ kind: 'work.claim', queue, owner, limit, ttlMs })) as ClaimAnswer,
    renew: async ({ queue, id, token }, { ttlMs = LEASE_TTL_MS } = {}) => void (await decide({ kind: 'work.renew', queue, id, token, ttlMs })),
    complete: async ({ queue, id, token }) => void (await decide({ kind: 'work.settle', queue, id, token, outcome: { done: true } })),
    fail: async ({ queue, id, token }, { retryAtMs, reason }) =>
      (await decide({ kind: 'work.settle', queue, id, token, outcome: { done: false, retryAtMs, reason } })) as { isSetAside: boolean },
    cancel: async (queue, id) => (await decide({ kind: 'work.cancel', queue, id })) as { wasThere: boolean },
    requeue: async (queue, id, { dueMs }) => (await decide({ kind: 'work.requeue', queue, id, dueMs })) as { wasSetAside: boolean },
    async list(queue, { after = '', limit = PAGE_ENTRIES } = {}) {
      const prefix = workPrefix(queue);
      const records = await store.records({ space: 'work', prefix, after: `${prefix}${after}`, limit });
      return records.map((record) => listed(record, prefix, store.time()));
    },
  };
}

function listed(record: StoredRecord, prefix: string, time: StoreTime): ListedWork {
  const { body, attempts, claim, reason, is_set_aside } = workOf(record);
  const owner = isAlive(claim ?? undefined, time) ? claim?.owner : undefined;
  const state = is_set_aside ? 'set_aside' : owner === undefined ? 'waiting' : 'claimed';
  const told = { ...(owner !== undefined && { owner }), ...(reason !== undefined && { reason }) };
  return { id: record.key.slice(prefix.length), body, state, dueMs: record.dueMs, attempts, ...told };
}

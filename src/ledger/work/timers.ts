import type { JsonObject } from '../../contracts/index.ts';
import type { ClaimAnswer } from './decide-claim.ts';
import type { WorkEnqueue } from './operations.ts';
import { enqueueOperation, type Claim, type WorkQueue } from './work-queue.ts';

const TIMER_QUEUE = 'timers';

export interface NewTimer {
  readonly id: string;
  readonly atMs: number;
  /** What is to happen then. */
  readonly body: JsonObject;
}

/**
 * Due times kept in the store, so that they outlive the process that set them. A timer is work that falls due; whoever
 * claims it first acts on it and then completes it.
 */
export interface Timers {
  set(timer: NewTimer): Promise<void>;
  /** To set it in the same append as the events that call for it. */
  setOperation(timer: NewTimer): WorkEnqueue;
  cancel(id: string): Promise<{ readonly wasThere: boolean }>;
  claimDue(options: { readonly owner: string; readonly limit: number; readonly ttlMs?: number }): Promise<ClaimAnswer>;
  complete(claim: Claim): Promise<void>;
  /** To go on acting for longer than the claim lasts. */
  renew: WorkQueue['renew'];
  /** It goes off again at another time, or is set aside for a person when it was tried too often. */
  fail: WorkQueue['fail'];
}

export function createTimers(queue: WorkQueue): Timers {
  const workOf = ({ id, atMs, body }: NewTimer) => ({ queue: TIMER_QUEUE, id, dueMs: atMs, body });
  return {
    set: async (timer) => void (await queue.enqueue(workOf(timer))),
    setOperation: (timer) => enqueueOperation(workOf(timer)),
    cancel: (id) => queue.cancel(TIMER_QUEUE, id),
    claimDue: (options) => queue.claim({ ...options, queue: TIMER_QUEUE }),
    complete: (claim) => queue.complete(claim),
    renew: (claim, options) => queue.renew(claim, options),
    fail: (claim, options) => queue.fail(claim, options),
  };
}

import { planBlob } from '../blobs/decide-blob.ts';
import type { BlobOperation } from '../blobs/operations.ts';
import { decideCursor, planCursor } from '../bus/decide-cursor.ts';
import { decideCounter, planCounter } from '../counters/decide-counter.ts';
import { decideLease, planLease } from '../leases/decide-lease.ts';
import { decideErase, planErase } from '../log/decide-erase.ts';
import { decideProjection, planProjection } from '../projections/decide-projection.ts';
import type { LedgerOperation } from '../request.ts';
import { decideWork, planWork } from '../work/decide-work.ts';
import type { Draft } from './draft.ts';
import type { OperationPlan } from './plan.ts';

export function planOperation(operation: LedgerOperation): OperationPlan {
  switch (operation.kind) {
    case 'blob.put':
      return planBlob(operation);
    case 'cursor.advance':
      return planCursor(operation);
    case 'log.erase':
      return planErase(operation);
    case 'projection.start':
    case 'projection.advance':
      return planProjection(operation);
    case 'counter.open':
    case 'counter.raise':
    case 'counter.reserve':
    case 'counter.commit':
    case 'counter.release':
    case 'counter.close':
      return planCounter(operation);
    case 'lease.acquire':
    case 'lease.renew':
    case 'lease.release':
      return planLease(operation);
    case 'work.enqueue':
    case 'work.claim':
    case 'work.settle':
    case 'work.renew':
    case 'work.cancel':
    case 'work.requeue':
      return planWork(operation);
  }
}

/** Returns the operation's own answer, or nothing when its answer is the event it wrote. */
export function decideOperation(operation: Exclude<LedgerOperation, BlobOperation>, draft: Draft): unknown {
  switch (operation.kind) {
    case 'cursor.advance':
      return decideCursor(operation, draft);
    case 'log.erase':
      return decideErase(operation, draft);
    case 'projection.start':
    case 'projection.advance':
      return decideProjection(operation, draft);
    case 'counter.open':
    case 'counter.raise':
    case 'counter.reserve':
    case 'counter.commit':
    case 'counter.release':
    case 'counter.close':
      return decideCounter(operation, draft);
    case 'lease.acquire':
    case 'lease.renew':
    case 'lease.release':
      return decideLease(operation, draft);
    case 'work.enqueue':
    case 'work.claim':
    case 'work.settle':
    case 'work.renew':
    case 'work.cancel':
    case 'work.requeue':
      return decideWork(operation, draft);
  }
}

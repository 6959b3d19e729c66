import { KeelsonError } from '../../kernel/index.ts';
import type { Draft } from '../decide/draft.ts';
import type { OperationPlan } from '../decide/plan.ts';
import { checkName, checkTtl } from './checks.ts';
import { isAlive, leaseOf, ownedFrom } from './lease-state.ts';
import type { LeaseAcquire, LeaseOperation, LeaseRecord, LeaseRelease, LeaseRenew } from './operations.ts';

export function planLease({ lease }: LeaseOperation): OperationPlan {
  return { records: [{ space: 'lease', key: lease }] };
}

/** Answers the lease as it now stands. */
export function decideLease(operation: LeaseOperation, draft: Draft): LeaseRecord {
  checkAsked(operation);
  const current = leaseOf(draft.record({ space: 'lease', key: operation.lease })?.body);
  const next = nextLease(operation, current, draft);
  draft.put({ space: 'lease', key: operation.lease, body: next, dueMs: null, position: null, source: null });
  return next;
}

function checkAsked(operation: LeaseOperation): void {
  checkName('lease', operation.lease);
  if ('owner' in operation) checkName('owner', operation.owner);
  if ('ttlMs' in operation) checkTtl(operation.ttlMs);
}

function nextLease(operation: LeaseOperation, current: LeaseRecord | undefined, draft: Draft): LeaseRecord {
  switch (operation.kind) {
    case 'lease.acquire':
      return acquired(operation, current, draft);
    case 'lease.renew':
      return renewed(ownedNow(operation, current, draft), operation, draft);
    case 'lease.release':
      return { ...ownedNow(operation, current, draft), owner: null };
  }
}

/** Not even its owner gets a lease twice: behind the same name may stand a process that was thought dead. */
function acquired({ lease, owner, ttlMs, abandonedToken }: LeaseAcquire, current: LeaseRecord | undefined, { facts: { time } }: Draft): LeaseRecord {
  if (isAlive(current, time) && current.token !== abandonedToken) throw leaseHeld(lease, current.owner, current.token);
  return { token: (current?.token ?? 0) + 1, ...ownedFrom(owner, time, ttlMs) };
}

function renewed(owned: LeaseRecord & { owner: string }, { ttlMs }: LeaseRenew, { facts: { time } }: Draft): LeaseRecord {
  return { token: owned.token, ...ownedFrom(owned.owner, time, ttlMs) };
}

function ownedNow({ lease, token }: LeaseRenew | LeaseRelease, current: LeaseRecord | undefined, { facts: { time } }: Draft): LeaseRecord & { owner: string } {
  if (isAlive(current, time) && current.token === token) return current;
  throw leaseLost(lease, token);
}

function leaseHeld(lease: string, owner: string, token: number): KeelsonError {
  return new KeelsonError('lease.held', {
    message: `The lease "${lease}" is held by "${owner}".`,
    nextStep: 'Wait until it is released or expires, or stop its owner.',
    data: { lease, owner, token },
  });
}

export function leaseLost(lease: string, token: number, cause?: unknown): KeelsonError {
  return new KeelsonError('lease.lost', {
    message: `The lease "${lease}" is no longer held under token ${token}.`,
    nextStep: 'Stop the work that it protects: another owner may have gone on with it. Acquire the lease again to continue.',
    data: { lease, token },
    cause,
  });
}

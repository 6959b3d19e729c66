import { Name } from '../../contracts/index.ts';
import { canonicalJson, KeelsonError } from '../../kernel/index.ts';
import type { Draft } from '../decide/draft.ts';
import type { OperationPlan } from '../decide/plan.ts';
import { checkName, checkTtl, invalid } from '../leases/checks.ts';
import { isAlive, ownedFrom } from '../leases/lease-state.ts';
import { REASON_CHARS_MAX, WORK_ATTEMPTS_MAX, WORK_BODY_BYTES_MAX, WORK_CLAIMS_MAX } from '../limits.ts';
import { decideClaim } from './decide-claim.ts';
import type { WorkCancel, WorkEnqueue, WorkOperation, WorkRenew, WorkRequeue, WorkSettle } from './operations.ts';
import { workKey, workOf, workPrefix, type WorkRecord } from './work-record.ts';

export function planWork(operation: WorkOperation): OperationPlan {
  const { queue } = operation;
  if (operation.kind !== 'work.claim') return { records: [{ space: 'work', key: workKey(queue, operation.id) }] };
  // As many as may be claimed already, and then as many as may be asked for.
  return { records: [{ space: 'work', key: queue }], due: [{ space: 'work', prefix: workPrefix(queue), limit: WORK_CLAIMS_MAX + WORK_CLAIMS_MAX }] };
}

export function decideWork(operation: WorkOperation, draft: Draft): unknown {
  if (!Name.safeParse(operation.queue).success) throw invalid('queue', 'expected lower-case letters, digits, dot, dash or underscore');
  if (operation.kind !== 'work.claim') checkName('id', operation.id);
  switch (operation.kind) {
    case 'work.enqueue':
      return enqueue(operation, draft);
    case 'work.claim':
      return decideClaim(operation, draft);
    case 'work.settle':
      return settle(operation, draft);
    case 'work.renew':
      return renew(operation, draft);
    case 'work.cancel':
      return cancel(operation, draft);
    case 'work.requeue':
      return requeue(operation, draft);
  }
}

function enqueue({ queue, id, dueMs, body }: WorkEnqueue, draft: Draft): { isNew: boolean } {
  checkTime('dueMs', dueMs);
  const text = canonicalJson(body);
  if (Buffer.byteLength(text) > WORK_BODY_BYTES_MAX) throw bodyTooLarge();
  const found = draft.record({ space: 'work', key: workKey(queue, id) });
  if (found === undefined) {
    putWork(draft, { queue, id, dueMs }, { body, enqueued_due_ms: dueMs, attempts: 0, token: 0, claim: null, is_set_aside: false });
    return { isNew: true };
  }
  const work = workOf(found);
  if (work.enqueued_due_ms !== dueMs || canonicalJson(work.body) !== text) throw workExists(queue, id);
  return { isNew: false };
}

/** A claim that ran out still counts as long as nobody took the work since: what is done need not be done again. */
function settle({ queue, id, token, outcome }: WorkSettle, draft: Draft): { isSetAside: boolean } {
  const work = claimedWork({ queue, id, token }, draft);
  if (outcome.done) {
    removeWork(draft, queue, id);
    return { isSetAside: false };
  }
  checkTime('retryAtMs', outcome.retryAtMs);
  const isSetAside = work.attempts >= WORK_ATTEMPTS_MAX;
  const dueMs = isSetAside ? null : outcome.retryAtMs;
  putWork(draft, { queue, id, dueMs }, { ...work, claim: null, reason: shortened(outcome.reason), is_set_aside: isSetAside });
  return { isSetAside };
}

/** Unlike settling, renewing needs a claim that is still alive: nothing that ran out comes back. */
function renew({ queue, id, token, ttlMs }: WorkRenew, draft: Draft): null {
  checkTtl(ttlMs);
  const work = claimedWork({ queue, id, token }, draft);
  const { time } = draft.facts;
  if (!isAlive(work.claim, time)) throw workLost(queue, id, token);
  const dueMs = draft.record({ space: 'work', key: workKey(queue, id) })?.dueMs ?? null;
  putWork(draft, { queue, id, dueMs }, { ...work, claim: ownedFrom(work.claim.owner, time, ttlMs) });
  return null;
}

function cancel({ queue, id }: WorkCancel, draft: Draft): { wasThere: boolean } {
  const wasThere = draft.record({ space: 'work', key: workKey(queue, id) }) !== undefined;
  if (wasThere) removeWork(draft, queue, id);
  return { wasThere };
}

function requeue({ queue, id, dueMs }: WorkRequeue, draft: Draft): { wasSetAside: boolean } {
  checkTime('dueMs', dueMs);
  const found = draft.record({ space: 'work', key: workKey(queue, id) });
  const work = found === undefined ? undefined : workOf(found);
  if (work === undefined || !work.is_set_aside) return { wasSetAside: false };
  putWork(draft, { queue, id, dueMs }, { ...work, attempts: 0, is_set_aside: false });
  return { wasSetAside: true };
}

function claimedWork({ queue, id, token }: Pick<WorkSettle, 'queue' | 'id' | 'token'>, draft: Draft): WorkRecord & { claim: NonNullable<WorkRecord['claim']> } {
  const found = draft.record({ space: 'work', key: workKey(queue, id) });
  const work = found === undefined ? undefined : workOf(found);
  if (work === undefined || work.claim === null || work.token !== token) throw workLost(queue, id, token);
  return { ...work, claim: work.claim };
}

function putWork(draft: Draft, { queue, id, dueMs }: { queue: string; id: string; dueMs: number | null }, body: WorkRecord): void {
  draft.put({ space: 'work', key: workKey(queue, id), body, dueMs, position: null, source: null });
}

function removeWork(draft: Draft, queue: string, id: string): void {
  draft.put({ space: 'work', key: workKey(queue, id), body: null, dueMs: null, position: null, source: null });
}

function checkTime(path: string, timeMs: number): void {
  if (!Number.isSafeInteger(timeMs) || timeMs < 0) throw invalid(path, 'expected whole milliseconds since 1970');
}

function shortened(reason: string): string {
  return (reason.length > REASON_CHARS_MAX ? `${reason.slice(0, REASON_CHARS_MAX - 1)}…` : reason).toWellFormed();
}

function workExists(queue: string, id: string): KeelsonError {
  return new KeelsonError('work.exists', {
    message: `The queue "${queue}" already holds other work under "${id}".`,
    nextStep: 'Choose another id, or cancel what is there first.',
    data: { queue, id },
  });
}

function workLost(queue: string, id: string, token: number): KeelsonError {
  return new KeelsonError('work.lost', {
    message: `"${id}" of the queue "${queue}" is no longer claimed under token ${token}.`,
    nextStep: 'Drop what was done under this claim: the work was given to somebody else, settled or cancelled.',
    data: { queue, id, token },
  });
}

function bodyTooLarge(): KeelsonError {
  return new KeelsonError('input.too_large', {
    message: `What describes a piece of work may have at most ${WORK_BODY_BYTES_MAX} bytes.`,
    nextStep: 'Store the large part as a blob or an event and refer to it.',
    data: { limit: WORK_BODY_BYTES_MAX },
  });
}

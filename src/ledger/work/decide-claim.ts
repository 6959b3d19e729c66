import type { JsonObject } from '../../contracts/index.ts';
import type { Draft } from '../decide/draft.ts';
import { checkName, checkTtl, invalid } from '../leases/checks.ts';
import { isAlive, isFromBefore, ownedFrom } from '../leases/lease-state.ts';
import { WORK_ATTEMPTS_MAX, WORK_CLAIMS_MAX } from '../limits.ts';
import { recordName, type StoredRecord, type StoreTime } from '../store.ts';
import type { WorkClaim } from './operations.ts';
import { lastTokenOf, workOf, workPrefix, type QueueRecord, type WorkRecord } from './work-record.ts';

export interface ClaimedWork {
  readonly queue: string;
  readonly id: string;
  /** Under which the claim is renewed and settled. */
  readonly token: number;
  readonly body: JsonObject;
  readonly dueMs: number;
  /** This one included. */
  readonly attempts: number;
  /** Why the attempt before failed. */
  readonly reason?: string;
}

export interface ClaimAnswer {
  readonly claimed: readonly ClaimedWork[];
  /** Work that nobody settled however often it was tried; it now waits for a person. */
  readonly setAside: readonly string[];
}

interface DueWork {
  readonly record: StoredRecord & { readonly dueMs: number };
  readonly work: WorkRecord;
}

/** What is due is told by the wall clock; who holds it, by monotonic time alone. */
export function decideClaim(operation: WorkClaim, draft: Draft): ClaimAnswer {
  const { queue, owner, ttlMs, limit } = operation;
  checkName('owner', owner);
  checkTtl(ttlMs);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > WORK_CLAIMS_MAX) throw invalid('limit', `expected 1 to ${WORK_CLAIMS_MAX}`);
  const { time } = draft.facts;
  const due = dueWork(queue, draft);
  const free = due.filter(({ work }) => !isAlive(work.claim ?? undefined, time)).map((item) => withoutRestarts(item, time));
  const spent = free.filter(({ work }) => work.attempts >= WORK_ATTEMPTS_MAX);
  for (const { record, work } of spent) draft.put({ ...record, dueMs: null, body: { ...work, claim: null, is_set_aside: true } });
  const room = Math.min(limit, WORK_CLAIMS_MAX - (due.length - free.length));
  const taken = inCompany(free.filter((item) => !spent.includes(item))).slice(0, Math.max(0, room));
  const lastToken = lastTokenOf(draft.record({ space: 'work', key: queue }));
  const claimed = taken.map(({ record, work }, index) => {
    const next: WorkRecord = { ...work, attempts: work.attempts + 1, token: lastToken + 1 + index, claim: ownedFrom(owner, time, ttlMs) };
    draft.put({ ...record, body: next });
    return claimOf(queue, record, next);
  });
  if (claimed.length > 0) putLastToken(draft, queue, { last_token: lastToken + claimed.length });
  return { claimed, setAside: spent.map(({ record }) => idOf(queue, record)) };
}

/** Takes back the attempt that was under way when the machine was restarted: whoever had it is not to blame. */
function withoutRestarts({ record, work }: DueWork, time: StoreTime): DueWork {
  if (work.claim === null || !isFromBefore(work.claim, time)) return { record, work };
  return { record, work: { ...work, attempts: work.attempts - 1, claim: null } };
}

/**
 * What may be given out together. A claimant that fell silent takes everything down that it held, so of such work nobody
 * knows which piece was at fault until it is tried alone.
 */
function inCompany(free: readonly DueWork[]): readonly DueWork[] {
  const [first] = free;
  if (first !== undefined && first.work.claim !== null) return [first];
  return free.filter(({ work }) => work.claim === null);
}

/** The longest due first, with what this very request has changed: a second claim in it must not take the same again. */
function dueWork(queue: string, draft: Draft): DueWork[] {
  const prefix = workPrefix(queue);
  const changed = new Map(draft.writes().records.map((record) => [recordName(record), record]));
  const found = new Map(draft.facts.due.flat().map((record) => [recordName(record), changed.get(recordName(record)) ?? record]));
  return [...found.values()]
    .filter((record): record is DueWork['record'] => record.space === 'work' && record.key.startsWith(prefix))
    .filter(({ body, dueMs }) => body !== null && dueMs !== null && dueMs <= draft.facts.time.wallMs)
    .map((record) => ({ record, work: workOf(record) }));
}

function claimOf(queue: string, record: DueWork['record'], { token, body, attempts, reason }: WorkRecord): ClaimedWork {
  return { queue, id: idOf(queue, record), token, body, dueMs: record.dueMs, attempts, ...(reason !== undefined && { reason }) };
}

function idOf(queue: string, { key }: StoredRecord): string {
  return key.slice(workPrefix(queue).length);
}

function putLastToken(draft: Draft, queue: string, body: QueueRecord): void {
  draft.put({ space: 'work', key: queue, body, dueMs: null, position: null, source: null });
}

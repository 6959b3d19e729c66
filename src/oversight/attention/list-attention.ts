import { ApprovalId, ArtifactId, AttentionPriority, documentKey, FunctionCallId, HardCallId, OpenAttention, OpenNotices, ScheduleId, type AttentionLedgerItem, type NoticeForPerson, type RunId, type Timestamp, type WaitingForPerson } from '../../contracts/index.ts';
import type { Documents } from '../../ledger/index.ts';
import { terminationOf } from '../run-entries.ts';
import { attentionItem } from './attention-item.ts';

/** What runs out within this is looked at first: a person needs some time to notice, and some to think. */
export const EXPIRES_SOON_MS = 30 * 60 * 1000;

export interface AttentionQuestion {
  readonly runId?: RunId;
  readonly now: Timestamp;
  /** What others have for the person; it stands in the order of its urgency. */
  readonly also?: readonly AttentionLedgerItem[];
}

/**
 * Everything that waits for a person now, the most urgent first. What has expired waits no more, for silence has
 * answered it; nor does what was asked by a run that has ended.
 */
export async function listAttention(documents: Pick<Documents, 'get'>, { runId, now, also = [] }: AttentionQuestion): Promise<AttentionLedgerItem[]> {
  const waiting = (await waitingForPerson(documents)).filter((one) => (runId === undefined || one.run_id === runId) && !isOver(one, now));
  const runs = [...new Set(waiting.map((one) => one.run_id))];
  const ended = new Set<RunId>();
  for (const run of runs) if ((await terminationOf(run, documents)) !== undefined) ended.add(run);
  const notices = (await noticesForPerson(documents)).filter((one) => (runId === undefined || one.run_id === runId) && !isOver(one, now));
  return [...waiting.filter((one) => !ended.has(one.run_id)).map((one) => itemOf(one, now)), ...notices.map(itemOfNotice), ...also].toSorted(byUrgency);
}

/** As it was folded, whatever the time is. */
export async function waitingForPerson(documents: Pick<Documents, 'get'>): Promise<readonly WaitingForPerson[]> {
  const stored = await documents.get(documentKey.attention());
  return stored === undefined ? [] : OpenAttention.parse(stored.body).waiting;
}

/** What a person is told of that no run waits for. */
async function noticesForPerson(documents: Pick<Documents, 'get'>): Promise<readonly NoticeForPerson[]> {
  const stored = await documents.get(documentKey.attentionNotices());
  return stored === undefined ? [] : OpenNotices.parse(stored.body).notices;
}

function itemOfNotice({ id, attention_kind: kind, run_id: runId, summary, created_at: createdAt, expires_at: expiresAt }: NoticeForPerson): AttentionLedgerItem {
  const isArtifact = kind === 'artifact_deletion_announced';
  return attentionItem({
    id,
    kind,
    source: { kind: 'document', key: isArtifact ? documentKey.artifactMeta(ArtifactId.parse(id)) : documentKey.schedule(ScheduleId.parse(id)) },
    summary,
    priority: isArtifact ? 'medium' : 'low',
    command: isArtifact ? `keelson artifact star ${id}` : `keelson schedule show ${id}`,
    createdAt,
    ...(expiresAt !== null && { expiresAt }),
    ...(runId !== null && { runId }),
  });
}

function isOver({ expires_at: expiresAt }: Pick<WaitingForPerson, 'expires_at'>, now: Timestamp): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function itemOf(one: WaitingForPerson, now: Timestamp): AttentionLedgerItem {
  return attentionItem({
    id: one.id,
    kind: one.attention_kind,
    source: { kind: 'document', key: keyOf(one) },
    summary: one.summary,
    priority: priorityOf(one, now),
    command: commandFor(one),
    createdAt: one.created_at,
    ...(one.expires_at !== null && { expiresAt: one.expires_at }),
    runId: one.run_id,
  });
}

function keyOf({ id, attention_kind: kind }: WaitingForPerson): string {
  if (kind === 'approval_required') return documentKey.approval(ApprovalId.parse(id));
  return kind === 'blocked_item' ? documentKey.functionCall(FunctionCallId.parse(id)) : documentKey.hardCall(HardCallId.parse(id));
}

export function priorityOf({ blocks_run, is_irreversible, goes_on_without, expires_at }: Pick<WaitingForPerson, 'blocks_run' | 'is_irreversible' | 'goes_on_without' | 'expires_at'>, now: Timestamp): AttentionPriority {
  if (blocks_run) return 'blocking';
  const expiresSoon = expires_at !== null && Date.parse(expires_at) - Date.parse(now) <= EXPIRES_SOON_MS;
  if (is_irreversible || (expiresSoon && !goes_on_without)) return 'high';
  return goes_on_without ? 'low' : 'medium';
}

function commandFor({ id, attention_kind: kind, takes_words: takesWords }: WaitingForPerson): string {
  if (kind === 'approval_required') return `keelson approve ${id}`;
  if (kind === 'blocked_item') return `keelson skip ${id}`;
  return `keelson answer ${id} ${takesWords ? '"YOUR WORDS"' : 'OPTION'}`;
}

/** By priority, then by what runs out first, then by what has waited longest. */
function byUrgency(one: AttentionLedgerItem, other: AttentionLedgerItem): number {
  const rank = ({ priority }: AttentionLedgerItem): number => -AttentionPriority.options.indexOf(priority);
  return rank(one) - rank(other) || compare(one.expires_at ?? '~', other.expires_at ?? '~') || compare(one.created_at, other.created_at) || compare(one.item_id, other.item_id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

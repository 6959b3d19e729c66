import { GARBAGE_COLLECTION, type ArtifactMetadata, type ArtifactRetention, type ProtectionReason, type RunStatus, type Timestamp } from '../../contracts/index.ts';
import { protectionsOf } from './artifact-life.ts';

/** What the collector does with an artifact now, and under which rule. */
export type Fate =
  | { readonly kind: 'gone' }
  | { readonly kind: 'protected' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'archived'; readonly why: string }
  | { readonly kind: 'announced'; readonly why: string; readonly deletesAt: Timestamp }
  | { readonly kind: 'deleted'; readonly why: string };

const DAY_MS = 24 * 60 * 60 * 1000;

const EXCEPTION: Readonly<Record<ProtectionReason, keyof ArtifactRetention['exceptions']>> = {
  approved: 'approved_artifacts',
  golden_task: 'golden_tasks',
  user_starred: 'user_starred',
  compliance: 'compliance_required',
};

/** Protected is what the policy makes an exception for; by default that is everything that can be a reason. */
export function isExempt(metadata: ArtifactMetadata, { exceptions }: ArtifactRetention): boolean {
  return protectionsOf(metadata).some((reason) => exceptions[EXCEPTION[reason]]);
}

/** How long artifacts of such a run are kept. A run that has not ended has no status yet. */
export function keepDaysOf(status: RunStatus | undefined, { by_status: byStatus, default_ttl_days: ttlDays }: ArtifactRetention): number {
  return status === undefined ? ttlDays : byStatus[status].keep_days;
}

/** When it goes if nothing changes; null while something protects it, and after it has gone. */
export function expiryOf(metadata: ArtifactMetadata, status: RunStatus | undefined, policy: ArtifactRetention): Timestamp | null {
  if (metadata.deleted_at !== undefined || isExempt(metadata, policy)) return null;
  return metadata.expires_at ?? later(metadata.created_at, keepDaysOf(status, policy) * DAY_MS);
}

/**
 * The fate of one artifact by the policy. What was valued once, by a star or another protection that was taken away since,
 * is announced before it goes; everything else that is past its time goes.
 */
export function fateOf(metadata: ArtifactMetadata, status: RunStatus | undefined, policy: ArtifactRetention, now: Timestamp): Fate {
  if (metadata.deleted_at !== undefined) return { kind: 'gone' };
  const expiresAt = expiryOf(metadata, status, policy);
  if (expiresAt === null) return { kind: 'protected' };
  if (expiresAt < now) {
    const why = metadata.expires_at === undefined ? `It was kept for ${keepDaysOf(status, policy)} days, as is the rule for ${wordsOf(status)}.` : 'Its deletion was due.';
    const wasValued = metadata.protected || metadata.protection_lifted_at !== undefined;
    if (!wasValued || metadata.status === 'scheduled_deletion') return { kind: 'deleted', why };
    return { kind: 'announced', why: `${why} It was protected before.`, deletesAt: later(now, GARBAGE_COLLECTION.notify_before_delete_days * DAY_MS) };
  }
  const archiveAfterDays = status === 'success' ? policy.by_status.success.archive_after_days : undefined;
  const isOld = archiveAfterDays !== undefined && later(metadata.created_at, archiveAfterDays * DAY_MS) <= now;
  if (policy.archive.enabled && isOld && metadata.status === 'active') return { kind: 'archived', why: `It is ${archiveAfterDays} days old or more, as is the rule for ${wordsOf(status)}.` };
  return { kind: 'kept' };
}

function wordsOf(status: RunStatus | undefined): string {
  return status === undefined ? 'a run that has not ended' : `a run that ended as ${status}`;
}

/** After this a timestamp has another spelling; what would go later never does. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

function later(time: Timestamp, byMs: number): Timestamp {
  return new Date(Math.min(LAST_MS, Date.parse(time) + byMs)).toISOString();
}

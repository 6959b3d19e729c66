/**
 * The life of an artifact as pure steps: active, archived, scheduled for deletion, deleted. Whatever protects it keeps it
 * out of the last two; a protection that is taken away leaves the others, and is remembered so that its owner is told
 * before it goes. What is deleted stays deleted.
 */
import type { ArtifactMetadata, ProtectionReason, Timestamp } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';

export function protectionsOf({ protections, protection_reason: reason }: Pick<ArtifactMetadata, 'protections' | 'protection_reason'>): readonly ProtectionReason[] {
  return protections ?? (reason === undefined ? [] : [reason]);
}

/** Protected by this too, whatever else protects it; what was scheduled is so no longer. */
export function protect(metadata: ArtifactMetadata, reason: ProtectionReason): ArtifactMetadata {
  demandThere(metadata);
  return withProtections(unscheduled(metadata), [...protectionsOf(metadata).filter((one) => one !== reason), reason], undefined);
}

/** No longer protected by this; nothing changes when it was not. */
export function liftProtection(metadata: ArtifactMetadata, reason: ProtectionReason, now: Timestamp): ArtifactMetadata {
  demandThere(metadata);
  const before = protectionsOf(metadata);
  const left = before.filter((one) => one !== reason);
  return left.length === before.length ? metadata : withProtections(metadata, left, now);
}

export function note(metadata: ArtifactMetadata, text: string): ArtifactMetadata {
  const { user_notes: _before, ...rest } = metadata;
  return text === '' ? rest : { ...rest, user_notes: text };
}

/** It goes with the next collection; what is protected is not let go. */
export function requestDeletion(metadata: ArtifactMetadata, now: Timestamp): ArtifactMetadata {
  demandThere(metadata);
  demandUnprotected(metadata);
  return { ...metadata, expires_at: now };
}

/** It is to go at this time, and nothing protects it any more: whatever did is no longer an exception of the policy. */
export function announceDeletion(metadata: ArtifactMetadata, deletesAt: Timestamp, now: Timestamp): ArtifactMetadata {
  demandThere(metadata);
  return { ...withProtections(metadata, [], metadata.protection_lifted_at ?? now), status: 'scheduled_deletion', expires_at: deletesAt };
}

export function archive(metadata: ArtifactMetadata, now: Timestamp): ArtifactMetadata {
  demandThere(metadata);
  return { ...metadata, status: metadata.status === 'scheduled_deletion' ? metadata.status : 'archived', archived_at: now };
}

export function restore(metadata: ArtifactMetadata): ArtifactMetadata {
  demandThere(metadata);
  const { archived_at: _since, ...rest } = metadata;
  return { ...rest, status: metadata.status === 'scheduled_deletion' ? metadata.status : 'active' };
}

export function remove(metadata: ArtifactMetadata, now: Timestamp): ArtifactMetadata {
  demandThere(metadata);
  demandUnprotected(metadata);
  return { ...metadata, status: 'scheduled_deletion', expires_at: metadata.expires_at ?? now, deleted_at: now };
}

/** The reason that is told is the strongest one: what others require comes before what somebody likes. */
const STRONGEST_FIRST: readonly ProtectionReason[] = ['compliance', 'golden_task', 'approved', 'user_starred'];

function withProtections({ protections: _all, protection_reason: _told, protection_lifted_at: _since, ...rest }: ArtifactMetadata, protections: readonly ProtectionReason[], liftedAt: Timestamp | undefined): ArtifactMetadata {
  const strongest = STRONGEST_FIRST.find((one) => protections.includes(one));
  const standing = { ...rest, user_starred: protections.includes('user_starred') };
  if (strongest === undefined) return { ...standing, protected: false, ...(liftedAt !== undefined && { protection_lifted_at: liftedAt }) };
  return { ...standing, protected: true, protection_reason: strongest, ...(protections.length > 1 && { protections: [...protections] }) };
}

/** A time to go that a person wished for, or was told of, is over once they say that they want to keep it. */
function unscheduled({ expires_at: _at, ...rest }: ArtifactMetadata): ArtifactMetadata {
  return { ...rest, status: rest.archived_at === undefined ? 'active' : 'archived' };
}

function demandUnprotected(metadata: ArtifactMetadata): void {
  if (!metadata.protected) return;
  const reasons = [...protectionsOf(metadata)];
  throw new KeelsonError('artifact.protected', {
    message: `${metadata.artifact_id} is protected (${reasons.join(', ')}) and is not deleted.`,
    nextStep: 'Take the protection away first: keelson artifact unstar, or keelson artifact protect with --lift.',
    data: { artifact_id: metadata.artifact_id, reasons },
  });
}

function demandThere({ artifact_id: id, deleted_at: deletedAt }: ArtifactMetadata): void {
  if (deletedAt === undefined) return;
  throw new KeelsonError('artifact.gone', { message: `${id} was deleted at ${deletedAt}.`, nextStep: 'What was deleted does not come back; `keelson artifacts` lists what there is.', data: { artifact_id: id, deleted_at: deletedAt } });
}

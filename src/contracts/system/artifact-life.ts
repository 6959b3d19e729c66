import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { ArtifactId, Count, NonEmptyText, PositiveCount, RunId, Timestamp } from '../core/index.ts';
import { ArtifactMetadata, ArtifactType, GarbageCollectionReport, ProtectionReason, RunStatus } from '../runs/index.ts';

const storeFailures = ['ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'];
const reading = {
  empty: 'There are none: it says so.',
  blocked: 'Nothing blocks it: it only reads.',
  degraded: 'What cannot be read any more is left out.',
  error: 'Shows the error with its code and what to do next.',
};

/** An artifact as lists show it: where it stands, and when it goes if nothing changes. */
export const ArtifactListItem = z.strictObject({
  metadata: ArtifactMetadata,
  /** Null once its content is gone. */
  type: ArtifactType.nullable(),
  /** How its run ended; null while it has not. */
  run_status: RunStatus.nullable(),
  expires_at: Timestamp.nullable(),
});
export type ArtifactListItem = z.infer<typeof ArtifactListItem>;

export const ArtifactListRequest = z.strictObject({
  /** Only those of this run: its id, the end of it, or last. */
  run: NonEmptyText.optional(),
  /** Those whose content is gone are left out unless they are asked for. */
  status: z.enum(['active', 'archived', 'scheduled_deletion', 'deleted', 'protected']).optional(),
  limit: PositiveCount.max(1_000).default(100),
});
export type ArtifactListRequest = z.infer<typeof ArtifactListRequest>;

export const ArtifactListReport = z.strictObject({
  artifacts: z.array(ArtifactListItem),
  /** How many there are of each kind, shown or not. */
  counts: z.strictObject({ active: Count, archived: Count, scheduled_deletion: Count, deleted: Count, protected: Count }),
});
export type ArtifactListReport = z.infer<typeof ArtifactListReport>;

export const artifactList = defineQuery({ id: 'artifact.list', request: ['ArtifactListRequest', ArtifactListRequest], response: ['ArtifactListReport', ArtifactListReport], failureCodes: ['input.invalid', 'run.unknown'], behaviours: reading });

/** What a person does to the life of an artifact. */
export const ArtifactChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('star') }),
  z.strictObject({ kind: z.literal('unstar') }),
  z.strictObject({ kind: z.literal('note'), /** Takes the note away when empty. */ text: z.string().max(2_000) }),
  z.strictObject({ kind: z.literal('protect'), reason: ProtectionReason.exclude(['user_starred']) }),
  z.strictObject({ kind: z.literal('lift'), reason: ProtectionReason.exclude(['user_starred']) }),
  z.strictObject({ kind: z.literal('delete') }),
  z.strictObject({ kind: z.literal('archive') }),
  z.strictObject({ kind: z.literal('restore') }),
]);
export type ArtifactChange = z.infer<typeof ArtifactChange>;

/** By its id, or by as much of its end as no other artifact has. */
export const ArtifactChangeRequest = z.strictObject({ artifact: NonEmptyText, change: ArtifactChange, why: NonEmptyText.default('asked for by a person') });
export type ArtifactChangeRequest = z.infer<typeof ArtifactChangeRequest>;

export const ArtifactChangeReport = z.strictObject({ artifact_id: ArtifactId, run_id: RunId, metadata: ArtifactMetadata, expires_at: Timestamp.nullable() });
export type ArtifactChangeReport = z.infer<typeof ArtifactChangeReport>;

export const artifactChange = defineCommand({
  id: 'artifact.change',
  request: ['ArtifactChangeRequest', ArtifactChangeRequest],
  response: ['ArtifactChangeReport', ArtifactChangeReport],
  durableWrite: 'required',
  policyChecks: ['artifact_protection'],
  invalidates: ['TaskReliancePacket', 'WorkProductCertification', 'EvidencePackage', 'AttentionLedger'],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'artifact.unknown', 'artifact.protected', 'artifact.gone', 'artifact.archived', 'artifact.not_archived', 'artifact.archive_unusable', 'ledger.sequence_conflict', ...storeFailures],
  behaviours: {
    empty: 'There is always one artifact that is changed.',
    blocked: 'What is protected is not deleted, and what protects it is named.',
    degraded: 'An archive outside that cannot be reached is said to be so; nothing is changed then.',
    error: 'Shows the error with its code and what to do next; nothing was changed.',
  },
});

export const CollectionRunRequest = z.strictObject({});
export type CollectionRunRequest = z.infer<typeof CollectionRunRequest>;

export const collectionRun = defineCommand({
  id: 'collection.run',
  request: ['CollectionRunRequest', CollectionRunRequest],
  response: ['GarbageCollectionReport', GarbageCollectionReport],
  durableWrite: 'required',
  policyChecks: ['artifact_protection', 'retention'],
  invalidates: ['TaskReliancePacket', 'WorkProductCertification', 'EvidencePackage', 'AttentionLedger'],
  failureCodes: ['operation.idempotency_key_missing', 'lease.held', 'model.settings_invalid', ...storeFailures],
  behaviours: {
    empty: 'Nothing is past its time: the report says so with noughts.',
    blocked: 'Only one collects at a time; who does is said.',
    degraded: 'What cannot be dealt with is named with why, and the rest is done.',
    error: 'Shows the error with its code and what to do next.',
  },
});

/** What the next collection would do with one artifact. */
export const PlannedFate = z.strictObject({ artifact_id: ArtifactId, fate: z.enum(['archived', 'announced', 'deleted']), why: NonEmptyText });
export type PlannedFate = z.infer<typeof PlannedFate>;

export const CollectionPreview = z.strictObject({ report: GarbageCollectionReport, /** The first hundred. */ fates: z.array(PlannedFate) });
export type CollectionPreview = z.infer<typeof CollectionPreview>;

export const collectionPreview = defineQuery({ id: 'collection.preview', request: ['CollectionRunRequest', CollectionRunRequest], response: ['CollectionPreview', CollectionPreview], failureCodes: ['model.settings_invalid'], behaviours: reading });

export const CollectionReportsRequest = z.strictObject({ limit: PositiveCount.max(500).default(10) });
export type CollectionReportsRequest = z.infer<typeof CollectionReportsRequest>;

/** The latest first. */
export const CollectionReports = z.strictObject({ reports: z.array(GarbageCollectionReport) });
export type CollectionReports = z.infer<typeof CollectionReports>;

export const collectionReports = defineQuery({ id: 'collection.reports', request: ['CollectionReportsRequest', CollectionReportsRequest], response: ['CollectionReports', CollectionReports], failureCodes: ['input.invalid'], behaviours: reading });

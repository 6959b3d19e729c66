import { z } from 'zod';
import { ArtifactId, Count, NonEmptyText, PositiveCount, Timestamp } from '../core/index.ts';
import type { RunStatus } from './termination.ts';

const KeepRule = z.strictObject({ keep_days: PositiveCount });

/** How long artifacts live, by how their run went, and which are never deleted. */
export const ArtifactRetention = z.strictObject({
  default_ttl_days: PositiveCount,
  by_status: z.strictObject({
    success: z
      .strictObject({ keep_days: PositiveCount, archive_after_days: PositiveCount.optional() })
      .refine((rule) => rule.archive_after_days === undefined || rule.archive_after_days < rule.keep_days, {
        path: ['archive_after_days'],
        message: 'archiving comes before deletion',
      }),
    failed: KeepRule,
    cancelled: KeepRule,
    blocked: KeepRule,
  } satisfies Record<RunStatus, z.ZodType>),
  exceptions: z.strictObject({
    approved_artifacts: z.boolean(),
    golden_tasks: z.boolean(),
    user_starred: z.boolean(),
    compliance_required: z.boolean(),
  }),
  archive: z.strictObject({
    enabled: z.boolean(),
    /** `compressed_redis` means compressed inside the store itself, whichever driver keeps it. */
    destination: z.enum(['s3', 'filesystem', 'compressed_redis']),
    compress: z.boolean(),
  }),
});
export type ArtifactRetention = z.infer<typeof ArtifactRetention>;

export const DEFAULT_RETENTION: ArtifactRetention = {
  default_ttl_days: 90,
  by_status: {
    success: { keep_days: 180, archive_after_days: 90 },
    failed: { keep_days: 30 },
    cancelled: { keep_days: 7 },
    blocked: { keep_days: 60 },
  },
  exceptions: {
    approved_artifacts: true,
    golden_tasks: true,
    user_starred: true,
    compliance_required: true,
  },
  archive: { enabled: true, destination: 'compressed_redis', compress: true },
};

/** The collector runs daily at two at night, and a person has this long to object to a deletion. */
export const GARBAGE_COLLECTION = { schedule_cron: '0 2 * * *', notify_before_delete_days: 7 } as const;

/** What one collection did, kept under `gc_report:{timestamp}`. No artifact meets two fates in one scan. */
export const GarbageCollectionReport = z
  .strictObject({
    started_at: Timestamp,
    scanned_count: Count,
    scheduled_deletion: Count,
    archived: Count,
    protected: Count,
    /** Deletions that were announced to a person and not done yet; absent in reports of before they were told apart. */
    announced: Count.optional(),
    errors: z.array(z.strictObject({ artifact_id: ArtifactId, error: NonEmptyText })),
    /** The conversations and runs whose scratch folders were removed; absent where none was. */
    scratch_removed: z.array(NonEmptyText).min(1).optional(),
    /** Contents in the store that nothing refers to; absent where there was none. */
    contents_removed: z.int().min(1).optional(),
    /** Why it stopped before the end, where it did; what is left is looked at by the next. */
    stopped: NonEmptyText.optional(),
  })
  .refine((report) => fates(report) <= report.scanned_count, {
    path: ['scanned_count'],
    message: 'more artifacts were dealt with than were scanned',
  });
export type GarbageCollectionReport = z.infer<typeof GarbageCollectionReport>;

interface Fates {
  scheduled_deletion: number;
  archived: number;
  protected: number;
  announced?: number | undefined;
  errors: readonly unknown[];
}

function fates(report: Fates): number {
  return report.scheduled_deletion + report.archived + report.protected + (report.announced ?? 0) + report.errors.length;
}

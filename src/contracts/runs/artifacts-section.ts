import { z } from 'zod';
import { NonEmptyText, PositiveCount } from '../core/index.ts';
import { ArtifactRetention, DEFAULT_RETENTION } from './retention.ts';

const { by_status: byStatus, exceptions, archive, default_ttl_days: ttl } = ArtifactRetention.shape;
const keep = z.strictObject({ keep_days: PositiveCount });

/** A place that speaks the protocol of S3. Keys are taken from the environment and stand in no file. */
export const S3Place = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }),
  region: NonEmptyText.default('us-east-1'),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'expected the name of a bucket'),
  /** Put before the id of each artifact. */
  prefix: z.string().regex(/^[A-Za-z0-9._/-]*$/, 'expected letters, digits, dot, dash, slash or underscore').default('keelson/'),
});
export type S3Place = z.infer<typeof S3Place>;

/** What a person says of the policy. */
const Given = z.strictObject({
  default_ttl_days: ttl.optional(),
  by_status: z.strictObject({ success: z.strictObject({ keep_days: PositiveCount.optional(), archive_after_days: PositiveCount.optional() }), failed: keep, cancelled: keep, blocked: keep } satisfies Record<keyof typeof byStatus.shape, z.ZodType>).partial().optional(),
  exceptions: exceptions.partial().optional(),
  archive: archive.partial().optional(),
});
type Given = z.infer<typeof Given>;

/** The section `artifacts` of the configuration file: how long they live, and where they are archived. What is left out is as it is by default. */
export const ArtifactsSection = Given.extend({
  /** For the destination `filesystem`; relative to the data folder. */
  archive_folder: NonEmptyText.optional(),
  /** For the destination `s3`. */
  s3: S3Place.optional(),
})
  .refine((section) => ArtifactRetention.safeParse(retentionOf(section)).success, { path: ['by_status', 'success', 'archive_after_days'], message: 'archiving comes before deletion' })
  .refine((section) => section.archive?.destination !== 's3' || section.s3 !== undefined, { path: ['s3'], message: 'archiving to s3 needs the place' })
  .refine((section) => retentionOf(section).archive.compress || retentionOf(section).archive.destination !== 'compressed_redis', { path: ['archive', 'compress'], message: 'what is archived in the store is compressed' });
export type ArtifactsSection = z.infer<typeof ArtifactsSection>;

/** The whole policy, what was given over the defaults. */
export function retentionOf({ default_ttl_days: ttlDays, by_status: given = {}, exceptions: excepted = {}, archive: archiving = {} }: Given = {}): ArtifactRetention {
  const { by_status: known, exceptions: kept, archive: place } = DEFAULT_RETENTION;
  return {
    default_ttl_days: ttlDays ?? DEFAULT_RETENTION.default_ttl_days,
    by_status: { success: { ...known.success, ...definedOf(given.success) }, failed: given.failed ?? known.failed, cancelled: given.cancelled ?? known.cancelled, blocked: given.blocked ?? known.blocked },
    exceptions: { ...kept, ...definedOf(excepted) },
    archive: { ...place, ...definedOf(archiving) },
  };
}

/** What was left out says nothing. */
function definedOf<Values extends object>(values: Values | undefined): { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as never;
}

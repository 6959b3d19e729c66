import { z } from 'zod';
import { Count, NonEmptyText, Sha256, StorageRef } from '../core/index.ts';
import { Artifact } from './artifact.ts';
import { ArtifactRetention } from './retention.ts';

export const ArchiveDestination = ArtifactRetention.shape.archive.shape.destination;
export type ArchiveDestination = z.infer<typeof ArchiveDestination>;

/** Where an archived artifact lies: in the store itself, or in a file or an object outside of it. The hash is of what lies there. */
export const ArchivePlace = z
  .strictObject({
    destination: ArchiveDestination,
    encoding: z.enum(['gzip', 'identity']),
    bytes: Count,
    sha256: Sha256,
    /** In the store. */
    content: StorageRef.optional(),
    /** Outside: a path, or `s3://bucket/key`. */
    location: NonEmptyText.optional(),
  })
  .refine((place) => (place.destination === 'compressed_redis') === (place.content !== undefined), {
    path: ['content'],
    message: 'what is archived in the store says under which hash',
  })
  .refine((place) => (place.content === undefined) === (place.location !== undefined), {
    path: ['location'],
    message: 'what is archived outside says where',
  });
export type ArchivePlace = z.infer<typeof ArchivePlace>;

/** An artifact whose active copy is gone, kept under `archive:artifact:{artifact_id}`. Its hash is still that of its content. */
export const ArchivedArtifact = z.strictObject({ artifact: Artifact.omit({ content: true }), archive: ArchivePlace });
export type ArchivedArtifact = z.infer<typeof ArchivedArtifact>;

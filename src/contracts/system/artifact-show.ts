import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { NonEmptyText } from '../core/index.ts';
import { Artifact } from '../runs/artifact.ts';

/** By its id, or by as much of its end as no other artifact has. */
export const ArtifactShowRequest = z.strictObject({ artifact: NonEmptyText });
export type ArtifactShowRequest = z.infer<typeof ArtifactShowRequest>;

export const ArtifactShowReport = z.strictObject({
  artifact: Artifact,
  /** What it holds, as it was kept; keys in it are masked. */
  content: z.json(),
});
export type ArtifactShowReport = z.infer<typeof ArtifactShowReport>;

export const artifactShow = defineQuery({
  id: 'artifact.show',
  request: ['ArtifactShowRequest', ArtifactShowRequest],
  response: ['ArtifactShowReport', ArtifactShowReport],
  failureCodes: ['input.invalid', 'artifact.unknown', 'artifact.archived'],
  behaviours: {
    empty: 'There is always one artifact that is shown.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'One whose content was erased is said to be gone; one that is archived, where it lies.',
    error: 'Shows the error with its code and what to do next.',
  },
});

import { ConflictId, conflictRecorded, documentKey } from '../../contracts/index.ts';
import type { DocumentBody, Projection } from './projection.ts';

/** One record for each conflict; what it came to is written once and never again. */
export const conflictProjection: Projection = {
  name: 'conflict',
  version: 1,
  types: [conflictRecorded.type],
  key: ({ streamId }) => documentKey.conflict(ConflictId.parse(streamId)),
  fold: (_current, { payload }) => payload['resolution'] as DocumentBody,
  isFinal: true,
};

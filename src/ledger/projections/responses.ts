import { documentKey, ResponseId, responseKept, responseRemoved } from '../../contracts/index.ts';
import type { DocumentBody, Projection } from './projection.ts';

/** A response as it was kept last; nothing once it was removed. */
export const responseProjection: Projection = {
  name: 'response',
  version: 1,
  types: [responseKept.type, responseRemoved.type],
  key: ({ streamId }) => documentKey.response(ResponseId.parse(streamId)),
  fold: (_current, { type, payload }) => (type === responseKept.type ? (payload['kept'] as DocumentBody) : {}),
  isOfOneStream: true,
};

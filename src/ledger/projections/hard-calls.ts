import { documentKey, hardCallLapsed, HardCallId, hardCallRaised, hardCallResolved, type HardCallSettlement } from '../../contracts/index.ts';
import type { DocumentBody, Projection } from './projection.ts';

/** A question as it was raised; nobody can put another one in the place of what a person saw. */
export const hardCallProjection: Projection = {
  name: 'hard_call',
  version: 1,
  types: [hardCallRaised.type],
  key: ({ streamId }) => documentKey.hardCall(HardCallId.parse(streamId)),
  fold: (_current, { payload }) => payload['call'] as DocumentBody,
  isFinal: true,
};

/** An answer, a deferral and the end of its time exclude one another: the first of them stands. */
export const hardCallResolutionProjection: Projection = {
  name: 'hard_call_resolution',
  version: 1,
  types: [hardCallResolved.type, hardCallLapsed.type],
  key: ({ streamId }) => documentKey.hardCallResolution(HardCallId.parse(streamId)),
  fold: (_current, { type, payload, recordedAt }) =>
    (type === hardCallResolved.type
      ? { by: 'person', receipt: payload['receipt'], answer: payload['answer'], settled_at: recordedAt }
      : { by: 'lapse', cause: payload['cause'], outcome: payload['outcome'], reason: payload['reason'], settled_at: recordedAt }) as HardCallSettlement,
  isFinal: true,
};

import { ApprovalId, approvalConsumed, approvalRemembered, approvalRequested, approvalResolved, documentKey, Sha256 } from '../../contracts/index.ts';
import type { DocumentBody, Projection } from './projection.ts';

/** A question is asked once: nobody can put another one in the place of what a person saw. */
export const approvalProjection: Projection = {
  name: 'approval',
  version: 1,
  types: [approvalRequested.type],
  key: ({ streamId }) => documentKey.approval(ApprovalId.parse(streamId)),
  fold: (_current, { payload }) => payload['record'] as DocumentBody,
  isFinal: true,
};

/** The first settlement stands; whoever comes second, in whichever process, is refused inside the transaction. */
export const approvalResolutionProjection: Projection = {
  name: 'approval_resolution',
  version: 1,
  types: [approvalResolved.type],
  key: ({ streamId }) => documentKey.approvalResolution(ApprovalId.parse(streamId)),
  fold: (_current, { payload, recordedAt }) => ({ resolution: payload['resolution'], settled_at: recordedAt }),
  isFinal: true,
};

/** A yes is used once. */
export const approvalUseProjection: Projection = {
  name: 'approval_use',
  version: 1,
  types: [approvalConsumed.type],
  key: ({ streamId }) => documentKey.approvalUse(ApprovalId.parse(streamId)),
  fold: (_current, { payload }) => payload,
  isFinal: true,
};

/** What was last remembered for one scope, whose key is the stream. */
export const approvalGrantProjection: Projection = {
  name: 'approval_grant',
  version: 1,
  types: [approvalRemembered.type],
  key: ({ streamId }) => documentKey.approvalGrant(Sha256.parse(streamId)),
  fold: (_current, { payload }) => payload,
};

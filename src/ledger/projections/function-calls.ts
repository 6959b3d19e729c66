import { documentKey, functionCallAnswered, functionCallAsked, FunctionCallId, functionCallLapsed, type FunctionCallSettlement } from '../../contracts/index.ts';
import type { DocumentBody, Projection } from './projection.ts';

/** A call as the client was asked for it; nobody can put another one in its place. */
export const functionCallProjection: Projection = {
  name: 'function_call',
  version: 1,
  types: [functionCallAsked.type],
  key: ({ streamId }) => documentKey.functionCall(FunctionCallId.parse(streamId)),
  fold: (_current, { payload }) => payload['call'] as DocumentBody,
  isFinal: true,
};

/** An answer and the end of the wait exclude one another: the first of them stands. */
export const functionCallSettlementProjection: Projection = {
  name: 'function_call_settlement',
  version: 1,
  types: [functionCallAnswered.type, functionCallLapsed.type],
  key: ({ streamId }) => documentKey.functionCallSettlement(FunctionCallId.parse(streamId)),
  fold: (_current, { type, payload, recordedAt }) =>
    (type === functionCallAnswered.type
      ? { by: 'client', answered_by: payload['answered_by'], output: payload['output'], settled_at: recordedAt }
      : { by: 'lapse', cause: payload['cause'], reason: payload['reason'], settled_at: recordedAt }) as FunctionCallSettlement,
  isFinal: true,
};

import { modelCalibrated, modelReliabilityMeasured } from '../../contracts/index.ts';
import type { Projection } from './projection.ts';

/** Where what was learnt about counting tokens for a model stands. */
export function modelCalibrationDocument(streamId: string): string {
  return `model_calibration:${streamId}`;
}

/** Where a model's measured reliability stands, role by role. */
export function modelReliabilityDocument(streamId: string): string {
  return `model_reliability:${streamId}`;
}

/** Each event holds the sums so far, so the last one is the whole state. */
export const modelCalibrationProjection: Projection = {
  name: 'model_calibration',
  version: 1,
  types: [modelCalibrated.type],
  key: ({ streamId }) => modelCalibrationDocument(streamId),
  fold: (_current, { payload }) => payload,
};

/** The last measure of every role for which the model's outputs were judged. */
export const modelReliabilityProjection: Projection = {
  name: 'model_reliability',
  version: 1,
  types: [modelReliabilityMeasured.type],
  key: ({ streamId }) => modelReliabilityDocument(streamId),
  fold: (current, { payload }) => {
    const roles = { ...(current?.['roles'] as Readonly<Record<string, unknown>> | undefined), [String(payload['role_id'])]: payload['measured'] };
    return { model_id: payload['model_id'], roles };
  },
};

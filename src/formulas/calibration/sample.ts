import type { SamplePolicy } from '../../contracts/index.ts';

/** Below this a calibration figure says more about chance than about the predictor. */
export const CALIBRATION_SAMPLE_SIZE_MIN = 30;

export const CALIBRATION_SAMPLE_POLICY = {
  min_sample_size: CALIBRATION_SAMPLE_SIZE_MIN,
  insufficient_sample_result: 'indeterminate',
  window_required: false,
} as const satisfies SamplePolicy;

/** The same few cases over and over, enough of them for a vector. */
export function repeated<Item>(items: readonly Item[]): Item[] {
  return Array.from({ length: CALIBRATION_SAMPLE_SIZE_MIN }, () => items).flat();
}

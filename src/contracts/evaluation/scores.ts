import { z } from 'zod';
import { StorageRef, UnitInterval } from '../core/index.ts';
import { CalibrationStatus } from '../formulas/cost.ts';

/**
 * A score from 0 to 1 that may be compared with another. The receipt is required because two scores
 * compare only when the same formula made them; the calibration says how much a difference means.
 */
export const CalibratedScore = z.strictObject({
  score: UnitInterval,
  calibration: CalibrationStatus,
  formula_eval_receipt_ref: StorageRef,
});
export type CalibratedScore = z.infer<typeof CalibratedScore>;

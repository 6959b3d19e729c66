import { z } from 'zod';
import { PositiveCount, UnitInterval } from '../core/index.ts';

/** What was predicted, and whether it came true. */
export const PredictedOutcome = z.strictObject({ predicted: UnitInterval, observed: z.literal([0, 1]) });
export type PredictedOutcome = z.infer<typeof PredictedOutcome>;

export const PredictedOutcomes = z.array(PredictedOutcome);
export type PredictedOutcomes = z.infer<typeof PredictedOutcomes>;

/** Two measurements of the same thing. */
export const PairedSamples = z.array(z.strictObject({ first: z.number(), second: z.number() }));
export type PairedSamples = z.infer<typeof PairedSamples>;

/** More bins than this leave hardly a sample in each. */
const BIN_COUNT_MAX = 100;

export const CalibrationBinning = z.strictObject({
  bin_count: PositiveCount.max(BIN_COUNT_MAX),
  binning_method: z.enum(['equal_width', 'equal_frequency']),
});
export type CalibrationBinning = z.infer<typeof CalibrationBinning>;

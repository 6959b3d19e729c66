import { CalibrationBinning, PredictedOutcomes, type PredictedOutcome } from '../../contracts/index.ts';
import { clampToUnit, orderFreeSum } from '../arithmetic.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { computed } from '../result.ts';
import { averageRanks } from './ranks.ts';
import { CALIBRATION_SAMPLE_POLICY, repeated } from './sample.ts';

const sure = { predicted: 0.9, observed: 1 } as const;
const wrong = { predicted: 0.9, observed: 0 } as const;
const tenBins = quantity({ bin_count: 10, binning_method: 'equal_width' });

/** Within each bin of similar confidence, how far the confidence was from the share that came true. */
export const expectedCalibrationError = defineFormula({
  spec: {
    formula_id: 'calibration.expected-calibration-error',
    owner_doc: 'src/formulas',
    semantic_version: '1.0.0',
    purpose: 'How far confidence and success differ, on average over bins of similar confidence.',
    expression: 'Σ over bins of (bin size / n)·|mean predicted − mean observed|',
    output: {
      value_kind: 'calibrated_score',
      unit: 'score_0_1',
      range: [0, 1],
      higher_is_better: false,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    rounding_policy: 'no_rounding_store_full_precision',
    sample_policy: CALIBRATION_SAMPLE_POLICY,
    test_vectors: [
      vector(
        'sure-and-right',
        { outcomes: quantity(repeated([sure]), 'probability'), binning: tenBins },
        { value: 0.1 },
      ),
      vector(
        'sure-and-half-right',
        { outcomes: quantity(repeated([sure, wrong]), 'probability'), binning: tenBins },
        { value: 0.4 },
      ),
      vector(
        'too-few',
        { outcomes: quantity([sure], 'probability'), binning: tenBins },
        {
          status: 'indeterminate',
          codes: ['formula.insufficient_sample'],
        },
      ),
    ],
  },
  inputs: {
    outcomes: structuredInput('PredictedOutcomes', PredictedOutcomes, { units: ['probability'] }),
    binning: structuredInput('CalibrationBinning', CalibrationBinning),
  },
  sampleSize: ({ outcomes }) => outcomes.length,
  compute: ({ outcomes, binning }) => {
    const gaps = binned(outcomes, binning).map((bin) => gapOf(bin) / outcomes.length);
    return computed(clampToUnit(orderFreeSum(gaps)));
  },
});

/** The bin's size times the distance of its means: the size cancels, so sums suffice. */
function gapOf(bin: readonly PredictedOutcome[]): number {
  return Math.abs(orderFreeSum(bin.flatMap((outcome) => [outcome.predicted, -outcome.observed])));
}

/**
 * Equal confidences share a bin, the one where their middle lies: told apart by outcome, a confidence that was right
 * would look wrong in two bins.
 */
export function binned(
  outcomes: readonly PredictedOutcome[],
  { bin_count: binCount, binning_method: method }: CalibrationBinning,
): PredictedOutcome[][] {
  const sorted = outcomes.toSorted((left, right) => left.predicted - right.predicted || left.observed - right.observed);
  const ranks = averageRanks(sorted.map((outcome) => outcome.predicted));
  const bins = Array.from({ length: binCount }, (): PredictedOutcome[] => []);
  for (const [index, outcome] of sorted.entries()) {
    const place = method === 'equal_width' ? outcome.predicted : ((ranks[index] ?? 0) - 1) / sorted.length;
    bins[Math.min(binCount - 1, Math.floor(place * binCount))]?.push(outcome);
  }
  return bins;
}

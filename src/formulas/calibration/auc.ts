import { PredictedOutcomes } from '../../contracts/index.ts';
import { orderFreeSum } from '../arithmetic.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { computed, indeterminate } from '../result.ts';
import { averageRanks } from './ranks.ts';
import { CALIBRATION_SAMPLE_POLICY, repeated } from './sample.ts';

const low = { predicted: 0.2, observed: 0 } as const;
const high = { predicted: 0.8, observed: 1 } as const;

/** How often a case that came true was rated above one that did not; outcomes of one kind only leave nothing to compare. */
export const calibrationAuc = defineFormula({
  spec: {
    formula_id: 'calibration.auc',
    owner_doc: 'src/formulas',
    semantic_version: '1.0.0',
    purpose: 'How well a rating tells the cases that came true from those that did not.',
    expression: '(Σ ranks of positives − n₁(n₁+1)/2) / (n₁·n₀), ties at half',
    output: {
      value_kind: 'calibrated_score',
      unit: 'probability',
      range: [0, 1],
      higher_is_better: true,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    rounding_policy: 'no_rounding_store_full_precision',
    sample_policy: CALIBRATION_SAMPLE_POLICY,
    test_vectors: [
      vector('told-apart', { outcomes: quantity(repeated([low, high]), 'probability') }, { value: 1 }),
      vector(
        'the-wrong-way',
        {
          outcomes: quantity(
            repeated([
              { ...low, observed: 1 },
              { ...high, observed: 0 },
            ]),
            'probability',
          ),
        },
        { value: 0 },
      ),
      vector(
        'all-alike',
        { outcomes: quantity(repeated([low, { ...low, observed: 1 }]), 'probability') },
        { value: 0.5 },
      ),
      vector(
        'one-class',
        { outcomes: quantity(repeated([high]), 'probability') },
        {
          status: 'indeterminate',
          codes: ['validation.calibration_metric_all_one_class'],
        },
      ),
    ],
  },
  inputs: { outcomes: structuredInput('PredictedOutcomes', PredictedOutcomes, { units: ['probability'] }) },
  sampleSize: ({ outcomes }) => outcomes.length,
  compute: ({ outcomes }) => {
    const ranks = averageRanks(outcomes.map((outcome) => outcome.predicted));
    const positiveRanks = ranks.filter((_, index) => outcomes[index]?.observed === 1);
    const positives = positiveRanks.length;
    const pairs = positives * (outcomes.length - positives);
    if (pairs === 0) return indeterminate('all_one_class', 'validation.calibration_metric_all_one_class');
    return computed((orderFreeSum(positiveRanks) - (positives * (positives + 1)) / 2) / pairs);
  },
});

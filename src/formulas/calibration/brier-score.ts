import { PredictedOutcomes, type PredictedOutcome } from '../../contracts/index.ts';
import { orderFreeSum } from '../arithmetic.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { ratio } from '../result.ts';
import { CALIBRATION_SAMPLE_POLICY, repeated } from './sample.ts';

export const brierScore = defineFormula({
  spec: {
    formula_id: 'calibration.brier-score',
    owner_doc: 'src/formulas',
    semantic_version: '1.0.0',
    purpose: 'How far stated confidences were from what came true.',
    expression: 'Σ (predicted − observed)² / n',
    output: {
      value_kind: 'calibrated_score',
      unit: 'score_0_1',
      range: [0, 1],
      higher_is_better: false,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    zero_denominator_policy: 'return_indeterminate_insufficient_data',
    rounding_policy: 'no_rounding_store_full_precision',
    sample_policy: CALIBRATION_SAMPLE_POLICY,
    test_vectors: [
      vector(
        'always-right',
        { outcomes: quantity(repeated([{ predicted: 1, observed: 1 }]), 'probability') },
        { value: 0 },
      ),
      vector(
        'half-sure',
        {
          outcomes: quantity(
            repeated([
              { predicted: 0.5, observed: 1 },
              { predicted: 0.5, observed: 0 },
            ]),
            'probability',
          ),
        },
        { value: 0.25 },
      ),
      vector(
        'too-few',
        { outcomes: quantity([{ predicted: 1, observed: 1 }], 'probability') },
        {
          status: 'indeterminate',
          codes: ['formula.insufficient_sample'],
        },
      ),
    ],
  },
  inputs: { outcomes: structuredInput('PredictedOutcomes', PredictedOutcomes, { units: ['probability'] }) },
  sampleSize: ({ outcomes }) => outcomes.length,
  compute: ({ outcomes }) => ratio(orderFreeSum(outcomes.map(squaredError)), outcomes.length),
});

function squaredError(outcome: PredictedOutcome): number {
  return (outcome.predicted - outcome.observed) ** 2;
}

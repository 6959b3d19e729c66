import { BinaryOutcomes } from '../../contracts/index.ts';
import { orderFreeSum } from '../arithmetic.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { ratio } from '../result.ts';
import { wilsonBounds } from './wilson-interval.ts';

/** A rate from fewer cases moves by more than a tenth with the next one. */
const SAMPLE_SIZE_MIN = 10;

export const statsProportion = defineFormula({
  spec: {
    formula_id: 'stats.proportion',
    owner_doc: 'src/formulas',
    semantic_version: '1.0.0',
    purpose: 'The share of cases that came out as yes, with the interval of the true rate.',
    expression: 'Σ x / n for x in {0, 1}; Wilson interval',
    output: { value_kind: 'ratio', unit: 'probability', range: [0, 1], finite_number_policy: 'reject_nan_infinity' },
    missing_input_policy: 'fail_validation',
    zero_denominator_policy: 'return_indeterminate_insufficient_data',
    rounding_policy: 'no_rounding_store_full_precision',
    sample_policy: {
      min_sample_size: SAMPLE_SIZE_MIN,
      insufficient_sample_result: 'emit_with_low_confidence',
      window_required: false,
    },
    confidence_interval_policy: { required: true, interval_level: 0.95, method: 'wilson' },
    test_vectors: [
      vector('three-of-ten', { samples: quantity([1, 1, 1, 0, 0, 0, 0, 0, 0, 0], 'count') }, { value: 0.3 }),
      vector('one-of-two', { samples: quantity([1, 0], 'count') }, { value: 0.5, codes: ['formula.low_confidence'] }),
      vector(
        'not-yes-or-no',
        { samples: quantity([0.5], 'count') },
        { status: 'rejected', codes: ['formula.input_type_mismatch'] },
      ),
      vector(
        'none',
        { samples: quantity([], 'count') },
        { status: 'indeterminate', codes: ['formula.zero_denominator'] },
      ),
    ],
  },
  inputs: { samples: structuredInput('BinaryOutcomes', BinaryOutcomes, { units: ['count'] }) },
  sampleSize: ({ samples }) => samples.length,
  interval: ({ samples }, level) => wilsonBounds(orderFreeSum(samples), samples.length, level),
  compute: ({ samples }) => ratio(orderFreeSum(samples), samples.length),
});

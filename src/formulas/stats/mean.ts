import { FormulaSamples, NumericUnit, type ConfidenceLevel } from '../../contracts/index.ts';
import { orderFreeSum } from '../arithmetic.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { ratio } from '../result.ts';
import { normalDeviate } from './normal-deviate.ts';

/** The usual size from which the mean of almost any sample is close to normally distributed. */
const SAMPLE_SIZE_MIN = 30;
const LOW_CONFIDENCE = ['formula.low_confidence'] as const;

export const statsMean = defineFormula({
  spec: {
    formula_id: 'stats.mean',
    owner_doc: 'src/formulas',
    semantic_version: '1.0.0',
    purpose: 'The arithmetic mean of a sample, in the unit of the sample.',
    expression: 'Σ x / n; interval mean ± z·s/√n',
    output: { value_kind: 'mean', unit: 'custom', finite_number_policy: 'reject_nan_infinity' },
    missing_input_policy: 'fail_validation',
    zero_denominator_policy: 'return_indeterminate_insufficient_data',
    rounding_policy: 'no_rounding_store_full_precision',
    sample_policy: {
      min_sample_size: SAMPLE_SIZE_MIN,
      insufficient_sample_result: 'emit_with_low_confidence',
      window_required: false,
    },
    confidence_interval_policy: { required: false, interval_level: 0.95, method: 'normal_approximation' },
    test_vectors: [
      vector(
        'thirty-equal',
        {
          samples: quantity(
            Array.from({ length: 30 }, () => 4),
            'usd',
          ),
        },
        { value: 4 },
      ),
      vector('three', { samples: quantity([1, 2, 6], 'seconds') }, { value: 3, codes: LOW_CONFIDENCE }),
      vector(
        'none',
        { samples: quantity([], 'seconds') },
        { status: 'indeterminate', codes: ['formula.zero_denominator'] },
      ),
    ],
  },
  inputs: { samples: structuredInput('FormulaSamples', FormulaSamples, { units: NumericUnit.options }) },
  sampleSize: ({ samples }) => samples.length,
  interval: ({ samples }, level) => meanBounds(samples, level),
  compute: ({ samples }) => ratio(orderFreeSum(samples), samples.length),
});

/** One value alone says nothing about spread. */
export function meanBounds(samples: readonly number[], level: ConfidenceLevel): readonly [number, number] | undefined {
  const mean = orderFreeSum(samples) / samples.length;
  const variance = orderFreeSum(samples.map((sample) => (sample - mean) ** 2)) / (samples.length - 1);
  const reach = normalDeviate(level) * Math.sqrt(variance / samples.length);
  return samples.length < 2 ? undefined : [mean - reach, mean + reach];
}

import { FormulaSamples, NumericUnit, type QuantileSummary } from '../../contracts/index.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { computed, ZERO_DENOMINATOR } from '../result.ts';

/** Below this the 99th percentile is hardly more than the largest value seen. */
const SAMPLE_SIZE_MIN = 100;
const LOW_CONFIDENCE = ['formula.low_confidence'] as const;
const oneToHundredAndOne = Array.from({ length: 101 }, (_, index) => 101 - index);

/** The middle and the tail of what was measured; latency is always reported so and never as a mean alone. */
export const statsQuantile = defineFormula({
  spec: {
    formula_id: 'stats.quantile',
    owner_doc: 'src/formulas',
    semantic_version: '1.0.0',
    purpose: 'The 50th, 90th and 99th percentile of a sample, in the unit of the sample.',
    expression: 'linear interpolation between the order statistics at (n − 1)·p (Hyndman and Fan, type 7)',
    output: { value_kind: 'distribution', unit: 'custom', finite_number_policy: 'reject_nan_infinity' },
    missing_input_policy: 'fail_validation',
    zero_denominator_policy: 'return_indeterminate_insufficient_data',
    rounding_policy: 'no_rounding_store_full_precision',
    sample_policy: {
      min_sample_size: SAMPLE_SIZE_MIN,
      insufficient_sample_result: 'emit_with_low_confidence',
      window_required: false,
    },
    test_vectors: [
      vector(
        'one-to-hundred-and-one',
        { samples: quantity(oneToHundredAndOne, 'milliseconds') },
        { value: { p50: 51, p90: 91, p99: 100 } },
      ),
      vector(
        'two',
        { samples: quantity([10, 0], 'usd') },
        { value: { p50: 5, p90: 9, p99: 9.9 }, codes: LOW_CONFIDENCE },
      ),
      vector('one', { samples: quantity([7], 'count') }, { value: { p50: 7, p90: 7, p99: 7 }, codes: LOW_CONFIDENCE }),
      vector(
        'none',
        { samples: quantity([], 'count') },
        { status: 'indeterminate', codes: ['formula.zero_denominator'] },
      ),
    ],
  },
  inputs: { samples: structuredInput('FormulaSamples', FormulaSamples, { units: NumericUnit.options }) },
  sampleSize: ({ samples }) => samples.length,
  compute: ({ samples }) => {
    const summary = quantileSummary(samples);
    return summary ? computed(summary) : ZERO_DENOMINATOR;
  },
});

export function quantileSummary(samples: readonly number[]): QuantileSummary | undefined {
  const sorted = samples.toSorted((left, right) => left - right);
  return sorted.length === 0
    ? undefined
    : { p50: quantileOfSorted(sorted, 0.5), p90: quantileOfSorted(sorted, 0.9), p99: quantileOfSorted(sorted, 0.99) };
}

/** The difference is taken of halves where it would overflow. Adding a part of it, unlike weighing the two, never falls as the part grows. */
export function quantileOfSorted(sorted: readonly number[], probability: number): number {
  const position = (sorted.length - 1) * probability;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  const share = position - Math.floor(position);
  const between = Number.isFinite(above - below) ? below + (above - below) * share : 2 * (below / 2 + (above / 2 - below / 2) * share);
  // Zero added makes 0 of -0, which stands anywhere among zeros once sorted.
  return Math.min(above, Math.max(below, between)) + 0;
}

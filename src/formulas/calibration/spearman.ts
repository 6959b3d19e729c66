import { PairedSamples } from '../../contracts/index.ts';
import { orderFreeSum } from '../arithmetic.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { computed, ZERO_DENOMINATOR } from '../result.ts';
import { averageRanks } from './ranks.ts';
import { CALIBRATION_SAMPLE_POLICY, repeated } from './sample.ts';

const rising = [
  { first: 1, second: 10 },
  { first: 2, second: 100 },
];
const mixed = [
  { first: 1, second: 2 },
  { first: 2, second: 1 },
  { first: 3, second: 3 },
];

/** A correlation, declared as one: it has no numerator to count and may be negative. */
export const spearman = defineFormula({
  spec: {
    formula_id: 'calibration.spearman',
    owner_doc: 'src/formulas',
    semantic_version: '1.0.0',
    purpose: 'Whether two measurements rise and fall together, whatever their scale.',
    expression: 'Pearson correlation of average ranks',
    output: {
      value_kind: 'correlation',
      unit: 'unitless',
      range: [-1, 1],
      higher_is_better: true,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    zero_denominator_policy: 'return_indeterminate_insufficient_data',
    rounding_policy: 'no_rounding_store_full_precision',
    sample_policy: CALIBRATION_SAMPLE_POLICY,
    test_vectors: [
      vector('together', { pairs: quantity(repeated(rising)) }, { value: 1 }),
      vector('partly', { pairs: quantity(repeated(mixed)) }, { value: 0.5 }),
      vector(
        'constant',
        { pairs: quantity(repeated([{ first: 1, second: 1 }])) },
        {
          status: 'indeterminate',
          codes: ['formula.zero_denominator'],
        },
      ),
    ],
  },
  inputs: { pairs: structuredInput('PairedSamples', PairedSamples) },
  sampleSize: ({ pairs }) => pairs.length,
  compute: ({ pairs }) => {
    const first = centred(averageRanks(pairs.map((pair) => pair.first)));
    const second = centred(averageRanks(pairs.map((pair) => pair.second)));
    const scale = Math.sqrt(sumOfProducts(first, first) * sumOfProducts(second, second));
    if (scale === 0) return ZERO_DENOMINATOR;
    // The quotient can pass 1 by a rounding error; a correlation cannot.
    return computed(Math.max(-1, Math.min(1, sumOfProducts(first, second) / scale)));
  },
});

function centred(ranks: readonly number[]): number[] {
  const mean = orderFreeSum(ranks) / ranks.length;
  return ranks.map((rank) => rank - mean);
}

function sumOfProducts(left: readonly number[], right: readonly number[]): number {
  return orderFreeSum(left.map((value, index) => value * (right[index] ?? 0)));
}

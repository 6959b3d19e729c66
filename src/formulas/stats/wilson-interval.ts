import { ConfidenceLevel } from '../../contracts/index.ts';
import { clampToUnit } from '../arithmetic.ts';
import { countInput, defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { computed, rejected, ZERO_DENOMINATOR } from '../result.ts';
import { normalDeviate } from './normal-deviate.ts';

function trials(successes: number, of: number, level: ConfidenceLevel = 0.95) {
  return {
    successes: quantity(successes, 'count'),
    trials: quantity(of, 'count'),
    level: quantity(level, 'probability'),
  };
}

/** Wilson's score interval: honest for few trials and at 0 or 1, where the plain normal interval is not. */
export const wilsonInterval = defineFormula({
  spec: {
    formula_id: 'stats.wilson-interval',
    owner_doc: 'src/formulas',
    semantic_version: '1.0.0',
    purpose: 'Bounds of the true rate behind so many successes in so many trials.',
    expression: '(p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)',
    output: {
      value_kind: 'distribution',
      unit: 'probability',
      range: [0, 1],
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    zero_denominator_policy: 'return_indeterminate_insufficient_data',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('half-of-ten', trials(5, 10), {
        value: { lower: 0.236593090512564, upper: 0.763406909487436, level: 0.95 },
      }),
      vector('none-of-ten', trials(0, 10), { value: { lower: 0, upper: 0.2775327998628899, level: 0.95 } }),
      vector('no-trials', trials(0, 0), { status: 'indeterminate', codes: ['formula.zero_denominator'] }),
      vector('more-successes-than-trials', trials(3, 2), {
        status: 'rejected',
        codes: ['formula.inputs_inconsistent'],
      }),
    ],
  },
  inputs: {
    successes: countInput(),
    trials: countInput(),
    level: structuredInput('ConfidenceLevel', ConfidenceLevel, { units: ['probability'] }),
  },
  compute: ({ successes, trials: total, level }) => {
    if (successes > total) return rejected('formula.inputs_inconsistent');
    if (total === 0) return ZERO_DENOMINATOR;
    const [lower, upper] = wilsonBounds(successes, total, level);
    return computed({ lower, upper, level });
  },
});

export function wilsonBounds(successes: number, trialCount: number, level: ConfidenceLevel): readonly [number, number] {
  const share = successes / trialCount;
  const zSquaredPerTrial = normalDeviate(level) ** 2 / trialCount;
  const centre = share + zSquaredPerTrial / 2;
  const reach = Math.sqrt(zSquaredPerTrial * (share * (1 - share) + zSquaredPerTrial / 4));
  const scale = 1 + zSquaredPerTrial;
  // At the ends the bound is known exactly, and rounding would miss it.
  return [
    successes === 0 ? 0 : clampToUnit((centre - reach) / scale),
    successes === trialCount ? 1 : clampToUnit((centre + reach) / scale),
  ];
}

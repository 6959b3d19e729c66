import { DEFAULT_SEVERITY_WEIGHTS, SeverityCounts, SeverityWeights } from '../../contracts/index.ts';
import { countInput, defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { computed, ZERO_DENOMINATOR } from '../result.ts';

const severities = quantity({ minor: 2, major: 1, critical: 1 }, 'count');

/** Regressions per accepted change. One that was critical counts as five small ones. */
export const regressionRate = defineFormula({
  spec: {
    formula_id: 'reputation.regression-rate',
    owner_doc: 'src/evaluation',
    semantic_version: '1.0.0',
    purpose: 'How often accepted changes broke something, plainly and weighted by severity.',
    expression: 'Σ regressions / accepted; Σ weight·regressions / accepted',
    output: {
      value_kind: 'distribution',
      unit: 'ratio',
      range: [0, Number.MAX_VALUE],
      higher_is_better: false,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    zero_denominator_policy: 'return_indeterminate_insufficient_data',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector(
        'by-severity',
        { accepted_count: quantity(8, 'count'), regressions: severities },
        {
          value: { unweighted_regression_rate: 0.5, severity_weighted_penalty_rate: 1.125 },
        },
      ),
      vector(
        'nothing-accepted',
        { accepted_count: quantity(0, 'count'), regressions: severities },
        {
          status: 'indeterminate',
          codes: ['formula.zero_denominator'],
        },
      ),
    ],
  },
  inputs: {
    accepted_count: countInput(),
    regressions: structuredInput('SeverityCounts', SeverityCounts, { units: ['count'] }),
    severity_weights: structuredInput('SeverityWeights', SeverityWeights, {
      missingInputPolicy: 'default_value_with_audit',
      defaultValue: DEFAULT_SEVERITY_WEIGHTS,
    }),
  },
  compute: ({ accepted_count: accepted, regressions, severity_weights: weights }) => {
    if (accepted === 0) return ZERO_DENOMINATOR;
    const { minor, major, critical } = regressions;
    return computed({
      unweighted_regression_rate: (minor + major + critical) / accepted,
      severity_weighted_penalty_rate:
        (minor * weights.minor + major * weights.major + critical * weights.critical) / accepted,
    });
  },
});

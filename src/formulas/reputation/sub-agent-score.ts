import { PositiveCount, REPUTATION_DEFAULTS, ReputationComponents, ReputationWeights } from '../../contracts/index.ts';
import { clampToUnit, weightedMean } from '../arithmetic.ts';
import { countInput, defaultedNumberInput, defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { computed, indeterminate, rejected } from '../result.ts';

const middling: ReputationComponents = {
  hit_rate: 0.75,
  attribution_lift: 0.5,
  regression_penalty: 0.25,
  cost_penalty: 0.5,
  false_negative_penalty: 1,
  false_positive_penalty: 0.5,
};
const even: ReputationWeights = {
  hit_rate: 1,
  attribution_lift: 1,
  inverse_regression_penalty: 1,
  inverse_cost_penalty: 1,
  false_negative_penalty: 1,
  false_positive_penalty: 1,
};

function record(invocations: number, weights: ReputationWeights = even) {
  return {
    components: quantity(middling, 'score_0_1'),
    weights: quantity(weights),
    invocation_count: quantity(invocations, 'count'),
  };
}

/** What a sub-agent's record is worth. Below the least number of invocations there is no score at all. */
export const subAgentScore = defineFormula({
  spec: {
    formula_id: 'reputation.sub-agent-score',
    owner_doc: 'src/evaluation',
    semantic_version: '1.0.0',
    purpose: 'The reputation of a sub-agent from hits, lift, regressions, cost, misses and false alarms.',
    expression:
      'weighted mean of hits, lift and the complements of the four penalties; misses weigh by their multiplier',
    output: {
      value_kind: 'calibrated_score',
      unit: 'score_0_1',
      range: [0, 1],
      higher_is_better: true,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('middling', record(10), { value: 3 / 7 }),
      vector('too-few', record(9), { status: 'indeterminate', codes: ['formula.insufficient_sample'] }),
      vector(
        'only-hits-count',
        record(10, {
          ...even,
          attribution_lift: 0,
          inverse_regression_penalty: 0,
          inverse_cost_penalty: 0,
          false_negative_penalty: 0,
          false_positive_penalty: 0,
        }),
        { value: 0.75 },
      ),
    ],
  },
  inputs: {
    components: structuredInput('ReputationComponents', ReputationComponents, { units: ['score_0_1'] }),
    weights: structuredInput('ReputationWeights', ReputationWeights),
    invocation_count: countInput(),
    false_negative_weight_multiplier: defaultedNumberInput(
      ['unitless'],
      REPUTATION_DEFAULTS.false_negative_weight_multiplier,
      [0, 100],
    ),
    min_invocation_count: structuredInput('PositiveCount', PositiveCount, {
      units: ['count'],
      missingInputPolicy: 'default_value_with_audit',
      defaultValue: REPUTATION_DEFAULTS.min_invocation_count,
    }),
  },
  compute: ({ components, weights, invocation_count: invocations, ...config }) => {
    if (invocations < config.min_invocation_count)
      return indeterminate('insufficient_sample', 'formula.insufficient_sample');
    const mean = weightedMean(weighedParts(components, weights, config.false_negative_weight_multiplier));
    return mean === undefined ? rejected('formula.inputs_inconsistent') : computed(clampToUnit(mean));
  },
});

function weighedParts(components: ReputationComponents, weights: ReputationWeights, missMultiplier: number) {
  return [
    { weight: weights.hit_rate, value: components.hit_rate },
    { weight: weights.attribution_lift, value: components.attribution_lift },
    { weight: weights.inverse_regression_penalty, value: 1 - components.regression_penalty },
    { weight: weights.inverse_cost_penalty, value: 1 - components.cost_penalty },
    { weight: weights.false_negative_penalty * missMultiplier, value: 1 - components.false_negative_penalty },
    { weight: weights.false_positive_penalty, value: 1 - components.false_positive_penalty },
  ];
}

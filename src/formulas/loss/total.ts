import { DEFAULT_LOSS_HYPERPARAMETERS as DEFAULTS } from '../../contracts/index.ts';
import { defaultedNumberInput, defineFormula, numberInput, quantity, vector } from '../definition.ts';
import { computed } from '../result.ts';
import { betaEffective } from './beta-effective.ts';

function parts(distance: number, process: number, resource: number) {
  return {
    distance: quantity(distance, 'ratio'),
    process: quantity(process, 'ratio'),
    resource: quantity(resource, 'ratio'),
  };
}

/** L: what the solver stores and shows. Its cost part does not steer; see the versions of `solver.gradient`. */
export const lossTotal = defineFormula({
  spec: {
    formula_id: 'loss.total',
    owner_doc: 'src/loops',
    semantic_version: '1.0.0',
    purpose: 'The loss of a round: distance, approach and cost in one figure.',
    expression: 'L = α·D + β·(1 − Ω)·P + λ·Ω',
    output: {
      value_kind: 'calibrated_score',
      unit: 'unitless',
      range: [0, 3],
      higher_is_better: false,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('nothing-lost', parts(0, 0, 0), { value: 0 }),
      vector('all-at-once', parts(0.5, 0.5, 0.5), { value: 0.3 + 0.075 + 0.2 }),
      vector('worst-with-budget-left', parts(1, 1, 0), { value: 0.9 }),
      vector('worst-without', parts(1, 1, 1), { value: 1 }),
    ],
  },
  inputs: {
    distance: numberInput(['ratio'], { range: [0, 1] }),
    process: numberInput(['ratio'], { range: [0, 1] }),
    resource: numberInput(['ratio'], { range: [0, 1] }),
    distance_weight: defaultedNumberInput(['unitless'], DEFAULTS.distance_weight, [0, 1]),
    process_weight: defaultedNumberInput(['unitless'], DEFAULTS.process_weight, [0, 1]),
    resource_weight: defaultedNumberInput(['unitless'], DEFAULTS.resource_weight, [0, 1]),
  },
  compute: (loss) =>
    computed(
      loss.distance_weight * loss.distance +
        betaEffective(loss.process_weight, loss.resource) * loss.process +
        loss.resource_weight * loss.resource,
    ),
});

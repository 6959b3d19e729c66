import { DEFAULT_LOSS_HYPERPARAMETERS as DEFAULTS } from '../../contracts/index.ts';
import { defaultedNumberInput, defineFormula, numberInput, quantity, vector } from '../definition.ts';
import { computed } from '../result.ts';

/** β_eff: late in a budget a doubtful approach weighs less, because there is no room left to change it. */
export const lossBetaEffective = defineFormula({
  spec: {
    formula_id: 'loss.beta-effective',
    owner_doc: 'src/loops',
    semantic_version: '1.0.0',
    purpose: 'The weight of the approach in the loss, which fades as the budget runs out.',
    expression: 'β_eff = β·(1 − Ω)',
    output: {
      value_kind: 'calibrated_score',
      unit: 'unitless',
      range: [0, 1],
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('fresh-budget', { resource: quantity(0, 'ratio') }, { value: 0.3 }),
      vector('half-spent', { resource: quantity(0.5, 'ratio'), process_weight: quantity(0.8) }, { value: 0.4 }),
      vector('spent', { resource: quantity(1, 'ratio') }, { value: 0 }),
    ],
  },
  inputs: {
    resource: numberInput(['ratio'], { range: [0, 1] }),
    process_weight: defaultedNumberInput(['unitless'], DEFAULTS.process_weight, [0, 1]),
  },
  compute: ({ resource, process_weight: beta }) => computed(betaEffective(beta, resource)),
});

export function betaEffective(beta: number, resource: number): number {
  return beta * (1 - resource);
}

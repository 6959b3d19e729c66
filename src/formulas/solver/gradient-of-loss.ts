import { defineFormula, numberInput, optionalNumberInput, quantity, vector } from '../definition.ts';
import { computed } from '../result.ts';

/** The gradient as first written: of the whole loss, cost included. Kept so that the two can be compared. */
export const gradientOfLoss = defineFormula({
  spec: {
    formula_id: 'solver.gradient',
    owner_doc: 'src/loops',
    semantic_version: '0.8.0',
    purpose: 'How the whole loss moved since the round before.',
    expression: '∇L = L now − L before; 0 in the first round',
    output: {
      value_kind: 'calibrated_score',
      unit: 'unitless',
      range: [-3, 3],
      higher_is_better: false,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('first-round', { loss: quantity(0.7) }, { value: 0 }),
      vector('improving', { loss: quantity(0.4), previous_loss: quantity(0.75) }, { value: -0.35 }),
      vector('worsening', { loss: quantity(0.75), previous_loss: quantity(0.5) }, { value: 0.25 }),
    ],
  },
  inputs: {
    loss: numberInput(['unitless'], { range: [0, 3] }),
    previous_loss: optionalNumberInput(['unitless'], { range: [0, 3] }),
  },
  compute: ({ loss, previous_loss: before }) => computed(before === undefined ? 0 : loss - before),
});

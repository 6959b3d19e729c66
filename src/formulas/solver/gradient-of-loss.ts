import { defineFormula, vector } from '../definition.ts';
import { computed, rejected } from '../result.ts';
import { after, previousRound, ROUND_INPUTS, roundOf } from './round-inputs.ts';

const middling = { loss: 0.75, distance: 1, process: 0.5 };
const better = { loss: 0.4, distance: 0.5, process: 0.25 };

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
    // It is compared with ε: the noise of a subtraction must not decide on which side a step of exactly ε falls.
    rounding_policy: 'round_to_6_decimal_places',
    test_vectors: [
      vector('first-round', roundOf(middling), { value: 0 }),
      vector('improving', { ...roundOf(better), ...after(middling) }, { value: -0.35 }),
      vector('worsening', { ...roundOf(middling), ...after({ ...middling, loss: 0.5 }) }, { value: 0.25 }),
      vector(
        'exactly-a-tenth',
        { ...roundOf({ ...middling, loss: 0.9 }), ...after({ ...middling, loss: 0.8 }) },
        { value: 0.1 },
      ),
    ],
  },
  inputs: ROUND_INPUTS,
  compute: (now) => {
    const before = previousRound(now);
    if (before === 'incomplete') return rejected('formula.inputs_inconsistent');
    return computed(before === undefined ? 0 : now.loss - before.loss);
  },
});

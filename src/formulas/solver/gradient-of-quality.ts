import { defineFormula, vector } from '../definition.ts';
import { computed, rejected } from '../result.ts';
import { after, previousRound, ROUND_INPUTS, roundOf } from './round-inputs.ts';

const halfway = { loss: 0.6, distance: 0.5, process: 0.5 };
const { previous_process: onlyProcess } = after(halfway);

/**
 * The gradient that steers: of the quality part Q = α·D + β·P alone. Cost rises in every round whatever the work does,
 * so a gradient that contains it calls a plateau a worsening and abandons too soon.
 */
export const gradientOfQuality = defineFormula({
  spec: {
    formula_id: 'solver.gradient',
    owner_doc: 'src/loops',
    semantic_version: '1.0.0',
    purpose: 'How the quality part of the loss moved since the round before.',
    expression: '∇Q = (α·D + β·P) now − (α·D + β·P) before; 0 in the first round',
    output: {
      value_kind: 'calibrated_score',
      unit: 'unitless',
      range: [-2, 2],
      higher_is_better: false,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    // It is compared with ε: the noise of a subtraction must not decide on which side a step of exactly ε falls.
    rounding_policy: 'round_to_6_decimal_places',
    test_vectors: [
      vector('first-round', roundOf({ loss: 0.9, distance: 1, process: 1 }), { value: 0 }),
      vector('plateau-that-costs', { ...roundOf(halfway), ...after({ ...halfway, loss: 0.4 }) }, { value: 0 }),
      vector(
        'closer-with-a-worse-approach',
        { ...roundOf({ ...halfway, process: 1 }), ...after({ ...halfway, distance: 1 }) },
        { value: -0.15 },
      ),
      vector(
        'half-a-round-before',
        { ...roundOf(halfway), previous_process: onlyProcess },
        { status: 'rejected', codes: ['formula.inputs_inconsistent'] },
      ),
    ],
  },
  inputs: ROUND_INPUTS,
  compute: (now) => {
    const before = previousRound(now);
    if (before === 'incomplete') return rejected('formula.inputs_inconsistent');
    if (before === undefined) return computed(0);
    const { distance_weight: alpha, process_weight: beta } = now;
    return computed(alpha * now.distance + beta * now.process - (alpha * before.distance + beta * before.process));
  },
});

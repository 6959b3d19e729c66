import { DEFAULT_LOSS_HYPERPARAMETERS as DEFAULTS } from '../../contracts/index.ts';
import {
  defaultedNumberInput,
  defineFormula,
  numberInput,
  optionalNumberInput,
  quantity,
  vector,
} from '../definition.ts';
import { computed, rejected } from '../result.ts';

function round(distance: number, process: number) {
  return { distance: quantity(distance, 'ratio'), process: quantity(process, 'ratio') };
}

function before(distance: number, process: number) {
  return { previous_distance: quantity(distance, 'ratio'), previous_process: quantity(process, 'ratio') };
}

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
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('first-round', round(1, 1), { value: 0 }),
      vector('plateau', { ...round(0.5, 0.5), ...before(0.5, 0.5) }, { value: 0 }),
      vector('closer-with-a-worse-approach', { ...round(0.5, 1), ...before(1, 0.5) }, { value: -0.15 }),
      vector(
        'half-a-round-before',
        { ...round(0.5, 0.5), previous_process: quantity(0.5, 'ratio') },
        { status: 'rejected', codes: ['formula.inputs_inconsistent'] },
      ),
    ],
  },
  inputs: {
    distance: numberInput(['ratio'], { range: [0, 1] }),
    process: numberInput(['ratio'], { range: [0, 1] }),
    previous_distance: optionalNumberInput(['ratio'], { range: [0, 1] }),
    previous_process: optionalNumberInput(['ratio'], { range: [0, 1] }),
    distance_weight: defaultedNumberInput(['unitless'], DEFAULTS.distance_weight, [0, 1]),
    process_weight: defaultedNumberInput(['unitless'], DEFAULTS.process_weight, [0, 1]),
  },
  compute: (now) => {
    const { previous_distance: distanceBefore, previous_process: processBefore } = now;
    if (distanceBefore === undefined && processBefore === undefined) return computed(0);
    if (distanceBefore === undefined || processBefore === undefined) return rejected('formula.inputs_inconsistent');
    const quality = now.distance_weight * now.distance + now.process_weight * now.process;
    return computed(quality - (now.distance_weight * distanceBefore + now.process_weight * processBefore));
  },
});

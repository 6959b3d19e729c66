import { countInput, defineFormula, quantity, vector } from '../definition.ts';
import { ratio } from '../result.ts';

function failures(logical: number, environmental: number, task: number) {
  return {
    logical_failures: quantity(logical, 'count'),
    environmental_failures: quantity(environmental, 'count'),
    failed_task_criteria: quantity(task, 'count'),
  };
}

/** P: how wrong the approach is. Without any failure nothing speaks against it, so P is then 0 by policy. */
export const lossProcess = defineFormula({
  spec: {
    formula_id: 'loss.process',
    owner_doc: 'src/loops',
    semantic_version: '1.0.0',
    purpose: 'The share of failures that come from the approach and not from the surroundings.',
    expression: 'P = (logical + failed task criteria) / (logical + failed task criteria + environmental)',
    output: {
      value_kind: 'ratio',
      unit: 'ratio',
      range: [0, 1],
      higher_is_better: false,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    zero_denominator_policy: 'return_zero',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('one-of-each', failures(1, 1, 0), { value: 0.5 }),
      vector('task-criterion-is-logical', failures(1, 1, 2), { value: 0.75 }),
      vector('only-surroundings', failures(0, 3, 0), { value: 0 }),
      vector('no-failure', failures(0, 0, 0), { value: 0, codes: ['formula.zero_denominator'] }),
    ],
  },
  inputs: {
    logical_failures: countInput(),
    environmental_failures: countInput(),
    failed_task_criteria: countInput(),
  },
  compute: (counts) => {
    const approach = counts.logical_failures + counts.failed_task_criteria;
    return ratio(approach, approach + counts.environmental_failures);
  },
});

import { DistanceVerdicts, type DistanceVerdict } from '../../contracts/index.ts';
import { orderFreeSum } from '../arithmetic.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { ratio } from '../result.ts';

const passed = { level: 'subtask', mode: 'verifiable', verdict: 'pass', failed_attempts: 0, attempts: 1 } as const;
const failed = { level: 'subtask', mode: 'verifiable', verdict: 'fail', failed_attempts: 1, attempts: 2 } as const;
const doubtful = { level: 'subtask', mode: 'plausible', verdict: 'fail', failed_attempts: 1, attempts: 4 } as const;

/** D: how far the result is from what was asked. With no criterion judged there is nothing to measure. */
export const lossDistance = defineFormula({
  spec: {
    formula_id: 'loss.distance',
    owner_doc: 'src/loops',
    semantic_version: '1.0.0',
    purpose: 'The share of criteria, of subtasks and of the whole task, that the result does not meet.',
    expression: 'D = Σ weight(failed criterion) / number of criteria; weight 1 if verifiable, k/N if plausible',
    output: {
      value_kind: 'ratio',
      unit: 'ratio',
      range: [0, 1],
      higher_is_better: false,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    zero_denominator_policy: 'return_indeterminate_insufficient_data',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('all-met', { verdicts: quantity([passed, passed]) }, { value: 0 }),
      vector('half-failed', { verdicts: quantity([passed, failed]) }, { value: 0.5 }),
      vector('plausible-once-in-four', { verdicts: quantity([doubtful, passed]) }, { value: 0.125 }),
      vector('rejected-merge', { verdicts: quantity([passed, { ...failed, level: 'task' }]) }, { value: 0.5 }),
      vector('none', { verdicts: quantity([]) }, { status: 'indeterminate', codes: ['formula.zero_denominator'] }),
    ],
  },
  inputs: { verdicts: structuredInput('DistanceVerdicts', DistanceVerdicts) },
  compute: ({ verdicts }) => ratio(orderFreeSum(verdicts.map(failureWeight)), verdicts.length),
});

/** A plausible criterion is judged by a model; how often it failed says how far the judgement may be trusted. */
export function failureWeight(verdict: DistanceVerdict): number {
  if (verdict.verdict === 'pass') return 0;
  return verdict.mode === 'verifiable' ? 1 : verdict.failed_attempts / verdict.attempts;
}

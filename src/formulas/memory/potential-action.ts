import { POTENTIAL_THRESHOLDS, type PotentialAction } from '../../contracts/index.ts';
import { defineFormula, numberInput, quantity, vector } from '../definition.ts';
import { computed } from '../result.ts';

function potentials(attention: number, decision: number) {
  return { attention: quantity(attention), decision: quantity(decision) };
}

/** What a planner should make of the two potentials. */
export const memoryPotentialAction = defineFormula({
  spec: {
    formula_id: 'memory.potential-action',
    owner_doc: 'src/memory',
    semantic_version: '1.0.0',
    purpose: 'Whether history says to ignore, prefer, avoid or handle with care.',
    expression: 'M_att < 0.5: ignore; M_dec > 0.2: exploit; M_dec < −0.2: avoid; otherwise caution',
    output: { value_kind: 'enum_derived', unit: 'unitless', finite_number_policy: 'reject_nan_infinity' },
    missing_input_policy: 'fail_validation',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('little-history', potentials(0.49, 5), { value: 'ignore' }),
      vector('good-history', potentials(0.5, 0.21), { value: 'exploit' }),
      vector('bad-history', potentials(0.5, -0.21), { value: 'avoid' }),
      vector('mixed-up-to-the-bound', potentials(2, 0.2), { value: 'caution' }),
      vector('mixed-down-to-the-bound', potentials(2, -0.2), { value: 'caution' }),
    ],
  },
  inputs: {
    attention: numberInput(['unitless'], { range: [0, Number.MAX_VALUE] }),
    decision: numberInput(['unitless']),
  },
  compute: ({ attention, decision }) => computed(potentialAction(attention, decision)),
});

export function potentialAction(attention: number, decision: number): PotentialAction {
  if (attention < POTENTIAL_THRESHOLDS.attention) return 'ignore';
  if (decision > POTENTIAL_THRESHOLDS.decision) return 'exploit';
  return decision < -POTENTIAL_THRESHOLDS.decision ? 'avoid' : 'caution';
}

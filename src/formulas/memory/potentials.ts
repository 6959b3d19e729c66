import { MemoryTraces, type MemoryTrace } from '../../contracts/index.ts';
import { orderFreeSum } from '../arithmetic.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { computed } from '../result.ts';

const golden = { f: 0.9, sigma: 1, k: 0.05, age_days: 0 };
const trauma = { f: 0.95, sigma: -1, k: 0.05, age_days: 0 };
const halved = { f: 0.8, sigma: -0.5, k: Math.LN2, age_days: 1 };

const potentialSpec = {
  owner_doc: 'src/memory',
  semantic_version: '1.0.0',
  missing_input_policy: 'fail_validation',
  rounding_policy: 'no_rounding_store_full_precision',
} as const;

/** How much is remembered about a place, whichever way it points. No memory is 0, which reads as "ignore". */
export const attentionPotential = defineFormula({
  spec: {
    ...potentialSpec,
    formula_id: 'memory.attention-potential',
    purpose: 'The unsigned strength of what is remembered about a tool and target, or an intent.',
    expression: 'M_att = Σ |f|·e^(−k·age in days)',
    output: {
      value_kind: 'calibrated_score',
      unit: 'unitless',
      range: [0, Number.MAX_VALUE],
      finite_number_policy: 'reject_nan_infinity',
    },
    test_vectors: [
      vector('no-memory', { traces: quantity([]) }, { value: 0 }),
      vector('signs-do-not-cancel', { traces: quantity([golden, trauma]) }, { value: 1.85 }),
      vector('one-half-life', { traces: quantity([halved]) }, { value: 0.4 }),
    ],
  },
  inputs: { traces: structuredInput('MemoryTraces', MemoryTraces) },
  compute: ({ traces }) => computed(orderFreeSum(traces.map((trace) => Math.abs(trace.f) * decay(trace)))),
});

/** Which way the memories point. */
export const decisionPotential = defineFormula({
  spec: {
    ...potentialSpec,
    formula_id: 'memory.decision-potential',
    purpose: 'The signed preference that memories give a tool and target, or an intent.',
    expression: 'M_dec = Σ σ·f·e^(−k·age in days)',
    output: {
      value_kind: 'calibrated_score',
      unit: 'unitless',
      range: [-Number.MAX_VALUE, Number.MAX_VALUE],
      higher_is_better: true,
      finite_number_policy: 'reject_nan_infinity',
    },
    test_vectors: [
      vector('no-memory', { traces: quantity([]) }, { value: 0 }),
      vector('trauma-outweighs', { traces: quantity([golden, trauma]) }, { value: -0.05 }),
      vector('one-half-life', { traces: quantity([halved]) }, { value: -0.2 }),
    ],
  },
  inputs: { traces: structuredInput('MemoryTraces', MemoryTraces) },
  compute: ({ traces }) => computed(orderFreeSum(traces.map((trace) => trace.sigma * trace.f * decay(trace)))),
});

export function decay(trace: Pick<MemoryTrace, 'k' | 'age_days'>): number {
  return Math.exp(-trace.k * trace.age_days);
}

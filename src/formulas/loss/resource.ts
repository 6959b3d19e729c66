import { DEFAULT_LOSS_HYPERPARAMETERS as DEFAULTS } from '../../contracts/index.ts';
import { clampToUnit } from '../arithmetic.ts';
import { countInput, defaultedNumberInput, defineFormula, numberInput, quantity, vector } from '../definition.ts';
import { computed, rejected, ZERO_DENOMINATOR } from '../result.ts';

/** Shares are decimal fractions, so their sum may miss 1 by a rounding error. */
const SHARE_TOLERANCE = 1e-9;

function spent(replans: number, elapsedMs: number, maxReplans = 3, timeBudgetMs = 300_000) {
  return {
    replan_count: quantity(replans, 'count'),
    max_replans: quantity(maxReplans, 'count'),
    active_elapsed_ms: quantity(elapsedMs, 'milliseconds'),
    time_budget_ms: quantity(timeBudgetMs, 'milliseconds'),
  };
}

/**
 * Ω: how much of the budget is gone. Each part is clamped, so one overrun cannot count twice. A budget of nothing is a
 * spent budget, so a zero denominator gives 1 by policy.
 */
export const lossResource = defineFormula({
  spec: {
    formula_id: 'loss.resource',
    owner_doc: 'src/loops',
    semantic_version: '1.0.0',
    purpose: 'The share of replans and active time that a run has used up.',
    expression: 'Ω = w₁·min(1, replans / max replans) + w₂·min(1, active time / time budget)',
    output: {
      value_kind: 'ratio',
      unit: 'ratio',
      range: [0, 1],
      higher_is_better: false,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    zero_denominator_policy: 'return_one',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('untouched', spent(0, 0), { value: 0 }),
      vector('one-replan-and-forty-seconds', spent(1, 40_000), { value: 0.2 + 0.16 / 3 }),
      vector('overrun-counts-once', spent(9, 900_000), { value: 1 }),
      vector('no-replans-allowed', spent(0, 0, 0), { value: 1, codes: ['formula.zero_denominator'] }),
      vector('no-time-allowed', spent(0, 0, 3, 0), { value: 1, codes: ['formula.zero_denominator'] }),
      vector(
        'other-shares',
        { ...spent(3, 0), replan_share: quantity(0.25), time_share: quantity(0.75) },
        { value: 0.25 },
      ),
      vector(
        'shares-beyond-one',
        { ...spent(1, 1), replan_share: quantity(0.7), time_share: quantity(0.7) },
        { status: 'rejected', codes: ['formula.inputs_inconsistent'] },
      ),
    ],
  },
  inputs: {
    replan_count: countInput(),
    max_replans: countInput(),
    active_elapsed_ms: numberInput(['milliseconds'], { range: [0, Number.MAX_SAFE_INTEGER] }),
    time_budget_ms: numberInput(['milliseconds'], { range: [0, Number.MAX_SAFE_INTEGER] }),
    replan_share: defaultedNumberInput(['unitless'], DEFAULTS.replan_share, [0, 1]),
    time_share: defaultedNumberInput(['unitless'], DEFAULTS.time_share, [0, 1]),
  },
  compute: (cost) => {
    if (cost.replan_share + cost.time_share > 1 + SHARE_TOLERANCE) return rejected('formula.inputs_inconsistent');
    if (cost.max_replans === 0 || cost.time_budget_ms === 0) return ZERO_DENOMINATOR;
    const replans = clampToUnit(cost.replan_count / cost.max_replans);
    const time = clampToUnit(cost.active_elapsed_ms / cost.time_budget_ms);
    return computed(clampToUnit(cost.replan_share * replans + cost.time_share * time));
  },
});

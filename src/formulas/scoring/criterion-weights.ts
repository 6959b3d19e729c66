import {
  DEFAULT_CRITERION_PRIORITY,
  OutcomeComplianceScoringConfig,
  WeightedCriteria,
  type FormulaCode,
  type NormalizedCriterionWeights,
  type WeightedCriterion,
} from '../../contracts/index.ts';
import { isUsableWeightSum, orderFreeSum } from '../arithmetic.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { computed, indeterminate, rejected, type FormulaResult } from '../result.ts';

const config = {
  default_weight_policy: 'from_criterion_weight',
  unanchored_llm_judgment_policy: 'exclude',
  priority_weight_map: { must_have: 3, should_have: 1 },
} as const;
const checked = {
  criterion_id: 'checked',
  scoring_basis: 'deterministic_check',
  weight: 3,
  priority: 'must_have',
} as const;
const judged = { criterion_id: 'judged', scoring_basis: 'anchored_llm_judgment', weight: 1 } as const;
const guessed = { criterion_id: 'guessed', scoring_basis: 'unanchored_llm_judgment', weight: 4 } as const;

function given(criteria: readonly WeightedCriterion[], policy: OutcomeComplianceScoringConfig) {
  return { criteria: quantity(criteria), config: quantity(policy) };
}

function shares(weights: Record<string, number>, flagged: string[] = []): { value: NormalizedCriterionWeights } {
  return { value: { weights, audit_flagged_criterion_ids: flagged } };
}

export const criterionWeights = defineFormula({
  spec: {
    formula_id: 'scoring.normalize-criterion-weights',
    owner_doc: 'src/evaluation',
    semantic_version: '1.0.0',
    purpose: 'How much each criterion counts, as shares that sum to one.',
    expression: 'weight / Σ weights, over the criteria that the policy on unanchored judgements admits',
    output: { value_kind: 'distribution', unit: 'ratio', range: [0, 1], finite_number_policy: 'reject_nan_infinity' },
    missing_input_policy: 'fail_validation',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('by-weight', given([checked, judged], config), shares({ checked: 0.75, judged: 0.25 })),
      vector(
        'by-priority',
        given([checked, judged], { ...config, default_weight_policy: 'from_priority' }),
        shares({ checked: 0.75, judged: 0.25 }),
      ),
      vector(
        'equally',
        given([checked, judged], { ...config, default_weight_policy: 'equal' }),
        shares({ checked: 0.5, judged: 0.5 }),
      ),
      vector('unanchored-left-out', given([checked, judged, guessed], config), shares({ checked: 0.75, judged: 0.25 })),
      vector(
        'unanchored-kept-and-named',
        given([checked, judged, guessed], { ...config, unanchored_llm_judgment_policy: 'include_with_audit_flag' }),
        shares({ checked: 0.375, judged: 0.125, guessed: 0.5 }, ['guessed']),
      ),
      vector('nothing-left', given([guessed], config), {
        status: 'rejected',
        codes: ['validation.no_aggregation_eligible_criteria'],
      }),
    ],
  },
  inputs: {
    criteria: structuredInput('WeightedCriteria', WeightedCriteria),
    config: structuredInput('OutcomeComplianceScoringConfig', OutcomeComplianceScoringConfig),
  },
  compute: ({ criteria, config: policy }) => normalizeCriterionWeights(criteria, policy),
});

function normalizeCriterionWeights(
  criteria: readonly WeightedCriterion[],
  config: OutcomeComplianceScoringConfig,
): FormulaResult<NormalizedCriterionWeights> {
  const unanchored = criteria.filter(isUnanchored);
  if (isLeftOpen(unanchored, config)) {
    return indeterminate('unanchored_judgment', 'validation.unanchored_required_criterion_indeterminate');
  }
  const keepsUnanchored = config.unanchored_llm_judgment_policy === 'include_with_audit_flag';
  const eligible = keepsUnanchored ? criteria : criteria.filter((criterion) => !isUnanchored(criterion));
  if (eligible.length === 0) return rejected('validation.no_aggregation_eligible_criteria');
  if (new Set(eligible.map((criterion) => criterion.criterion_id)).size < eligible.length) {
    return rejected('formula.inputs_inconsistent');
  }
  const weighed: [string, number][] = [];
  for (const criterion of eligible) {
    const weight = rawWeight(criterion, config);
    if (typeof weight === 'string') return rejected(weight);
    weighed.push([criterion.criterion_id, weight]);
  }
  return sharesOf(
    weighed,
    eligible.filter(isUnanchored).map((criterion) => criterion.criterion_id),
  );
}

function isUnanchored(criterion: WeightedCriterion): boolean {
  return criterion.scoring_basis === 'unanchored_llm_judgment';
}

/** Under this policy one unanchored judgement leaves the whole outcome open instead of being counted or dropped. */
function isLeftOpen(unanchored: readonly WeightedCriterion[], config: OutcomeComplianceScoringConfig): boolean {
  return unanchored.length > 0 && config.unanchored_llm_judgment_policy === 'indeterminate';
}

/** Any other would do: only the share counts. */
const EQUAL_WEIGHT = 1;

/** The weight before normalising, or the code that says which one is missing. */
function rawWeight(criterion: WeightedCriterion, config: OutcomeComplianceScoringConfig): number | FormulaCode {
  switch (config.default_weight_policy) {
    case 'from_criterion_weight':
      return criterion.weight ?? 'validation.criterion_weight_missing_under_from_criterion_weight';
    case 'from_priority':
      return (
        config.priority_weight_map[criterion.priority ?? DEFAULT_CRITERION_PRIORITY] ??
        'validation.criterion_priority_weight_missing'
      );
    case 'equal':
      return EQUAL_WEIGHT;
  }
}

function sharesOf(
  weighed: readonly (readonly [string, number])[],
  flagged: string[],
): FormulaResult<NormalizedCriterionWeights> {
  const sum = orderFreeSum(weighed.map(([, weight]) => weight));
  if (!isUsableWeightSum(sum)) return rejected('validation.criterion_weight_sum_zero');
  return computed({
    weights: Object.fromEntries(weighed.map(([id, weight]) => [id, weight / sum])),
    audit_flagged_criterion_ids: flagged,
  });
}

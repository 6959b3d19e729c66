import {
  TemplateMatchComponent,
  TemplateMatchComponents,
  TemplateMatchFormula,
  type TemplateMatchWeights,
} from '../../contracts/index.ts';
import { clampToUnit, weightedMean } from '../arithmetic.ts';
import { countInput, defineFormula, numberInput, quantity, structuredInput, vector } from '../definition.ts';
import { computed, rejected } from '../result.ts';

function each(value: number): TemplateMatchComponents & TemplateMatchWeights {
  return {
    semantic_intent_match: value,
    task_type_match: value,
    input_contract_match: value,
    output_contract_match: value,
    capability_availability_match: value,
    entity_context_match: value,
    user_preference_match: value,
    prior_assessment_score: value,
    recency_or_staleness_score: value,
  };
}

const formula: TemplateMatchFormula = {
  formula_id: 'template_match_score_v1',
  component_weights: each(1),
  hard_veto_cap: 0.25,
  soft_penalty_max_total: 0.5,
  schema_version: '1.0',
};

function match(components: TemplateMatchComponents, softPenalty: number, vetoes: number, by = formula) {
  return {
    components: quantity(components, 'score_0_1'),
    formula: quantity(by),
    soft_penalty_sum: quantity(softPenalty, 'score_0_1'),
    hard_veto_count: quantity(vetoes, 'count'),
  };
}

/** How well a template fits a task. A hard veto caps the score whatever the components say. */
export const templateMatch = defineFormula({
  spec: {
    formula_id: 'scoring.template-match',
    owner_doc: 'src/skills',
    semantic_version: '1.0.0',
    purpose: 'How well a template fits the task at hand.',
    expression: 'clamp(Σ w·c / Σ w − soft penalties), at most the veto cap when there is a hard veto',
    output: {
      value_kind: 'calibrated_score',
      unit: 'score_0_1',
      range: [0, 1],
      higher_is_better: true,
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    rounding_policy: 'no_rounding_store_full_precision',
    test_vectors: [
      vector('even', match(each(0.5), 0, 0), { value: 0.5 }),
      vector(
        'one-component-only',
        match({ ...each(0), task_type_match: 1 }, 0, 0, {
          ...formula,
          component_weights: { ...each(0), task_type_match: 2, user_preference_match: 2 },
        }),
        { value: 0.5 },
      ),
      vector('penalised', match(each(1), 0.25, 0), { value: 0.75 }),
      vector('penalised-to-nothing', match(each(0.25), 0.5, 0), { value: 0 }),
      vector('vetoed', match(each(1), 0, 2), { value: 0.25 }),
      vector('no-weights', match(each(1), 0, 0, { ...formula, component_weights: each(0) }), {
        status: 'rejected',
        codes: ['validation.template_match_total_weight_zero'],
      }),
      vector('penalty-beyond-its-maximum', match(each(1), 0.75, 0), {
        status: 'rejected',
        codes: ['validation.template_match_soft_penalty_invalid'],
      }),
    ],
  },
  inputs: {
    components: structuredInput('TemplateMatchComponents', TemplateMatchComponents, { units: ['score_0_1'] }),
    formula: structuredInput('TemplateMatchFormula', TemplateMatchFormula),
    soft_penalty_sum: numberInput(['score_0_1']),
    hard_veto_count: countInput(),
  },
  nonFiniteCodes: ['validation.template_match_output_nan'],
  compute: ({ components, formula: by, soft_penalty_sum: softPenalty, hard_veto_count: vetoes }) => {
    const fit = weightedFit(components, by.component_weights);
    if (fit === undefined) return rejected('validation.template_match_total_weight_zero');
    if (!isSoftPenaltyAllowed(softPenalty, by)) return rejected('validation.template_match_soft_penalty_invalid');
    const penalised = clampToUnit(fit - softPenalty);
    return computed(vetoes > 0 ? Math.min(penalised, by.hard_veto_cap) : penalised);
  },
});

function weightedFit(components: TemplateMatchComponents, weights: TemplateMatchWeights): number | undefined {
  return weightedMean(
    TemplateMatchComponent.options.map((name) => ({ weight: weights[name], value: components[name] })),
  );
}

function isSoftPenaltyAllowed(softPenalty: number, by: TemplateMatchFormula): boolean {
  return softPenalty >= 0 && softPenalty <= by.soft_penalty_max_total;
}

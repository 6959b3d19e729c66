import type { ValidationCodeTable } from './code-table.ts';

/** ELN §6: formulas, weights, quality, cost, novelty, template match, calibration. */
export const FORMULA_CODES = {
  'validation.metric_rollup_without_window': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'A summary figure does not say which period it covers.',
  },
  'validation.metric_rollup_includes_invalidated_observation': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'A summary figure counts an observation that has since been withdrawn.',
  },
  'validation.formula_test_vector_missing': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'A formula was offered for registration without examples of its right answers.',
  },
  'validation.formula_version_drift': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'A formula was changed, or a value computed, under a version number that stands for something else.',
  },
  'validation.correlation_metric_declared_as_ratio': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'A correlation is declared as a ratio, as if it had a numerator and a denominator.',
  },
  'validation.unanchored_required_criterion_indeterminate': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'A criterion rests on the unanchored judgement of a model and the policy forbids a score from that.',
  },
  'validation.no_aggregation_eligible_criteria': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'No criterion is left to compute an overall score from.',
  },
  'validation.criterion_weight_missing_under_from_criterion_weight': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'Weights are to come from the criteria and one of them has none.',
  },
  'validation.criterion_priority_weight_missing': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'Weights are to come from priorities and the map has no weight for one of them.',
  },
  'validation.criterion_weight_invalid': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'The weight of a criterion is negative or not a finite number.',
  },
  'validation.criterion_weight_sum_zero': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'The weights of all criteria add up to nothing, or to more than a number can hold.',
  },
  'validation.quality_index_pass_status_drift': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'The stated pass status is not the one that score, threshold and required gates give.',
  },
  'validation.quality_index_without_formula_receipt': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'A quality score is shown without the receipt of its computation.',
  },
  'validation.quality_index_score_out_of_range': {
    section: 'C-01', level: 'error', module: 'formulas',
    meaning: 'A quality score or its threshold lies outside 0 to 1.',
  },
  'validation.cost_vector_unit_mismatch': {
    section: 'C-07', level: 'error', module: 'formulas',
    meaning: 'Costs of different kinds, such as tokens and dollars, were added together.',
  },
  'validation.cost_quantile_sum_without_correlation_policy': {
    section: 'C-07', level: 'error', module: 'formulas',
    meaning: 'High estimates of several costs were added without saying how they move together.',
  },
  'validation.scalar_cost_estimate_legacy_field_present': {
    section: 'C-07', level: 'error', module: 'contracts',
    meaning: 'A record still gives its cost as one bare number.',
  },
  'validation.cost_vector_negative_component': {
    section: 'C-07', level: 'error', module: 'formulas',
    meaning: 'A cost is below zero or not a finite number.',
  },
  'validation.novelty_no_neighbor_has_distance': {
    section: 'C-08', level: 'error', module: 'formulas',
    meaning: 'No known pattern was found nearby, yet a distance to one is given.',
  },
  'validation.novelty_neighbor_missing_distance': {
    section: 'C-08', level: 'error', module: 'formulas',
    meaning: 'A nearest known pattern is named without the distance to it.',
  },
  'validation.novelty_metric_space_undefined': {
    section: 'C-08', level: 'error', module: 'formulas',
    meaning: 'Novelty was measured without saying by which features and which distance.',
  },
  'validation.template_match_component_out_of_range': {
    section: 'C-09', level: 'error', module: 'formulas',
    meaning: 'A part of a template match score lies outside 0 to 1.',
  },
  'validation.template_match_weight_invalid': {
    section: 'C-09', level: 'error', module: 'formulas',
    meaning: 'A weight in a template match is negative or not a finite number.',
  },
  'validation.template_match_total_weight_zero': {
    section: 'C-09', level: 'error', module: 'formulas',
    meaning: 'The weights of a template match add up to nothing, so there is no mean to take.',
  },
  'validation.template_match_soft_penalty_invalid': {
    section: 'C-09', level: 'error', module: 'formulas',
    meaning: 'The penalty on a template match is negative, not finite or above its agreed maximum.',
  },
  'validation.template_match_hard_veto_cap_invalid': {
    section: 'C-09', level: 'error', module: 'formulas',
    meaning: 'The ceiling that a veto puts on a template match lies outside 0 to 1.',
  },
  'validation.template_match_output_nan': {
    section: 'C-09', level: 'error', module: 'formulas',
    meaning: 'A template match came out as something that is not a number.',
  },
  'validation.calibration_metric_without_sample_policy': {
    section: 'calibration', level: 'error', module: 'formulas',
    meaning: 'A calibration figure does not state how many samples it needs.',
  },
  // A warning, because an indeterminate result that says so is a valid one to store.
  'validation.calibration_metric_all_one_class': {
    section: 'calibration', level: 'warning', module: 'formulas',
    meaning: 'Every sample had the same outcome, so how well confidence predicts it cannot be told.',
  },
  'validation.calibration_metric_without_censoring_policy': {
    section: 'calibration', level: 'error', module: 'formulas',
    meaning: 'A calibration figure over time does not say how cases still open are counted.',
  },
  'validation.criterion_semantics_hash_legacy_name': {
    section: 'C-10', level: 'error', module: 'contracts',
    meaning: 'The hash of the words of a criterion is stored under its old name, as if it stood for the meaning.',
  },
  'validation.criterion_semantics_version_unbumped_on_meaning_change': {
    section: 'C-10', level: 'error', module: 'evaluation',
    meaning: 'A criterion now means something else and its meaning version is still the old one.',
  },
  'validation.semantic_version_bumped_without_review_receipt': {
    section: 'C-10', level: 'error', module: 'evaluation',
    meaning: 'The meaning version of a criterion was raised and nobody is on record as having reviewed it.',
  },
} as const satisfies ValidationCodeTable;

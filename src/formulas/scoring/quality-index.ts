import {
  QualityDimensions,
  QualityIndexPolicy,
  type DerivedPassStatus,
  type QualityAssessment,
  type QualityDimension,
} from '../../contracts/index.ts';
import { orderFreeSum } from '../arithmetic.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { computed, indeterminate, rejected, type FormulaResult } from '../result.ts';
import { roundToSixDecimals } from '../rounding.ts';
import { isUsableWeightSum } from './criterion-weights.ts';

const policy = {
  pass_threshold: 0.7,
  aggregation_method: 'all_required_then_weighted_mean',
  missing_dimension_policy: 'fail_required',
} as const;
const correctness = { dimension_id: 'correctness', score: 0.9, weight: 3, required: true, gate_score: 0.6 } as const;
const style = { dimension_id: 'style', score: 0.5, weight: 1, required: false, gate_score: 0.6 } as const;

function given(dimensions: readonly QualityDimension[], chosen: QualityIndexPolicy = policy) {
  return { dimensions: quantity(dimensions, 'score_0_1'), policy: quantity(chosen) };
}

function assessed(score: number, status: DerivedPassStatus, failures: string[] = []): { value: QualityAssessment } {
  return { value: { aggregate_score: score, required_gate_failures: failures, derived_pass_status: status } };
}

export const qualityIndex = defineFormula({
  spec: {
    formula_id: 'scoring.quality-index',
    owner_doc: 'src/evaluation',
    semantic_version: '1.0.0',
    purpose: 'One score for several quality dimensions and the pass status that follows from it.',
    expression: 'aggregate by the declared method; a failed required gate fails whatever the score',
    output: {
      value_kind: 'distribution',
      unit: 'score_0_1',
      range: [0, 1],
      finite_number_policy: 'reject_nan_infinity',
    },
    missing_input_policy: 'fail_validation',
    rounding_policy: 'round_to_6_decimal_places',
    test_vectors: [
      vector('gates-hold', given([correctness, style]), assessed(0.8, 'passed')),
      vector(
        'gate-fails-a-high-score',
        given([{ ...correctness, gate_score: 0.95 }, style]),
        assessed(0.8, 'failed_required_gate', ['correctness']),
      ),
      vector(
        'weakest-required',
        given([correctness, { ...style, required: true }], { ...policy, aggregation_method: 'min_required_score' }),
        assessed(0.5, 'failed_threshold'),
      ),
      vector(
        'all-or-nothing',
        given([correctness, style], { ...policy, aggregation_method: 'all_or_nothing' }),
        assessed(0, 'failed_threshold'),
      ),
      vector(
        'optional-missing-costs-its-weight',
        given([correctness, { ...style, score: null }], {
          ...policy,
          missing_dimension_policy: 'exclude_optional_with_penalty',
        }),
        assessed(0.675, 'failed_threshold'),
      ),
      vector(
        'missing-is-open',
        given([correctness, { ...style, score: null }], { ...policy, missing_dimension_policy: 'indeterminate' }),
        { status: 'indeterminate', codes: [] },
      ),
    ],
  },
  inputs: {
    dimensions: structuredInput('QualityDimensions', QualityDimensions, { units: ['score_0_1'] }),
    policy: structuredInput('QualityIndexPolicy', QualityIndexPolicy),
  },
  compute: ({ dimensions, policy: chosen }) => assessQuality(dimensions, chosen),
});

function assessQuality(
  dimensions: readonly QualityDimension[],
  chosen: QualityIndexPolicy,
): FormulaResult<QualityAssessment> {
  if (dimensions.length === 0) return rejected('validation.no_aggregation_eligible_criteria');
  if (new Set(dimensions.map((each) => each.dimension_id)).size < dimensions.length) {
    return rejected('formula.inputs_inconsistent');
  }
  if (!isUsableWeightSum(orderFreeSum(dimensions.map((each) => each.weight)))) {
    return rejected('validation.criterion_weight_sum_zero');
  }
  if (chosen.missing_dimension_policy === 'indeterminate' && dimensions.some((each) => each.score === null)) {
    return indeterminate('missing_dimension');
  }
  const score = aggregate(countedDimensions(dimensions, chosen), chosen);
  if (score === undefined) return indeterminate('missing_dimension');
  const failures = gateFailures(dimensions, chosen);
  return computed({
    aggregate_score: score,
    required_gate_failures: failures,
    derived_pass_status: derivePassStatus(score, chosen.pass_threshold, failures),
  });
}

/** Unmeasured optional dimensions are left out, unless the policy makes them count as nothing achieved. */
function countedDimensions(
  dimensions: readonly QualityDimension[],
  chosen: QualityIndexPolicy,
): readonly QualityDimension[] {
  if (chosen.missing_dimension_policy === 'exclude_optional_with_penalty') return dimensions;
  return dimensions.filter((each) => each.required || each.score !== null);
}

function aggregate(counted: readonly QualityDimension[], chosen: QualityIndexPolicy): number | undefined {
  switch (chosen.aggregation_method) {
    case 'all_required_then_weighted_mean':
    case 'weighted_mean':
      return weightedMean(counted);
    case 'min_required_score':
      return lowestScore(counted.filter((each) => each.required));
    case 'all_or_nothing':
      return counted.every(reachesGate) ? 1 : 0;
  }
}

/** Rounded before anything is compared with it, so that equal scores of 0.7 reach a threshold of 0.7. */
function weightedMean(counted: readonly QualityDimension[]): number | undefined {
  const total = orderFreeSum(counted.map((each) => each.weight));
  if (total === 0) return undefined;
  return roundToSixDecimals(orderFreeSum(counted.map((each) => each.weight * (each.score ?? 0))) / total);
}

function lowestScore(required: readonly QualityDimension[]): number | undefined {
  return required.length === 0 ? undefined : Math.min(...required.map((each) => each.score ?? 0));
}

function reachesGate(dimension: QualityDimension): boolean {
  return dimension.score !== null && dimension.score >= dimension.gate_score;
}

/** Methods without gates still fail a required dimension that nobody measured. */
function gateFailures(dimensions: readonly QualityDimension[], chosen: QualityIndexPolicy): string[] {
  const hasGates =
    chosen.aggregation_method === 'all_required_then_weighted_mean' || chosen.aggregation_method === 'all_or_nothing';
  return dimensions
    .filter((each) => each.required && (hasGates ? !reachesGate(each) : each.score === null))
    .map((each) => each.dimension_id);
}

/** The one rule from which a pass status may be derived. */
export function derivePassStatus(
  score: number | null,
  passThreshold: number,
  requiredGateFailures: readonly string[],
): DerivedPassStatus {
  if (score === null) return 'indeterminate';
  if (requiredGateFailures.length > 0) return 'failed_required_gate';
  return score >= passThreshold ? 'passed' : 'failed_threshold';
}

import {
  QualityDimensions,
  QualityIndexPolicy,
  type DerivedPassStatus,
  type QualityAssessment,
  type QualityDimension,
} from '../../contracts/index.ts';
import { isUsableWeightSum, orderFreeSum, weightedMean } from '../arithmetic.ts';
import { defineFormula, quantity, structuredInput, vector } from '../definition.ts';
import { computed, indeterminate, rejected, type FormulaResult } from '../result.ts';
import { roundToSixDecimals } from '../rounding.ts';

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

function assessed(score: number | null, status: DerivedPassStatus, failures: string[] = []): { value: QualityAssessment } {
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
      vector(
        'gate-fails-an-open-score',
        given([{ ...correctness, score: 0.5 }, { ...style, score: null }], {
          ...policy,
          missing_dimension_policy: 'indeterminate',
        }),
        assessed(null, 'failed_required_gate', ['correctness']),
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
  const failures = gateFailures(dimensions, chosen);
  const score = isLeftOpen(dimensions, chosen) ? null : aggregate(countedDimensions(dimensions, chosen), chosen);
  const status = derivePassStatus(score, chosen.pass_threshold, failures);
  if (status === 'indeterminate') return indeterminate('missing_dimension');
  return computed({ aggregate_score: score, required_gate_failures: failures, derived_pass_status: status });
}

/** Under this policy one unmeasured dimension leaves the score open, but a gate that failed stays failed. */
function isLeftOpen(dimensions: readonly QualityDimension[], chosen: QualityIndexPolicy): boolean {
  return chosen.missing_dimension_policy === 'indeterminate' && dimensions.some((each) => each.score === null);
}

/** Unmeasured optional dimensions are left out, unless the policy makes them count as nothing achieved. */
function countedDimensions(
  dimensions: readonly QualityDimension[],
  chosen: QualityIndexPolicy,
): readonly QualityDimension[] {
  if (chosen.missing_dimension_policy === 'exclude_optional_with_penalty') return dimensions;
  return dimensions.filter((each) => each.required || each.score !== null);
}

/** Null when nothing was measured that the method counts. */
function aggregate(counted: readonly QualityDimension[], chosen: QualityIndexPolicy): number | null {
  if (counted.length === 0) return null;
  switch (chosen.aggregation_method) {
    case 'all_required_then_weighted_mean':
    case 'weighted_mean':
      return meanScore(counted);
    case 'min_required_score':
      return lowestScore(counted.filter((each) => each.required));
    case 'all_or_nothing':
      return counted.every(reachesGate) ? 1 : 0;
  }
}

/** Rounded before anything is compared with it, so that equal scores of 0.7 reach a threshold of 0.7. */
function meanScore(counted: readonly QualityDimension[]): number | null {
  const mean = weightedMean(counted.map((each) => ({ weight: each.weight, value: each.score ?? 0 })));
  return mean === undefined ? null : roundToSixDecimals(mean);
}

function lowestScore(required: readonly QualityDimension[]): number | null {
  if (required.length === 0) return null;
  return roundToSixDecimals(required.reduce((lowest, each) => Math.min(lowest, each.score ?? 0), 1));
}

function reachesGate(dimension: QualityDimension): boolean {
  return dimension.score !== null && dimension.score >= dimension.gate_score;
}

/**
 * A required dimension that nobody measured fails under every method, unless the policy leaves the whole open. One that
 * was measured fails only under the methods that have gates.
 */
function gateFailures(dimensions: readonly QualityDimension[], chosen: QualityIndexPolicy): string[] {
  const hasGates =
    chosen.aggregation_method === 'all_required_then_weighted_mean' || chosen.aggregation_method === 'all_or_nothing';
  const failsUnmeasured = chosen.missing_dimension_policy !== 'indeterminate';
  return dimensions
    .filter((each) => each.required && (each.score === null ? failsUnmeasured : hasGates && !reachesGate(each)))
    .map((each) => each.dimension_id);
}

/** The one rule from which a pass status may be derived. */
export function derivePassStatus(
  score: number | null,
  passThreshold: number,
  requiredGateFailures: readonly string[],
): DerivedPassStatus {
  if (requiredGateFailures.length > 0) return 'failed_required_gate';
  if (score === null) return 'indeterminate';
  return score >= passThreshold ? 'passed' : 'failed_threshold';
}

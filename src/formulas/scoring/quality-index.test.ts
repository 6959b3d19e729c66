import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { QualityIndex, type QualityDimension, type QualityIndexPolicy } from '../../contracts/index.ts';
import { quantity } from '../definition.ts';
import { CONTEXT, formulas, valueOf, verdictOf } from '../registry-fixture.ts';
import { qualityIndexFaults, qualityIndexRecord } from './quality-index-record.ts';
import { derivePassStatus } from './quality-index.ts';

const policy: QualityIndexPolicy = {
  pass_threshold: 0.6,
  aggregation_method: 'weighted_mean',
  missing_dimension_policy: 'fail_required',
};
const dimension = (id: string, score: number | null, rest: Partial<QualityDimension> = {}): QualityDimension => ({
  dimension_id: id,
  score,
  weight: 1,
  required: false,
  gate_score: 0.5,
  ...rest,
});
const given = (dimensions: unknown, chosen: object = {}) => ({
  dimensions: quantity(dimensions, 'score_0_1'),
  policy: quantity({ ...policy, ...chosen }),
});
const assess = (dimensions: unknown, chosen: object = {}) =>
  valueOf('scoring.quality-index', given(dimensions, chosen));
const assessed = (score: number, status: string, failures: string[] = []) => ({
  aggregate_score: score,
  required_gate_failures: failures,
  derived_pass_status: status,
});
const required = { required: true };

describe('the quality index', () => {
  it('is the weighted mean, without gates', () => {
    expect(assess([dimension('a', 1, { weight: 3 }), dimension('b', 0.2, required)])).toEqual(assessed(0.8, 'passed'));
    expect(assess([dimension('a', 0.5), dimension('b', 0.5)])).toEqual(assessed(0.5, 'failed_threshold'));
    expect(assess([dimension('a', 0.6)])).toEqual(assessed(0.6, 'passed'));
    expect(assess([dimension('a', 0.7, { weight: 3 })], { pass_threshold: 0.7 })).toEqual(assessed(0.7, 'passed'));
  });

  it('can hold the weighted mean behind the gates of required dimensions', () => {
    const gated = { aggregation_method: 'all_required_then_weighted_mean' };
    const high = dimension('a', 1, { weight: 3 });
    expect(assess([high, dimension('b', 0.2, required)], gated)).toEqual(assessed(0.8, 'failed_required_gate', ['b']));
    expect(assess([high, dimension('b', 0.2)], gated)).toEqual(assessed(0.8, 'passed'));
    expect(assess([high, dimension('b', 0.5, required)], gated)).toEqual(assessed(0.875, 'passed'));
  });

  it('can be the weakest required score', () => {
    const weakest = { aggregation_method: 'min_required_score' };
    expect(
      assess([dimension('a', 0.9, required), dimension('b', 0.7, required), dimension('c', 0.1)], weakest),
    ).toEqual(assessed(0.7, 'passed'));
    expect(assess([dimension('a', 0.1, required)], weakest)).toEqual(assessed(0.1, 'failed_threshold'));
    expect(verdictOf('scoring.quality-index', given([dimension('a', 0.9)], weakest))).toEqual({
      status: 'indeterminate',
      cause: 'missing_dimension',
      codes: [],
    });
  });

  it('can be all or nothing', () => {
    const strict = { aggregation_method: 'all_or_nothing' };
    expect(assess([dimension('a', 0.5, required), dimension('b', 0.9)], strict)).toEqual(assessed(1, 'passed'));
    expect(assess([dimension('a', 0.5, required), dimension('b', 0.4)], strict)).toEqual(
      assessed(0, 'failed_threshold'),
    );
    expect(assess([dimension('a', 0.4, required), dimension('b', 0.9)], strict)).toEqual(
      assessed(0, 'failed_required_gate', ['a']),
    );
  });

  it('fails a required dimension that nobody measured, under every method', () => {
    const dimensions = [dimension('a', 1), dimension('b', null, required)];
    expect(assess(dimensions)).toEqual(assessed(0.5, 'failed_required_gate', ['b']));
    expect(assess(dimensions, { missing_dimension_policy: 'exclude_optional_with_penalty' })).toEqual(
      assessed(0.5, 'failed_required_gate', ['b']),
    );
    expect(assess(dimensions, { aggregation_method: 'min_required_score' })).toEqual(
      assessed(0, 'failed_required_gate', ['b']),
    );
    expect(assess(dimensions, { aggregation_method: 'all_or_nothing' })).toEqual(
      assessed(0, 'failed_required_gate', ['b']),
    );
  });

  it('leaves out, penalises or stays open on an optional one that is missing', () => {
    const dimensions = [dimension('a', 0.8, { weight: 3 }), dimension('b', null)];
    expect(assess(dimensions)).toEqual(assessed(0.8, 'passed'));
    expect(assess(dimensions, { missing_dimension_policy: 'exclude_optional_with_penalty' })).toEqual(
      assessed(0.6, 'passed'),
    );
    expect(
      verdictOf('scoring.quality-index', given(dimensions, { missing_dimension_policy: 'indeterminate' })),
    ).toEqual({
      status: 'indeterminate',
      cause: 'missing_dimension',
      codes: [],
    });
    expect(verdictOf('scoring.quality-index', given([dimension('a', null)]))).toMatchObject({
      cause: 'missing_dimension',
    });
    expect(assess(dimensions, { aggregation_method: 'all_or_nothing' })).toEqual(assessed(1, 'passed'));
  });

  it('lies between the lowest and the highest score, in any order', () => {
    const scored = fc.record({
      score: fc.double({ min: 0, max: 1, noNaN: true }),
      weight: fc.double({ min: 0.01, max: 1e9, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(scored, { minLength: 1, maxLength: 10 }), (drawn) => {
        const dimensions = drawn.map(({ score, weight }, index) => dimension(`d${index}`, score, { weight }));
        const value = assess(dimensions) as { aggregate_score: number };
        const scores = drawn.map(({ score }) => score);
        expect(value.aggregate_score).toBeGreaterThanOrEqual(Math.min(...scores) - 1e-6);
        expect(value.aggregate_score).toBeLessThanOrEqual(Math.max(...scores) + 1e-6);
        expect(assess(dimensions.toReversed())).toEqual(value);
      }),
    );
  });

  it('refuses scores and thresholds outside 0 to 1', verifies('validation.quality_index_score_out_of_range'), () => {
    const refused = ['validation.quality_index_score_out_of_range'];
    for (const score of [-0.1, 1.1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(assess([dimension('a', score)])).toEqual(refused);
      expect(assess([dimension('a', 1, { gate_score: score })])).toEqual(refused);
      expect(assess([dimension('a', 1)], { pass_threshold: score })).toEqual(refused);
    }
    expect(assess([dimension('a', 0), dimension('b', 1)], { pass_threshold: 1 })).toEqual(
      assessed(0.5, 'failed_threshold'),
    );
  });

  it('refuses weights that are invalid or sum to nothing, doubles and the empty set', () => {
    expect(assess([dimension('a', 1, { weight: -1 })])).toEqual(['validation.criterion_weight_invalid']);
    expect(assess([dimension('a', 1, { weight: Number.NaN })])).toEqual(['validation.criterion_weight_invalid']);
    expect(assess([dimension('a', 1, { weight: 0 })])).toEqual(['validation.criterion_weight_sum_zero']);
    expect(
      assess([dimension('a', 1, { weight: Number.MAX_VALUE }), dimension('b', 1, { weight: Number.MAX_VALUE })]),
    ).toEqual(['validation.criterion_weight_sum_zero']);
    expect(assess([dimension('a', 1), dimension('a', 0)])).toEqual(['formula.inputs_inconsistent']);
    expect(assess([])).toEqual(['validation.no_aggregation_eligible_criteria']);
  });
});

describe('a pass status', () => {
  it(
    'follows from score, threshold and gates alone',
    verifies('validation.quality_index_pass_status_drift', 'ELN-RULE-51'),
    () => {
      expect(derivePassStatus(0.7, 0.7, [])).toBe('passed');
      expect(derivePassStatus(0.69, 0.7, [])).toBe('failed_threshold');
      expect(derivePassStatus(1, 0.7, ['a'])).toBe('failed_required_gate');
      expect(derivePassStatus(null, 0.7, ['a'])).toBe('indeterminate');
    },
  );

  it('that says otherwise is drift', verifies('validation.quality_index_pass_status_drift'), () => {
    const claimed = {
      aggregate_score: 0.9,
      pass_threshold: 0.7,
      required_gate_failures: ['a'],
      formula_eval_receipt_ref: {},
    };
    expect(qualityIndexFaults({ ...claimed, derived_pass_status: 'passed' })).toEqual([
      'validation.quality_index_pass_status_drift',
    ]);
    expect(qualityIndexFaults({ ...claimed, derived_pass_status: 'failed_required_gate' })).toEqual([]);
  });

  it(
    'needs a receipt and scores in range',
    verifies('validation.quality_index_without_formula_receipt', 'validation.quality_index_score_out_of_range'),
    () => {
      const claimed = {
        aggregate_score: 0.9,
        pass_threshold: 0.7,
        required_gate_failures: [],
        derived_pass_status: 'passed',
      };
      expect(qualityIndexFaults(claimed)).toEqual(['validation.quality_index_without_formula_receipt']);
      const proven = { ...claimed, formula_eval_receipt_ref: {} };
      expect(qualityIndexFaults({ ...proven, aggregate_score: 1.2 })).toEqual([
        'validation.quality_index_score_out_of_range',
      ]);
      expect(qualityIndexFaults({ ...proven, aggregate_score: 1, pass_threshold: -0.2 })).toEqual([
        'validation.quality_index_score_out_of_range',
      ]);
      expect(qualityIndexFaults({ ...proven, aggregate_score: null, derived_pass_status: 'indeterminate' })).toEqual(
        [],
      );
    },
  );
});

describe('the stored index', () => {
  const receiptRef = { kind: 'receipt', key: 'rcp-1' } as const;
  const record = (dimensions: unknown, chosen: Partial<QualityIndexPolicy> = {}) =>
    qualityIndexRecord(
      formulas.evaluate({ id: 'scoring.quality-index' }, given(dimensions, chosen), CONTEXT),
      { ...policy, ...chosen },
      receiptRef,
    );

  it('holds figures, policy and receipt, and finds itself sound', () => {
    const index = record([dimension('a', 0.75)]);
    expect(index).toEqual({
      ...policy,
      aggregate_score: 0.75,
      required_gate_failures: [],
      derived_pass_status: 'passed',
      formula_eval_receipt_ref: receiptRef,
      metric_semantics_version: '1.0.0',
      schema_version: '1.1',
    });
    expect(QualityIndex.safeParse(index).success).toBe(true);
    expect(index && qualityIndexFaults(index)).toEqual([]);
  });

  it('has no score when nothing could be said, and does not exist when the inputs were refused', () => {
    const open = record([dimension('a', null)], { missing_dimension_policy: 'indeterminate' });
    expect(open).toMatchObject({
      aggregate_score: null,
      derived_pass_status: 'indeterminate',
      required_gate_failures: [],
    });
    expect(QualityIndex.safeParse(open).success).toBe(true);
    expect(QualityIndex.safeParse({ ...open, derived_pass_status: 'passed' }).success).toBe(false);
    expect(record([])).toBeUndefined();
  });
});

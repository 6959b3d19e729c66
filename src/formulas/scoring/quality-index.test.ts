import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CONTEXT, formulas, valueOf, verdictOf } from '../../../test/support/formula-registry.ts';
import { QualityIndex, QualityIndexPolicy, type QualityDimension } from '../../contracts/index.ts';
import { quantity } from '../definition.ts';
import { qualityIndexFaults, qualityIndexRecord } from './quality-index-record.ts';
import { derivePassStatus, qualityIndex } from './quality-index.ts';

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
const assessed = (score: number | null, status: string, failures: string[] = []) => ({
  aggregate_score: score,
  required_gate_failures: failures,
  derived_pass_status: status,
});
const required = { required: true };

describe('the quality index', () => {
  it('is the weighted mean, without gates', verifies('ELN-RULE-51'), () => {
    expect(assess([dimension('a', 1, { weight: 3 }), dimension('b', 0.2, required)])).toEqual(assessed(0.8, 'passed'));
    expect(assess([dimension('a', 0.5), dimension('b', 0.5)])).toEqual(assessed(0.5, 'failed_threshold'));
    expect(assess([dimension('a', 0.6)])).toEqual(assessed(0.6, 'passed'));
    expect(assess([dimension('a', 0.7, { weight: 3 })], { pass_threshold: 0.7 })).toEqual(assessed(0.7, 'passed'));
  });

  it('can hold the weighted mean behind the gates of required dimensions', verifies('ELN-RULE-51'), () => {
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

  it('can be all or nothing', verifies('ELN-RULE-51'), () => {
    const strict = { aggregation_method: 'all_or_nothing' };
    expect(assess([dimension('a', 0.5, required), dimension('b', 0.9)], strict)).toEqual(assessed(1, 'passed'));
    expect(assess([dimension('a', 0.5, required), dimension('b', 0.4)], strict)).toEqual(
      assessed(0, 'failed_threshold'),
    );
    expect(assess([dimension('a', 0.4, required), dimension('b', 0.9)], strict)).toEqual(
      assessed(0, 'failed_required_gate', ['a']),
    );
  });

  it('fails a required dimension that nobody measured, under every method', verifies('ELN-RULE-51'), () => {
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

  it('leaves out, penalises or stays open on an optional one that is missing', verifies('ELN-RULE-51'), () => {
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

  it('is open under every method when nothing was measured', () => {
    for (const aggregation_method of QualityIndexPolicy.shape.aggregation_method.options) {
      expect(verdictOf('scoring.quality-index', given([dimension('a', null)], { aggregation_method }))).toEqual({
        status: 'indeterminate',
        cause: 'missing_dimension',
        codes: [],
      });
    }
  });

  it('fails by gate before it stays open on a missing dimension', verifies('ELN-RULE-51'), () => {
    const open = { aggregation_method: 'all_required_then_weighted_mean', missing_dimension_policy: 'indeterminate' };
    const missing = dimension('b', null);
    expect(assess([dimension('safe', 0, required), missing], open)).toEqual(
      assessed(null, 'failed_required_gate', ['safe']),
    );
    expect(assess([dimension('safe', 0.5, required), missing], open)).toEqual([]);
    expect(assess([dimension('safe', 0.5, required), dimension('b', 1)], open)).toEqual(assessed(0.75, 'passed'));
    expect(assess([dimension('safe', 0.5, required), { ...missing, required: true }], open)).toEqual([]);
    expect(assess([dimension('safe', 0, required), missing], { missing_dimension_policy: 'indeterminate' })).toEqual(
      [],
    );
  });

  it('compares the score that it stores', () => {
    const weakest = { aggregation_method: 'min_required_score', pass_threshold: 0.7 };
    expect(assess([dimension('a', 0.6999999, required)], weakest)).toEqual(assessed(0.7, 'passed'));
    expect(assess([dimension('a', 0.699999, required)], weakest)).toEqual(assessed(0.699999, 'failed_threshold'));
  });

  it('takes any number of dimensions and the smallest weights', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => dimension(`d${index}`, 0.9, required));
    const weakest = { ...policy, aggregation_method: 'min_required_score' } as const;
    expect(qualityIndex.compute({ dimensions: many, policy: weakest }, {})).toEqual({
      kind: 'value',
      value: assessed(0.9, 'passed'),
    });
    expect(assess([dimension('a', 0.4, { weight: Number.MIN_VALUE })])).toEqual(assessed(0.4, 'failed_threshold'));
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
      expect(derivePassStatus(null, 0.7, ['a'])).toBe('failed_required_gate');
      expect(derivePassStatus(null, 0.7, [])).toBe('indeterminate');
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
    'is told all faults of its index at once',
    verifies(
      'validation.quality_index_without_formula_receipt',
      'validation.quality_index_score_out_of_range',
      'validation.quality_index_pass_status_drift',
    ),
    () => {
      const figures = { aggregate_score: 1.2, pass_threshold: 0.7, required_gate_failures: [] };
      expect(qualityIndexFaults({ ...figures, derived_pass_status: 'failed_threshold' })).toEqual([
        'validation.quality_index_without_formula_receipt',
        'validation.quality_index_score_out_of_range',
        'validation.quality_index_pass_status_drift',
      ]);
    },
  );

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
      expect(qualityIndexFaults({ ...claimed, formula_eval_receipt_ref: null })).toEqual([
        'validation.quality_index_without_formula_receipt',
      ]);
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
    expect(QualityIndex.safeParse({ ...open, aggregate_score: 0.5 }).success).toBe(false);
    expect(record([])).toBeUndefined();
  });

  it('may fail by gate without a score, and only with a gate that failed', () => {
    const failed = record([dimension('safe', 0, required), dimension('b', null)], {
      aggregation_method: 'all_required_then_weighted_mean',
      missing_dimension_policy: 'indeterminate',
    });
    expect(failed).toMatchObject({
      aggregate_score: null,
      derived_pass_status: 'failed_required_gate',
      required_gate_failures: ['safe'],
    });
    expect(QualityIndex.safeParse(failed).success).toBe(true);
    expect(failed && qualityIndexFaults(failed)).toEqual([]);
    expect(QualityIndex.safeParse({ ...failed, required_gate_failures: [] }).success).toBe(false);
    expect(QualityIndex.safeParse({ ...failed, derived_pass_status: 'indeterminate' }).success).toBe(false);
  });
});

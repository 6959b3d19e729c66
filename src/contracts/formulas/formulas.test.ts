import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CostComponents, CostDimension, CostDistribution, CostVector } from './cost.ts';
import { FormulaEvaluationReceipt } from './formula-receipt.ts';
import { QuantizedState } from './memory-potentials.ts';
import { ConfidenceLevel, NumericRange } from './policies.ts';

const vector = {
  cost_vector_id: 'plan-1',
  components: { usd: { expected: 2, p90: 4, unit: 'usd' } },
  basis: 'heuristic',
  estimator_confidence: 'uncalibrated',
  assumptions: ['prices of March'],
  schema_version: '1.0',
};
const without = (name: keyof typeof vector) =>
  Object.fromEntries(Object.entries(vector).filter(([key]) => key !== name));

describe('a cost vector', () => {
  it('has eleven dimensions', verifies('ELN-C-07'), () => {
    expect(CostDimension.options).toEqual([
      'usd',
      'input_tokens',
      'output_tokens',
      'cached_input_tokens',
      'cache_write_tokens',
      'local_compute_seconds',
      'wall_clock_ms',
      'external_api_calls',
      'external_api_usd',
      'storage_bytes',
      'human_review_minutes',
    ]);
  });

  it('does not take one number for a cost', verifies('ELN-C-07'), () => {
    expect(CostComponents.safeParse({ usd: 3 }).success).toBe(false);
    expect(CostComponents.safeParse(3).success).toBe(false);
    expect(CostComponents.safeParse({ usd: { unit: 'usd' } }).success).toBe(false);
    expect(CostVector.safeParse({ ...vector, estimated_cost: 3 }).success).toBe(false);
  });

  it('says what it rests on, so that an estimate cannot pass for a measurement', verifies('ELN-RULE-55'), () => {
    expect(CostVector.parse(vector)).toEqual(vector);
    for (const name of ['basis', 'estimator_confidence', 'assumptions'] as const) {
      expect(CostVector.safeParse(without(name)).success).toBe(false);
    }
    expect(CostVector.safeParse({ ...vector, basis: 'guess' }).success).toBe(false);
    const bases = ['historical', 'model_priced', 'provider_quote', 'heuristic', 'measured_actual'];
    const confidences = ['calibrated', 'uncalibrated', 'experimental'];
    expect(bases.filter((basis) => CostVector.safeParse({ ...vector, basis }).success)).toEqual(bases);
    expect(
      confidences.filter((each) => CostVector.safeParse({ ...vector, estimator_confidence: each }).success),
    ).toEqual(confidences);
    expect(CostVector.safeParse({ ...vector, schema_version: '' }).success).toBe(false);
  });

  it('has quantiles that rise', () => {
    const usd = (rest: object) => CostDistribution.safeParse({ expected: 1, unit: 'usd', ...rest }).success;
    expect([usd({ p50: 1, p90: 1 }), usd({ p50: 2, p99: 1 }), usd({ p99: 3, hard_cap: 2 }), usd({})]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('does not expect more than its cap', () => {
    const capped = (expected: number) =>
      CostDistribution.safeParse({ expected, hard_cap: 2, unit: 'usd' }).success;
    expect([capped(1), capped(2), capped(2.01)]).toEqual([true, true, false]);
  });
});

describe('the vocabulary of formulas', () => {
  it('knows four confidence levels', verifies('ELN-RULE-48'), () => {
    expect([0.5, 0.8, 0.9, 0.95, 0.99, 1].filter((level) => ConfidenceLevel.safeParse(level).success)).toEqual([
      0.8, 0.9, 0.95, 0.99,
    ]);
  });

  it('refuses a range that ends below its start', () => {
    expect([NumericRange.safeParse([0, 0]).success, NumericRange.safeParse([1, 0]).success]).toEqual([true, false]);
  });

  it('leaves a memory for every state of the solver and for acceptance', () => {
    expect(QuantizedState.options.toSorted()).toEqual([
      'abandon',
      'accept',
      'break_symmetry',
      'change_approach',
      'change_path',
      'refine',
      'success',
    ]);
  });

  it('refuses a receipt with a code nobody declared', () => {
    const receipt = {
      receipt_id: 'rcp_01JABCDEFGHJKMNPQRSTVWXYZ0',
      formula_id: 'loss.total',
      formula_semantic_version: '1.0.0',
      producer_ref: 'solver',
      input_refs: [],
      input_manifest_hash: '0'.repeat(64),
      input_value_hash: '0'.repeat(64),
      outcome: 'value',
      output_value_hash: '0'.repeat(64),
      omitted_input_names: [],
      finite_number_check: 'passed',
      validation_codes: ['formula.low_confidence', 'validation.criterion_weight_invalid'],
      computed_at: '2026-03-01T12:00:00.000Z',
      schema_version: '1.0',
    };
    expect(FormulaEvaluationReceipt.parse(receipt)).toEqual(receipt);
    expect(FormulaEvaluationReceipt.safeParse({ ...receipt, validation_codes: ['validation.invented'] }).success).toBe(
      false,
    );
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { valueOf, verdictOf } from '../../../test/support/formula-registry.ts';
import {
  DEFAULT_SEVERITY_WEIGHTS,
  REPUTATION_DEFAULTS,
  type ReputationComponents,
  type ReputationWeights,
} from '../../contracts/index.ts';
import { quantity } from '../definition.ts';

const perfect: ReputationComponents = {
  hit_rate: 1,
  attribution_lift: 1,
  regression_penalty: 0,
  cost_penalty: 0,
  false_negative_penalty: 0,
  false_positive_penalty: 0,
};
const weights: ReputationWeights = {
  hit_rate: 32,
  attribution_lift: 16,
  inverse_regression_penalty: 8,
  inverse_cost_penalty: 4,
  false_negative_penalty: 1,
  false_positive_penalty: 2,
};
const given = (change: Partial<ReputationComponents>, rest: Record<string, ReturnType<typeof quantity>> = {}) => ({
  components: quantity({ ...perfect, ...change }, 'score_0_1'),
  weights: quantity(weights),
  invocation_count: quantity(10, 'count'),
  ...rest,
});
const score = (change: Partial<ReputationComponents>, rest: Record<string, ReturnType<typeof quantity>> = {}) =>
  valueOf('reputation.sub-agent-score', given(change, rest));

describe('the reputation of a sub-agent', () => {
  it('weighs six components, misses twice', verifies('KEL-FORMULAS-20'), () => {
    expect(REPUTATION_DEFAULTS).toEqual({ false_negative_weight_multiplier: 2, min_invocation_count: 10 });
    expect(score({})).toBe(1);
    expect([
      score({ hit_rate: 0 }),
      score({ attribution_lift: 0 }),
      score({ regression_penalty: 1 }),
      score({ cost_penalty: 1 }),
      score({ false_negative_penalty: 1 }),
      score({ false_positive_penalty: 1 }),
    ]).toEqual([32 / 64, 48 / 64, 56 / 64, 60 / 64, 62 / 64, 62 / 64]);
    expect(score({ false_negative_penalty: 1 }, { false_negative_weight_multiplier: quantity(0) })).toBe(1);
  });

  it(
    'does not exist below the least number of invocations',
    verifies('KEL-FORMULAS-20', 'fixture.sub_agent_reputation_insufficient_sample'),
    () => {
      expect(verdictOf('reputation.sub-agent-score', given({}, { invocation_count: quantity(9, 'count') }))).toEqual({
        status: 'indeterminate',
        cause: 'insufficient_sample',
        codes: ['formula.insufficient_sample'],
      });
      expect(score({}, { min_invocation_count: quantity(11, 'count') })).toEqual(['formula.insufficient_sample']);
      expect(score({}, { invocation_count: quantity(1, 'count'), min_invocation_count: quantity(1, 'count') })).toBe(1);
      expect(score({}, { invocation_count: quantity(0, 'count'), min_invocation_count: quantity(0, 'count') })).toEqual(
        ['formula.input_type_mismatch'],
      );
    },
  );

  it('lies within 0 and 1 and never falls when a hit is added', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, unit, unit, (hit_rate, cost_penalty, false_negative_penalty, more) => {
        const value = Number(score({ hit_rate, cost_penalty, false_negative_penalty }));
        expect([value >= 0, value <= 1]).toEqual([true, true]);
        const better = Number(score({ hit_rate: Math.max(hit_rate, more), cost_penalty, false_negative_penalty }));
        expect(better).toBeGreaterThanOrEqual(value - 1e-12);
      }),
    );
  });

  it('refuses weights that sum to nothing, and what is no rate', verifies('KEL-FORMULAS-20'), () => {
    const none = Object.fromEntries(Object.keys(weights).map((name) => [name, 0]));
    expect(score({}, { weights: quantity(none) })).toEqual(['formula.inputs_inconsistent']);
    const tiny = quantity({ ...none, hit_rate: Number.MIN_VALUE });
    expect(score({ hit_rate: 0.4 }, { weights: tiny })).toBe(0.4);
    expect(score({}, { weights: quantity({ ...weights, hit_rate: -1 }) })).toEqual(['formula.input_type_mismatch']);
    expect(score({ hit_rate: 1.2 })).toEqual(['formula.input_type_mismatch']);
    expect(score({ hit_rate: Number.NaN })).toEqual(['formula.input_not_finite']);
  });
});

describe('the regression rate', () => {
  const rate = (accepted: number, regressions: unknown, rest: Record<string, ReturnType<typeof quantity>> = {}) =>
    valueOf('reputation.regression-rate', {
      accepted_count: quantity(accepted, 'count'),
      regressions: quantity(regressions, 'count'),
      ...rest,
    });

  it('weighs regressions by severity', verifies('KEL-FORMULAS-20'), () => {
    expect(DEFAULT_SEVERITY_WEIGHTS).toEqual({ minor: 1, major: 2, critical: 5 });
    expect(rate(10, { minor: 1, major: 0, critical: 0 })).toEqual({
      unweighted_regression_rate: 0.1,
      severity_weighted_penalty_rate: 0.1,
    });
    expect(rate(10, { minor: 0, major: 2, critical: 0 })).toEqual({
      unweighted_regression_rate: 0.2,
      severity_weighted_penalty_rate: 0.4,
    });
    expect(rate(10, { minor: 3, major: 2, critical: 1 })).toEqual({
      unweighted_regression_rate: 0.6,
      severity_weighted_penalty_rate: 1.2,
    });
    expect(
      rate(1, { minor: 1, major: 1, critical: 1 }, { severity_weights: quantity({ minor: 0, major: 0, critical: 7 }) }),
    ).toEqual({
      unweighted_regression_rate: 3,
      severity_weighted_penalty_rate: 7,
    });
  });

  it('is withheld when nothing was accepted', verifies('KEL-FORMULAS-20'), () => {
    expect(rate(0, { minor: 0, major: 0, critical: 0 })).toEqual(['formula.zero_denominator']);
    expect(rate(1, { minor: -1, major: 0, critical: 0 })).toEqual(['formula.input_type_mismatch']);
    expect(rate(Number.NaN, { minor: 0, major: 0, critical: 0 })).toEqual(['formula.input_not_finite']);
  });
});

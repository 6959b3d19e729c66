import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { valueOf, verdictOf } from '../../../test/support/formula-registry.ts';
import type { OutcomeComplianceScoringConfig, WeightedCriterion } from '../../contracts/index.ts';
import { quantity } from '../definition.ts';
import { isUsableWeightSum } from '../arithmetic.ts';

const config: OutcomeComplianceScoringConfig = {
  default_weight_policy: 'from_criterion_weight',
  unanchored_llm_judgment_policy: 'exclude',
  priority_weight_map: { must_have: 6, should_have: 2 },
};
const byPriority: OutcomeComplianceScoringConfig = { ...config, default_weight_policy: 'from_priority' };
const criterion = (id: string, rest: Partial<WeightedCriterion> = {}): WeightedCriterion => ({
  criterion_id: id,
  scoring_basis: 'deterministic_check',
  ...rest,
});
const given = (criteria: unknown, policy: unknown = config) => ({
  criteria: quantity(criteria),
  config: quantity(policy),
});
const weigh = (criteria: unknown, policy?: unknown) =>
  valueOf('scoring.normalize-criterion-weights', given(criteria, policy));
const shares = (weights: Record<string, number>, flagged: string[] = []) => ({
  weights,
  audit_flagged_criterion_ids: flagged,
});

describe('criterion weights', () => {
  it('come from the criterion, its priority, or are equal', verifies('ELN-RULE-50'), () => {
    expect(weigh([criterion('a', { weight: 1 }), criterion('b', { weight: 3 })])).toEqual(shares({ a: 0.25, b: 0.75 }));
    expect(weigh([criterion('a', { priority: 'must_have' }), criterion('b')], byPriority)).toEqual(
      shares({ a: 0.75, b: 0.25 }),
    );
    expect(
      weigh([criterion('a'), criterion('b', { weight: 9 })], { ...config, default_weight_policy: 'equal' }),
    ).toEqual(shares({ a: 0.5, b: 0.5 }));
  });

  it('sum to one and do not depend on order', verifies('ELN-RULE-50'), () => {
    const weights = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(weights, (raw) => {
        const criteria = raw.map((weight, index) => criterion(`c${index}`, { weight }));
        const value = weigh(criteria) as { weights: Record<string, number> };
        expect(weigh(criteria.toReversed())).toEqual(value);
        expect(Object.values(value.weights).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
      }),
    );
  });

  it('refuse a weight that is negative or not finite', verifies('validation.criterion_weight_invalid'), () => {
    const refused = ['validation.criterion_weight_invalid'];
    for (const weight of [-1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 'heavy']) {
      expect(weigh([criterion('a', { weight: 1 }), { ...criterion('b'), weight }])).toEqual(refused);
      expect(weigh([criterion('a')], { ...byPriority, priority_weight_map: { should_have: weight } })).toEqual(refused);
    }
    expect(weigh([criterion('a', { weight: 0 }), criterion('b', { weight: 1 })])).toEqual(shares({ a: 0, b: 1 }));
  });

  it(
    'refuse weights that sum to nothing or to more than numbers hold',
    verifies('validation.criterion_weight_sum_zero'),
    () => {
      const refused = ['validation.criterion_weight_sum_zero'];
      expect(weigh([criterion('a', { weight: 0 }), criterion('b', { weight: 0 })])).toEqual(refused);
      expect(
        weigh([criterion('a', { weight: Number.MAX_VALUE }), criterion('b', { weight: Number.MAX_VALUE })]),
      ).toEqual(refused);
      expect([0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.MIN_VALUE].map(isUsableWeightSum)).toEqual([
        false,
        false,
        false,
        false,
        true,
      ]);
    },
  );

  it(
    'refuse a criterion without the weight it must bring',
    verifies('validation.criterion_weight_missing_under_from_criterion_weight'),
    () => {
      expect(weigh([criterion('a', { weight: 1 }), criterion('b')])).toEqual([
        'validation.criterion_weight_missing_under_from_criterion_weight',
      ]);
    },
  );

  it(
    'refuse a priority that has no weight; no priority is should_have',
    verifies('validation.criterion_priority_weight_missing', 'ELN-RULE-50'),
    () => {
      const refused = ['validation.criterion_priority_weight_missing'];
      expect(weigh([criterion('a', { priority: 'nice_to_have' })], byPriority)).toEqual(refused);
      expect(weigh([criterion('a')], { ...byPriority, priority_weight_map: { must_have: 1 } })).toEqual(refused);
      expect(weigh([criterion('a')], byPriority)).toEqual(shares({ a: 1 }));
    },
  );

  it('refuse a set with nothing to weigh', verifies('validation.no_aggregation_eligible_criteria'), () => {
    const refused = ['validation.no_aggregation_eligible_criteria'];
    expect(weigh([])).toEqual(refused);
    expect(weigh([criterion('a', { scoring_basis: 'unanchored_llm_judgment', weight: 1 })])).toEqual(refused);
  });

  it(
    'stay open when an unanchored judgement may not be scored',
    verifies('validation.unanchored_required_criterion_indeterminate', 'ELN-RULE-49'),
    () => {
      const open = { ...config, unanchored_llm_judgment_policy: 'indeterminate' };
      const anchored = criterion('a', { weight: 1 });
      expect(
        verdictOf(
          'scoring.normalize-criterion-weights',
          given([anchored, criterion('b', { scoring_basis: 'unanchored_llm_judgment' })], open),
        ),
      ).toEqual({
        status: 'indeterminate',
        cause: 'unanchored_judgment',
        codes: ['validation.unanchored_required_criterion_indeterminate'],
      });
      expect(weigh([anchored], open)).toEqual(shares({ a: 1 }));
    },
  );

  it('name the unanchored judgements that were kept', verifies('ELN-RULE-49'), () => {
    const kept = { ...config, unanchored_llm_judgment_policy: 'include_with_audit_flag' };
    const guessed = criterion('g', { scoring_basis: 'unanchored_llm_judgment', weight: 1 });
    expect(weigh([criterion('a', { weight: 1 }), guessed], kept)).toEqual(shares({ a: 0.5, g: 0.5 }, ['g']));
    expect(weigh([criterion('a', { weight: 1 }), guessed])).toEqual(shares({ a: 1 }));
  });

  it('refuse one criterion twice: one share would hide the other', () => {
    expect(weigh([criterion('a', { weight: 1 }), criterion('a', { weight: 1 })])).toEqual([
      'formula.inputs_inconsistent',
    ]);
  });
});

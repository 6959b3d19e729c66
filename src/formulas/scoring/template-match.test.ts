import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { valueOf } from '../../../test/support/formula-registry.ts';
import { TemplateMatchComponent, type TemplateMatchComponents } from '../../contracts/index.ts';
import { quantity } from '../definition.ts';
import { judgeValue } from '../judge-value.ts';
import { templateMatch } from './template-match.ts';

const each = (value: number) =>
  Object.fromEntries(TemplateMatchComponent.options.map((name) => [name, value])) as TemplateMatchComponents;
const formula = {
  formula_id: 'template_match_score_v1',
  component_weights: each(1),
  hard_veto_cap: 0.3,
  soft_penalty_max_total: 0.4,
  schema_version: '1.0',
};
const match = (components: unknown, change: { formula?: object; penalty?: number; vetoes?: number } = {}) =>
  valueOf('scoring.template-match', {
    components: quantity(components, 'score_0_1'),
    formula: quantity({ ...formula, ...change.formula }),
    soft_penalty_sum: quantity(change.penalty ?? 0, 'score_0_1'),
    hard_veto_count: quantity(change.vetoes ?? 0, 'count'),
  });
const wrongNumbers = [-0.1, Number.NaN, Number.POSITIVE_INFINITY];

describe('a template match', () => {
  it('weighs components, takes off penalties and caps a veto', verifies('ELN-C-09', 'ELN-RULE-57'), () => {
    expect(match({ ...each(0), task_type_match: 0.9 })).toBeCloseTo(0.1, 12);
    expect(match(each(0.5), { penalty: 0.4 })).toBeCloseTo(0.1, 12);
    expect(match(each(0.3), { penalty: 0.4 })).toBe(0);
    expect(match(each(1), { vetoes: 1 })).toBe(0.3);
    expect(match(each(0.2), { vetoes: 1 })).toBeCloseTo(0.2, 12);
    expect(match(each(1))).toBe(1);
    const weights = { ...each(0), task_type_match: 3, user_preference_match: 1 };
    expect(match({ ...each(0), task_type_match: 1 }, { formula: { component_weights: weights } })).toBe(0.75);
  });

  it('weighs by shares, so that the smallest weights count like any others', verifies('ELN-RULE-57'), () => {
    const weights = { ...each(0), task_type_match: Number.MIN_VALUE };
    expect(match(each(0.4), { formula: { component_weights: weights } })).toBe(0.4);
    expect(match(each(0.4), { formula: { component_weights: each(Number.MIN_VALUE) } })).toBeCloseTo(0.4, 12);
  });

  it('lies between 0 and 1 for any scores and weights', () => {
    const nine = (arbitrary: fc.Arbitrary<number>) =>
      fc
        .tuple(...TemplateMatchComponent.options.map(() => arbitrary))
        .map((values) =>
          Object.fromEntries(TemplateMatchComponent.options.map((name, index) => [name, values[index]])),
        );
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        nine(unit),
        nine(fc.double({ min: 0.01, max: 1e100, noNaN: true })),
        fc.nat(2),
        (components, weights, vetoes) => {
          const score = match(components, { formula: { component_weights: weights }, vetoes });
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(vetoes > 0 ? 0.3 : 1);
        },
      ),
    );
  });

  it(
    'refuses a component outside 0 to 1 or missing',
    verifies('validation.template_match_component_out_of_range'),
    () => {
      const refused = ['validation.template_match_component_out_of_range'];
      for (const value of [...wrongNumbers, 1.1])
        expect(match({ ...each(1), task_type_match: value })).toEqual(refused);
      const { task_type_match: _missing, ...incomplete } = each(1);
      expect(match(incomplete)).toEqual(refused);
      expect(match({ ...each(1), task_type_match: 0 })).toBeCloseTo(8 / 9, 12);
    },
  );

  it('refuses a weight that is negative or not finite', verifies('validation.template_match_weight_invalid'), () => {
    for (const value of wrongNumbers) {
      expect(match(each(1), { formula: { component_weights: { ...each(1), task_type_match: value } } })).toEqual([
        'validation.template_match_weight_invalid',
      ]);
    }
    expect(match(each(1), { formula: { component_weights: { ...each(0), task_type_match: 0.5 } } })).toBe(1);
  });

  it(
    'refuses weights that sum to nothing or overflow',
    verifies('validation.template_match_total_weight_zero', 'fixture.template_match_zero_weight'),
    () => {
      const refused = ['validation.template_match_total_weight_zero'];
      expect(match(each(1), { formula: { component_weights: each(0) } })).toEqual(refused);
      expect(match(each(1), { formula: { component_weights: each(Number.MAX_VALUE) } })).toEqual(refused);
    },
  );

  it(
    'refuses a penalty that is negative or beyond its maximum',
    verifies('validation.template_match_soft_penalty_invalid'),
    () => {
      const refused = ['validation.template_match_soft_penalty_invalid'];
      expect(match(each(1), { penalty: -0.01 })).toEqual(refused);
      expect(match(each(1), { penalty: 0.41 })).toEqual(refused);
      expect(match(each(1), { penalty: 0.4 })).toBe(0.6);
      expect(match(each(1), { formula: { soft_penalty_max_total: 0 } })).toBe(1);
      for (const value of wrongNumbers)
        expect(match(each(1), { formula: { soft_penalty_max_total: value } })).toEqual(refused);
      expect(match(each(1), { penalty: Number.NaN })).toEqual(['formula.input_not_finite']);
    },
  );

  it('refuses a veto cap outside 0 to 1', verifies('validation.template_match_hard_veto_cap_invalid'), () => {
    for (const value of [...wrongNumbers, 1.1]) {
      expect(match(each(1), { formula: { hard_veto_cap: value } })).toEqual([
        'validation.template_match_hard_veto_cap_invalid',
      ]);
    }
    expect([
      match(each(1), { formula: { hard_veto_cap: 1 }, vetoes: 1 }),
      match(each(1), { formula: { hard_veto_cap: 0 }, vetoes: 1 }),
    ]).toEqual([1, 0]);
  });

  it('names itself when its output is no number', verifies('validation.template_match_output_nan'), () => {
    expect(judgeValue(templateMatch, {}, Number.NaN).verdict.codes).toEqual([
      'validation.formula_output_nan_or_infinity',
      'validation.template_match_output_nan',
    ]);
  });
});

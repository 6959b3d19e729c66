import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { accepted, receiptOf, refused, rolledUp, RUN, verdictOn } from '../../../test/support/validated-appends.ts';
import { defineEvent, type JsonObject } from '../../contracts/index.ts';
import { BUILTIN_SETUP } from '../setup.ts';

describe('a derived value', () => {
  const type = 'metric.rolled_up';

  it('is a figure with the receipt that proves it', verifies('validation.metric_value_without_formula_receipt'), () => {
    const by = refused('validation.metric_value_without_formula_receipt', type, 'no receipt proves the value at "rollup.value"');
    expect([verdictOn([rolledUp(42, receiptOf(41))]), verdictOn([rolledUp(42, receiptOf(42, { outcome: 'indeterminate' }))])]).toEqual([by, by]);
    expect([verdictOn([rolledUp(null, receiptOf(42))]), verdictOn([rolledUp(null, receiptOf(null, { outcome: 'value' }))])]).toEqual([by, by]);
    expect([verdictOn([rolledUp(42)]), verdictOn([rolledUp(null)]), verdictOn([rolledUp({ p50: 1 })])]).toEqual([accepted(), accepted(), accepted()]);
  });

  it('is a yes or no with the receipt that proves it', verifies('validation.derived_boolean_without_formula_receipt'), () => {
    expect(verdictOn([rolledUp(true, receiptOf(false))])).toEqual(refused('validation.derived_boolean_without_formula_receipt', type, 'no receipt proves the value at "rollup.value"'));
    expect([verdictOn([rolledUp(true)]), verdictOn([rolledUp(false)])]).toEqual([accepted(), accepted()]);
  });

  it('is a label with the receipt that proves it', verifies('validation.derived_enum_without_derivation_receipt'), () => {
    expect(verdictOn([rolledUp('passed', receiptOf('failed_threshold'))])).toEqual(refused('validation.derived_enum_without_derivation_receipt', type, 'no receipt proves the value at "rollup.value"'));
    expect(verdictOn([rolledUp('passed')])).toEqual(accepted());
  });

  it('comes from a formula that is registered in that very version', verifies('validation.metric_without_formula_spec'), () => {
    const by = (formula: string) => refused('validation.metric_without_formula_spec', type, `no formula ${formula} is registered`);
    const from = (id: string, version: string) => verdictOn([rolledUp(1, receiptOf(1, { formula_id: id, formula_semantic_version: version }))]);
    expect([from('stats.mean', '9.0.0'), from('stats.vibe', '1.0.0')]).toEqual([by('stats.mean@9.0.0'), by('stats.vibe@1.0.0')]);
    expect([from('stats.mean', '1.0.0'), from('solver.gradient', '0.8.0'), from('solver.gradient', '1.0.0')]).toEqual([accepted(), accepted(), accepted()]);
  });

  it('is finite, or absent where the formula found none', verifies('validation.formula_output_nan_or_infinity'), () => {
    const by = refused('validation.formula_output_nan_or_infinity', type, 'the computation of "rollup.value" did not end in a finite number');
    const checked = (value: JsonObject[string], finite_number_check: string) => verdictOn([rolledUp(value, receiptOf(value, { finite_number_check }))]);
    expect([checked(1, 'failed_nan'), checked(null, 'failed_infinity'), checked(1, 'coerced_to_indeterminate')]).toEqual([by, by, by]);
    expect([checked(1, 'passed'), checked(null, 'coerced_to_indeterminate')]).toEqual([accepted(), accepted()]);
  });

  it('has no proof when its receipt is missing, and needs none when it is absent itself', verifies('validation.metric_value_without_formula_receipt', 'validation.derived_boolean_without_formula_receipt', 'validation.derived_enum_without_derivation_receipt', 'validation.formula_output_nan_or_infinity', 'validation.metric_without_formula_spec'), () => {
    const codes = ['validation.metric_value_without_formula_receipt', 'validation.derived_boolean_without_formula_receipt', 'validation.derived_enum_without_derivation_receipt'];
    const judged = defineEvent({ type: 'run.judged', version: 1, payload: z.looseObject({}), derived: [{ value: 'verdict.score', receipt: 'receipt' }] });
    const verdict = (payload: JsonObject) => verdictOn([{ type: 'run.judged', streamId: RUN, payload }], { setup: { ...BUILTIN_SETUP, events: [judged] } });
    const unproven = (score: JsonObject[string]) => verdict({ verdict: { score } });
    expect([unproven(1), unproven(true), unproven('passed')]).toEqual(codes.map((code) => refused(code, 'run.judged', 'no receipt proves the value at "verdict.score"')));
    expect([verdict({}), verdict({ verdict: null }), verdict({ verdict: [], receipt: receiptOf(1, { finite_number_check: 'failed_nan' }) })]).toEqual([accepted(), accepted(), accepted()]);
    expect(verdict({ verdict: { score: 1 }, receipt: receiptOf(1) })).toEqual(accepted());
  });
});

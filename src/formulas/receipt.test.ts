import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { CONTEXT, formulas, shareFormula, shareWith } from '../../test/support/formula-registry.ts';
import { FormulaEvaluationReceipt, RunId, TaskId } from '../contracts/index.ts';
import { canonicalHash } from '../kernel/index.ts';
import { quantity } from './definition.ts';
import { inputManifestHash, inputValueHash, outputValueHash } from './receipt.ts';
import { recheckReceipt } from './recheck.ts';
import { createFormulaRegistry } from './registry.ts';

const spent = {
  replan_count: quantity(0, 'count'),
  max_replans: quantity(0, 'count'),
  active_elapsed_ms: quantity(5, 'milliseconds'),
  time_budget_ms: quantity(10, 'milliseconds'),
};
const inputRef = { kind: 'event', key: 'evt-1' } as const;

describe('a receipt', () => {
  it('says what was computed, from what, by which policies', verifies('KEL-FORMULAS-14', 'ELN-C-01'), () => {
    const context = {
      ...CONTEXT,
      taskId: TaskId.parse('task_01JABCDEFGHJKMNPQRSTVWXYZ0'),
      runId: RunId.parse('run_01JABCDEFGHJKMNPQRSTVWXYZ0'),
      inputRefs: [inputRef],
      outputRef: { kind: 'document', key: 'loss' } as const,
    };
    const { receipt } = formulas.evaluate({ id: 'loss.resource' }, spent, context);
    expect(receipt).toEqual({
      receipt_id: 'rcp_01JABCDEFGHJKMNPQRSTVWXYZ0',
      formula_id: 'loss.resource',
      formula_semantic_version: '1.0.0',
      producer_ref: 'solver',
      task_id: 'task_01JABCDEFGHJKMNPQRSTVWXYZ0',
      run_id: 'run_01JABCDEFGHJKMNPQRSTVWXYZ0',
      input_refs: [inputRef],
      input_manifest_hash: canonicalHash({
        formula_id: 'loss.resource',
        formula_semantic_version: '1.0.0',
        units: {
          replan_count: 'count',
          max_replans: 'count',
          active_elapsed_ms: 'milliseconds',
          time_budget_ms: 'milliseconds',
        },
        input_refs: [inputRef],
      }),
      input_value_hash: canonicalHash({ replan_count: 0, max_replans: 0, active_elapsed_ms: 5, time_budget_ms: 10 }),
      output_ref: { kind: 'document', key: 'loss' },
      outcome: 'value',
      output_value_hash: canonicalHash(1),
      omitted_input_names: ['replan_share', 'time_share'],
      missing_input_policy_applied: 'default_value_with_audit',
      zero_denominator_policy_applied: 'return_one',
      finite_number_check: 'passed',
      validation_codes: ['formula.zero_denominator'],
      computed_at: '2026-03-01T12:00:00.000Z',
      schema_version: '1.0',
    });
  });

  it('leaves out what did not happen', () => {
    const { receipt } = formulas.evaluate({ id: 'loss.beta-effective' }, { resource: quantity(0, 'ratio') }, CONTEXT);
    expect(
      Object.keys(receipt).filter((name) =>
        ['task_id', 'run_id', 'output_ref', 'zero_denominator_policy_applied'].includes(name),
      ),
    ).toEqual([]);
    expect(receipt.input_refs).toEqual([]);
  });

  it('is made for a refusal too, with its codes', verifies('KEL-FORMULAS-14'), () => {
    const { receipt } = formulas.evaluate(
      { id: 'loss.beta-effective' },
      { resource: quantity(Number.NaN, 'ratio') },
      CONTEXT,
    );
    expect({ ...receipt, input_manifest_hash: '' }).toMatchObject({
      outcome: 'rejected',
      input_value_hash: canonicalHash({ resource: { not_json: 'NaN' } }),
      output_value_hash: canonicalHash(null),
      finite_number_check: 'failed_nan',
      validation_codes: ['formula.input_not_finite'],
    });
  });

  it('parses as its contract for any input', verifies('KEL-FORMULAS-14'), () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { receipt } = formulas.evaluate({ id: 'loss.distance' }, { verdicts: quantity(value) }, CONTEXT);
        expect(FormulaEvaluationReceipt.parse(receipt)).toEqual(receipt);
      }),
    );
  });

  it('hashes values, units and sources apart', verifies('KEL-FORMULAS-14'), () => {
    const seconds = { a: quantity(1, 'seconds'), b: undefined, c: null as never };
    const millis = { a: quantity(1, 'milliseconds') };
    expect(inputValueHash(seconds)).toBe(inputValueHash(millis));
    expect(inputValueHash(seconds)).toBe(canonicalHash({ a: 1 }));
    expect(inputManifestHash(shareFormula.spec, seconds, [])).not.toBe(
      inputManifestHash(shareFormula.spec, millis, []),
    );
    expect(inputManifestHash(shareFormula.spec, seconds, [inputRef])).toBe(
      canonicalHash({
        formula_id: 'test.share',
        formula_semantic_version: '1.0.0',
        units: { a: 'seconds' },
        input_refs: [inputRef],
      }),
    );
  });

  it('hashes the value alone, and null where there is none', verifies('KEL-FORMULAS-14'), () => {
    expect(outputValueHash({ status: 'value', value: { a: 1 }, codes: ['formula.low_confidence'] })).toBe(
      canonicalHash({ a: 1 }),
    );
    expect(outputValueHash({ status: 'indeterminate', cause: 'missing_dimension', codes: [] })).toBe(
      canonicalHash(null),
    );
    expect(outputValueHash({ status: 'rejected', codes: ['formula.input_missing'] })).toBe(canonicalHash(null));
  });

  it('says why there is no value, and how sure one is', verifies('KEL-FORMULAS-14', 'ELN-C-01'), () => {
    const mean = (samples: number[]) =>
      formulas.evaluate({ id: 'stats.mean' }, { samples: quantity(samples, 'usd') }, CONTEXT).receipt;
    expect(mean([])).toMatchObject({
      outcome: 'indeterminate',
      indeterminate_cause: 'zero_denominator',
      validation_codes: ['formula.zero_denominator'],
    });
    expect(mean([2, 2])).toMatchObject({
      outcome: 'value',
      validation_codes: ['formula.low_confidence'],
      confidence_interval: { lower: 2, upper: 2, level: 0.95 },
    });
    expect(Object.keys(mean([])).includes('confidence_interval')).toBe(false);
    expect(Object.keys(mean([2, 2])).includes('indeterminate_cause')).toBe(false);
  });

  it('is made for what is sparse, deep, long or not there at all', verifies('KEL-FORMULAS-14'), () => {
    const sparse: unknown[] = [];
    sparse[3] = 1;
    let deep: unknown = 1;
    for (let depth = 0; depth < 5_000; depth += 1) deep = [deep];
    const long = Array.from({ length: 300_000 }, () => 'x');
    const codesFor = (samples: unknown) => {
      const { receipt } = formulas.evaluate({ id: 'stats.mean' }, { samples } as never, CONTEXT);
      return FormulaEvaluationReceipt.parse(receipt).validation_codes;
    };
    const mistyped = ['formula.input_type_mismatch'];
    expect([sparse, deep, long].map((value) => codesFor(quantity(value, 'usd')))).toEqual([
      mistyped,
      mistyped,
      mistyped,
    ]);
    expect([codesFor(null), codesFor(undefined), codesFor(7)]).toEqual([
      ['formula.input_missing'],
      ['formula.input_missing'],
      ['formula.input_missing'],
    ]);
  });
});

describe('rechecking a receipt', () => {
  const inputs = { part: quantity(3, 'count'), whole: quantity(4, 'count') };
  const { receipt } = createFormulaRegistry([shareFormula]).evaluate({ id: 'test.share' }, inputs, CONTEXT);
  const doubled = shareWith(
    { test_vectors: [{ ...shareFormula.spec.test_vectors[0], expected_output: 0.5 }] as never },
    { compute: () => ({ kind: 'value', value: 0.5 }) },
  );

  it('finds nothing when the same inputs give the same output', () => {
    expect(recheckReceipt(createFormulaRegistry([shareFormula]), receipt, inputs)).toEqual([]);
  });

  it(
    'finds drift when the version computes something else or is gone',
    verifies('validation.formula_version_drift'),
    () => {
      const drift = ['validation.formula_version_drift'];
      expect(recheckReceipt(createFormulaRegistry([doubled]), receipt, inputs)).toEqual(drift);
      expect(
        recheckReceipt(createFormulaRegistry([shareWith({ semantic_version: '2.0.0' })]), receipt, inputs),
      ).toEqual(drift);
    },
  );

  it('says when the inputs are not those of the receipt', verifies('validation.formula_version_drift'), () => {
    expect(
      recheckReceipt(createFormulaRegistry([shareFormula]), receipt, { ...inputs, part: quantity(2, 'count') }),
    ).toEqual(['formula.inputs_inconsistent']);
    expect(
      recheckReceipt(createFormulaRegistry([shareFormula]), receipt, { ...inputs, part: quantity(3, 'percent') }),
    ).toEqual(['formula.inputs_inconsistent']);
    const sourced = { ...receipt, input_refs: [inputRef] };
    expect(recheckReceipt(createFormulaRegistry([shareFormula]), sourced, inputs)).toEqual([
      'formula.inputs_inconsistent',
    ]);
  });

  it('finds any other part of the receipt that was changed', verifies('validation.formula_version_drift'), () => {
    const samples = { samples: quantity([1, 3], 'usd') };
    const context = {
      ...CONTEXT,
      taskId: TaskId.parse('task_01JABCDEFGHJKMNPQRSTVWXYZ0'),
      runId: RunId.parse('run_01JABCDEFGHJKMNPQRSTVWXYZ0'),
      inputRefs: [inputRef],
      outputRef: { kind: 'document', key: 'mean' } as const,
    };
    const honest = formulas.evaluate({ id: 'stats.mean' }, samples, context).receipt;
    const { confidence_interval: _interval, ...withoutInterval } = honest;
    expect(recheckReceipt(formulas, honest, samples)).toEqual([]);
    const changed: FormulaEvaluationReceipt[] = [
      { ...honest, validation_codes: [] },
      { ...honest, confidence_interval: { lower: 1.9, upper: 2.1, level: 0.95 } },
      withoutInterval,
      { ...honest, output_value_hash: canonicalHash(3) },
      { ...honest, outcome: 'rejected' },
      { ...honest, omitted_input_names: ['samples'] },
      { ...honest, finite_number_check: 'failed_nan' },
      { ...honest, zero_denominator_policy_applied: 'return_one' },
      { ...honest, indeterminate_cause: 'zero_denominator' },
    ];
    expect(changed.map((each) => recheckReceipt(formulas, each, samples))).toEqual(
      changed.map(() => ['validation.formula_version_drift']),
    );
  });

  it('passes the window on to a formula that needs one', () => {
    const sample_policy = {
      min_sample_size: 1,
      insufficient_sample_result: 'indeterminate',
      window_required: true,
    } as const;
    const registry = createFormulaRegistry([shareWith({ sample_policy }, { sampleSize: () => 1 })]);
    const window = { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' };
    const windowed = registry.evaluate({ id: 'test.share' }, inputs, { ...CONTEXT, window });
    expect(recheckReceipt(registry, windowed.receipt, inputs, window)).toEqual([]);
    expect(recheckReceipt(registry, windowed.receipt, inputs)).toEqual(['validation.formula_version_drift']);
  });

  it('does not hide other failures', () => {
    const broken = {
      ...createFormulaRegistry([shareFormula]),
      evaluate: () => {
        throw new TypeError('broken');
      },
    };
    expect(() => recheckReceipt(broken, receipt, inputs)).toThrow('broken');
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { FormulaEvaluationReceipt, RunId, TaskId } from '../contracts/index.ts';
import { canonicalHash } from '../kernel/index.ts';
import { quantity } from './definition.ts';
import { inputManifestHash, inputValueHash, outputValueHash } from './receipt.ts';
import { recheckReceipt } from './recheck.ts';
import { CONTEXT, formulas, shareFormula, shareWith } from './registry-fixture.ts';
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
      validation_codes: [],
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
      output_value_hash: canonicalHash({ status: 'rejected', codes: ['formula.input_not_finite'] }),
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
    const seconds = { a: quantity(1, 'seconds'), b: undefined };
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

  it('hashes the absence of a value with its reason', verifies('KEL-FORMULAS-14'), () => {
    expect(outputValueHash({ status: 'value', value: { a: 1 }, codes: ['formula.low_confidence'] })).toBe(
      canonicalHash({ a: 1 }),
    );
    expect(outputValueHash({ status: 'indeterminate', cause: 'no_neighbor', codes: [] })).toBe(
      canonicalHash({ status: 'indeterminate', cause: 'no_neighbor', codes: [] }),
    );
    expect(outputValueHash({ status: 'rejected', codes: ['formula.input_missing'] })).toBe(
      canonicalHash({ status: 'rejected', codes: ['formula.input_missing'] }),
    );
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

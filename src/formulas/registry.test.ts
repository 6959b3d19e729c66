import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { CONTEXT, formulas, shareFormula, shareWith } from '../../test/support/formula-registry.ts';
import { quantity } from './definition.ts';
import { compareVersions, createFormulaRegistry, driftsFromPin, duplicateProblems } from './registry.ts';

const threeQuarters = { part: quantity(3, 'count'), whole: quantity(4, 'count') };
const doubled = shareWith(
  {
    semantic_version: '0.9.0',
    test_vectors: [{ ...shareFormula.spec.test_vectors[0], expected_output: 1.5 }] as never,
  },
  { compute: () => ({ kind: 'value', value: 1.5 }) },
);

function problemsOf(build: () => unknown): unknown {
  try {
    build();
    return 'registered';
  } catch (error) {
    return (error as { code?: string; data?: { problems?: { formula: string; code: string }[] } }).data?.problems?.map(
      ({ formula, code }) => `${formula} ${code}`,
    );
  }
}

describe('a formula registry', () => {
  it('refuses one id and version twice, and names it once', verifies('KEL-FORMULAS-02'), () => {
    expect(duplicateProblems([shareFormula, shareFormula, shareFormula])).toEqual([
      { formula: 'test.share@1.0.0', code: 'formula.duplicate', detail: 'this id and version are defined twice' },
    ]);
    expect(duplicateProblems([shareFormula, shareWith({ semantic_version: '1.0.1' })])).toEqual([]);
    expect(problemsOf(() => createFormulaRegistry([shareFormula, shareFormula]))).toEqual([
      'test.share@1.0.0 formula.duplicate',
    ]);
  });

  it('refuses the whole set when one formula is unsound and says what to do', () => {
    const bad = shareWith({ formula_id: 'test.bad', test_vectors: [] });
    expect(() => createFormulaRegistry([shareFormula, bad])).toThrow(
      expect.objectContaining({
        code: 'formula.refused',
        message: expect.stringContaining('test.bad@1.0.0: validation.formula_test_vector_missing'),
        nextStep: expect.stringContaining('Correct the definitions'),
      }),
    );
  });

  it('keeps versions side by side and takes the newest unless one is named', verifies('KEL-FORMULAS-03'), () => {
    const old = shareWith({ semantic_version: '0.9.0', purpose: 'Old.' });
    const newest = shareWith({ semantic_version: '0.10.0', purpose: 'New.' });
    const registry = createFormulaRegistry([newest, old]);
    expect(registry.specs().map((spec) => spec.semantic_version)).toEqual(['0.9.0', '0.10.0']);
    expect(registry.spec({ id: 'test.share' }).purpose).toBe('New.');
    expect(registry.spec({ id: 'test.share', version: '0.9.0' }).purpose).toBe('Old.');
  });

  it('lists formulas by id', () => {
    const ids = formulas.specs().map((spec) => spec.formula_id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length - 1);
  });

  it('orders versions by their numbers, part by part', verifies('KEL-FORMULAS-03'), () => {
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
    expect(compareVersions('0.10.0', '0.9.9')).toBe(1);
    expect(compareVersions('1.2.3', '1.2.5')).toBe(-2);
    expect(compareVersions('2.0.0', '1.9.9')).toBe(1);
  });

  it('refuses an id or version it does not hold', () => {
    expect(() => formulas.spec({ id: 'loss.total', version: '9.9.9' })).toThrow(
      expect.objectContaining({
        code: 'formula.unknown',
        message: 'There is no formula loss.total in version 9.9.9.',
        data: { formula_id: 'loss.total', version: '9.9.9' },
      }),
    );
    const registry = createFormulaRegistry([shareFormula]);
    expect(() => registry.spec({ id: 'test.none' as 'test.share' })).toThrow(
      expect.objectContaining({
        code: 'formula.unknown',
        message: 'There is no formula test.none.',
        data: { formula_id: 'test.none' },
      }),
    );
  });

  it('evaluates the version a run is pinned to', verifies('KEL-FORMULAS-11'), () => {
    const registry = createFormulaRegistry([shareFormula, shareWith({ semantic_version: '2.0.0' })]);
    const pinned = { ...CONTEXT, pinnedVersions: { 'test.share': '1.0.0' } };
    const versionUsed = (context: typeof CONTEXT, version?: string) =>
      registry.evaluate(version ? { id: 'test.share', version } : { id: 'test.share' }, threeQuarters, context).receipt
        .formula_semantic_version;
    expect([
      versionUsed(CONTEXT),
      versionUsed(pinned),
      versionUsed(pinned, '1.0.0'),
      versionUsed(CONTEXT, '1.0.0'),
    ]).toEqual(['2.0.0', '1.0.0', '1.0.0', '1.0.0']);
  });

  it('refuses another version than the pinned one', verifies('validation.formula_version_drift'), () => {
    const registry = createFormulaRegistry([shareFormula, shareWith({ semantic_version: '2.0.0' })]);
    const pinned = { ...CONTEXT, pinnedVersions: { 'test.share': '1.0.0' } };
    const outcome = registry.evaluate({ id: 'test.share', version: '2.0.0' }, threeQuarters, pinned);
    expect({ status: outcome.status, codes: outcome.codes, receipt: outcome.receipt.validation_codes }).toEqual({
      status: 'rejected',
      codes: ['validation.formula_version_drift'],
      receipt: ['validation.formula_version_drift'],
    });
    expect(driftsFromPin('2.0.0', '1.0.0')).toBe(true);
    expect(driftsFromPin('1.0.0', '1.0.0')).toBe(false);
    expect(driftsFromPin(undefined, '1.0.0')).toBe(false);
    expect(driftsFromPin('1.0.0', undefined)).toBe(false);
  });

  it('refuses a formula whose vectors leave its declared range', () => {
    expect(problemsOf(() => createFormulaRegistry([doubled]))).toEqual(['test.share@0.9.0 formula.test_vector_failed']);
  });
});

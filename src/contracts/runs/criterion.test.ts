import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { Criterion, CriterionMode, CriterionVerdict, FailureClass, requiredCriteria } from './criterion.ts';

describe('a criterion', () => {
  it('is required by default when it can be verified and not when it is a judgement', verifies('KEL-RUNS-07', 'ART-V09-03'), () => {
    expect(Criterion.parse({ criterion: 'all tests pass', mode: 'verifiable' })).toEqual({
      criterion: 'all tests pass',
      mode: 'verifiable',
      required: true,
    });
    expect(Criterion.parse({ criterion: 'reads well', mode: 'plausible' })).toEqual({
      criterion: 'reads well',
      mode: 'plausible',
      required: false,
    });
  });

  it('has words and a mode, and no room for more', verifies('KEL-RUNS-07', 'ART-V09-03'), () => {
    for (const mode of CriterionMode.options) {
      const criterion = { criterion: 'all tests pass', mode, required: true };
      expect(requiredFieldsOf(Criterion, criterion)).toEqual(['criterion', 'mode']);
      expect(faultsOf(Criterion, { ...criterion, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    }
  });

  it('keeps what the planner said about being required', verifies('KEL-RUNS-07', 'ART-V09-03'), () => {
    expect(Criterion.parse({ criterion: 'a', mode: 'verifiable', required: false }).required).toBe(false);
    expect(Criterion.parse({ criterion: 'a', mode: 'plausible', required: true }).required).toBe(true);
  });

  it('is refused as a bare string, without words, and in a mode nobody knows', verifies('KEL-RUNS-07'), () => {
    expect(faultsOf(Criterion, 'all tests pass')).toEqual([': Invalid input: expected object, received string']);
    expect(faultsOf(Criterion, { criterion: '', mode: 'plausible' })).toEqual([
      'criterion: Too small: expected string to have >=1 characters',
    ]);
    expect(faultsOf(Criterion, { criterion: 'a', mode: 'hopeful' })).toEqual([
      "mode: Invalid discriminator value. Expected 'verifiable' | 'plausible'",
    ]);
    expect(CriterionMode.options).toEqual(['verifiable', 'plausible']);
  });

  it('counts as required only when it says so', () => {
    const must = Criterion.parse({ criterion: 'tests pass', mode: 'verifiable' });
    const may = Criterion.parse({ criterion: 'reads well', mode: 'plausible' });
    expect(requiredCriteria([must, may])).toEqual([must]);
  });
});

describe('a verdict', () => {
  const judged = { criterion: 'tests pass', mode: 'verifiable', required: true, evidence: '14 of 14 passed' };
  const pass = { ...judged, verdict: 'pass', evidence_refs: [sample.storageRef] };
  const fail = { ...judged, verdict: 'fail', failure_class: 'logical', evidence_refs: [] };

  it('passes only with a record to point at', verifies('KEL-RUNS-08'), () => {
    expect(CriterionVerdict.parse(pass)).toEqual(pass);
    expect(requiredFieldsOf(CriterionVerdict, pass)).toEqual(Object.keys(pass));
    expect(faultsOf(CriterionVerdict, { ...pass, evidence_refs: [] })).toEqual([
      'evidence_refs: Too small: expected array to have >=1 items',
    ]);
  });

  it('fails only with a class of failure', verifies('KEL-RUNS-08', 'ART-R4A-03'), () => {
    expect(CriterionVerdict.parse(fail)).toEqual(fail);
    expect(requiredFieldsOf(CriterionVerdict, fail)).toEqual(Object.keys(fail));
    expect(FailureClass.options).toEqual(['logical', 'environmental']);
    expect(faultsOf(CriterionVerdict, { ...pass, failure_class: 'logical' })).toEqual([': Unrecognized key: "failure_class"']);
  });

  it('is pass, fail or open, and nothing between', verifies('ART-R4A-03'), () => {
    expect(faultsOf(CriterionVerdict, { ...pass, verdict: 'partly' })).toEqual([
      "verdict: Invalid discriminator value. Expected 'pass' | 'fail' | 'unresolved'",
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { ActionDirective, FinalResult, LossValues, MacroState, PlanDirective, PreviousDirective } from './directive.ts';

const loss = { D: 0.5, P: 1, Omega: 0, L: 0.6 };
const required = { criterion: 'tests pass', mode: 'verifiable', required: true };
const optional = { criterion: 'reads well', mode: 'plausible', required: false };

describe('the solver’s states', () => {
  it('are six', () => {
    expect(MacroState.options).toEqual(['abandon', 'success', 'break_symmetry', 'change_approach', 'change_path', 'refine']);
  });

  it('send the planner back in four of them', verifies('ART-R7-13'), () => {
    expect(ActionDirective.options).toEqual(['break_symmetry', 'change_approach', 'change_path', 'refine']);
  });

  it('follow on `init` in the first round', verifies('ART-R7-13'), () => {
    expect(PreviousDirective.options).toEqual(['init', 'break_symmetry', 'change_approach', 'change_path', 'refine']);
  });
});

describe('a loss', () => {
  it('keeps distance, process and cost between 0 and 1 and the total finite and not negative', () => {
    expect(LossValues.parse(loss)).toEqual(loss);
    expect(faultsOf(LossValues, { D: 1.1, P: -0.1, Omega: 2, L: -1 })).toEqual([
      'D: Too big: expected number to be <=1',
      'P: Too small: expected number to be >=0',
      'Omega: Too big: expected number to be <=1',
      'L: Too small: expected number to be >=0',
    ]);
    expect(LossValues.safeParse({ ...loss, L: Number.POSITIVE_INFINITY }).success).toBe(false);
    expect(LossValues.safeParse({ ...loss, D: Number.NaN }).success).toBe(false);
  });
});

describe('a plan directive', () => {
  const directive = {
    task_id: sample.taskId,
    loss,
    grad_l: -0.2,
    grad_q: 0,
    prev_directive: 'init',
    directive: 'change_path',
    blocked_tools: ['shell'],
    blocked_targets: ['/missing.txt'],
    failed_criterion: 'the file was read',
    failure_class: 'mixed',
    budget_pressure: 0.4,
    rationale: 'the path does not exist',
  };

  it('needs every field', verifies('ART-R7-13'), () => {
    expect(PlanDirective.parse(directive)).toEqual(directive);
    expect(requiredFieldsOf(PlanDirective, directive)).toEqual(Object.keys(directive));
    expect(faultsOf(PlanDirective, { ...directive, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });

  it('cannot order an end: that is a final result', verifies('ART-R7-13'), () => {
    expect(faultsOf(PlanDirective, { ...directive, directive: 'abandon' })).toEqual([
      'directive: Invalid option: expected one of "break_symmetry"|"change_approach"|"change_path"|"refine"',
    ]);
  });

  it('classes the failure as logical, environmental or mixed', verifies('ART-R7-13'), () => {
    expect(faultsOf(PlanDirective, { ...directive, failure_class: 'bad luck' })).toEqual([
      'failure_class: Invalid option: expected one of "logical"|"environmental"|"mixed"',
    ]);
  });
});

describe('a final result', () => {
  const base = {
    task_id: sample.taskId,
    loss,
    grad_l: 0,
    grad_q: 0,
    prev_directive: 'refine',
    summary: 'The report is summarised.',
    output: { text: '…' },
    replans: 1,
    unmet_criteria: [],
  };

  it('is accept, success or abandon', verifies('ART-INV-14', 'ART-R7-14', 'KEL-RUNS-10'), () => {
    const abandon = { ...base, directive: 'abandon', next_moves: ['Give the path of the report'] };
    expect(FinalResult.parse({ ...base, directive: 'accept' })).toEqual({ ...base, directive: 'accept' });
    expect(FinalResult.parse({ ...base, directive: 'success' })).toEqual({ ...base, directive: 'success' });
    expect(FinalResult.parse(abandon)).toEqual(abandon);
    for (const result of [{ ...base, directive: 'accept' }, { ...base, directive: 'success' }, abandon]) {
      expect(requiredFieldsOf(FinalResult, result)).toEqual(Object.keys(result));
      expect(faultsOf(FinalResult, { ...result, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    }
    expect(faultsOf(FinalResult, { ...base, directive: 'refine' })).toEqual([
      "directive: Invalid discriminator value. Expected 'accept' | 'success' | 'abandon'",
    ]);
  });

  it('is accepted only with nothing unmet', verifies('ART-INV-14', 'ART-R7-14', 'KEL-RUNS-10'), () => {
    expect(faultsOf(FinalResult, { ...base, directive: 'accept', unmet_criteria: [optional] })).toEqual([
      'unmet_criteria: Too big: expected array to have <=0 items',
    ]);
  });

  it('lists what a success left unmet, and refuses it when it was required', verifies('ART-INV-14', 'ART-R7-14', 'KEL-RUNS-10'), () => {
    expect(faultsOf(FinalResult, { ...base, directive: 'success', unmet_criteria: [optional] })).toEqual([]);
    expect(faultsOf(FinalResult, { ...base, directive: 'success', unmet_criteria: [optional, required] })).toEqual([
      'unmet_criteria: a success may not leave a required criterion unmet',
    ]);
  });

  it('does not give up without saying what could be tried next', verifies('ART-INV-14', 'ART-R7-14', 'KEL-RUNS-10'), () => {
    expect(faultsOf(FinalResult, { ...base, directive: 'abandon', next_moves: [] })).toEqual([
      'next_moves: Too small: expected array to have >=1 items',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { FailVerdict } from './criterion.ts';
import { CorrectionSignal, ExecutionResult, GapPoint, SubtaskOutcome, ToolCallEvidence } from './subtask-outcome.ts';

const call = {
  tool_id: 'read_file',
  input: 'report.md',
  output_excerpt: '# Findings',
  outcome: 'completed',
  journal_ref: sample.storageRef,
};
const point = { attempt: 1, score: 1, unmet_criteria: [], failure_class: null };
const pass = {
  criterion: 'a',
  mode: 'verifiable',
  required: true,
  verdict: 'pass',
  evidence: 'seen',
  evidence_refs: [sample.storageRef],
};
const fail = {
  criterion: 'b',
  mode: 'verifiable',
  required: true,
  verdict: 'fail',
  failure_class: 'logical',
  evidence: 'not seen',
  evidence_refs: [],
};
const matched = {
  subtask_id: sample.subtaskId,
  parent_task_id: sample.taskId,
  status: 'matched',
  output: { findings: 5 },
  failure_reason: null,
  gap_trajectory: [point],
  criteria_verdicts: [pass],
  tool_calls: [call],
};

describe('evidence of a tool call', () => {
  it('holds the first 200 characters of the output and not one more', () => {
    expect(ToolCallEvidence.safeParse({ ...call, output_excerpt: 'x'.repeat(200) }).success).toBe(true);
    expect(faultsOf(ToolCallEvidence, { ...call, output_excerpt: 'x'.repeat(201) })).toEqual([
      'output_excerpt: Too big: expected string to have <=200 characters',
    ]);
  });

  it('says how the call ended and where the journal has it', () => {
    expect(requiredFieldsOf(ToolCallEvidence, call)).toEqual(Object.keys(call));
    expect(faultsOf(ToolCallEvidence, { ...call, outcome: 'probably' })).toEqual([
      'outcome: Invalid option: expected one of "completed"|"failed"|"interrupted"|"truncated"',
    ]);
  });
});

describe('an execution result', () => {
  it('is completed, uncertain or failed', verifies('ART-R3-02'), () => {
    const result = { subtask_id: sample.subtaskId, status: 'uncertain', output: '', tool_calls: [call] };
    expect(ExecutionResult.parse(result)).toEqual(result);
    expect(requiredFieldsOf(ExecutionResult, result)).toEqual(Object.keys(result));
    expect(faultsOf(ExecutionResult, { ...result, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(ExecutionResult, { ...result, status: 'matched' })).toEqual([
      'status: Invalid option: expected one of "completed"|"uncertain"|"failed"',
    ]);
  });
});

describe('a correction', () => {
  const signal = {
    subtask_id: sample.subtaskId,
    correction: 2,
    failure_class: 'environmental',
    what_was_wrong: 'the file was not found',
    what_to_do: 'look in the parent folder',
  };

  it('comes at most twice', () => {
    expect(CorrectionSignal.parse(signal)).toEqual(signal);
    expect(faultsOf(CorrectionSignal, { ...signal, correction: 3 })).toEqual(['correction: Too big: expected number to be <=2']);
    expect(faultsOf(CorrectionSignal, { ...signal, correction: 0 })).toEqual(['correction: Too small: expected number to be >=1']);
  });

  it('says what was wrong and what to do', () => {
    expect(requiredFieldsOf(CorrectionSignal, signal)).toEqual(Object.keys(signal));
  });
});

describe('a gap', () => {
  it('belongs to the first attempt or one of two corrections', verifies('ART-R4A-03'), () => {
    expect(requiredFieldsOf(GapPoint, point)).toEqual(Object.keys(point));
    expect(faultsOf(GapPoint, { ...point, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(GapPoint.safeParse({ ...point, attempt: 3 }).success).toBe(true);
    expect(faultsOf(GapPoint, { ...point, attempt: 4 })).toEqual(['attempt: Too big: expected number to be <=3']);
    expect(faultsOf(GapPoint, { ...point, attempt: 0 })).toEqual(['attempt: Too small: expected number to be >=1']);
  });
});

describe('a failed verdict', () => {
  it('says which criterion, in which class it failed and on what evidence', verifies('ART-R4A-03'), () => {
    expect(FailVerdict.parse(fail)).toEqual(fail);
    expect(requiredFieldsOf(FailVerdict, fail)).toEqual(Object.keys(fail));
    expect(faultsOf(FailVerdict, { ...fail, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(FailVerdict, { ...fail, failure_class: 'mixed' })).toEqual([
      'failure_class: Invalid option: expected one of "logical"|"environmental"',
    ]);
  });
});

describe('a subtask outcome', () => {
  it('is matched without a reason or failed with one', verifies('ART-R4A-02'), () => {
    const failed = { ...matched, status: 'failed', failure_reason: 'no such file', criteria_verdicts: [pass, fail] };
    expect(SubtaskOutcome.parse(matched)).toEqual(matched);
    expect(SubtaskOutcome.parse(failed)).toEqual(failed);
    for (const outcome of [matched, failed]) {
      expect(requiredFieldsOf(SubtaskOutcome, outcome)).toEqual(Object.keys(outcome));
      expect(faultsOf(SubtaskOutcome, { ...outcome, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    }
    expect(faultsOf(SubtaskOutcome, { ...failed, failure_reason: null })).toEqual([
      'failure_reason: Invalid input: expected string, received null',
    ]);
    expect(faultsOf(SubtaskOutcome, { ...matched, failure_reason: 'none' })).toEqual([
      'failure_reason: Invalid input: expected null, received string',
    ]);
  });

  it('is not matched while a required criterion failed', verifies('KEL-RUNS-09', 'ART-R4A-02'), () => {
    expect(faultsOf(SubtaskOutcome, { ...matched, criteria_verdicts: [pass, fail] })).toEqual([
      'criteria_verdicts: a matched subtask has no required criterion that failed or is open',
    ]);
    expect(SubtaskOutcome.safeParse({ ...matched, criteria_verdicts: [pass, { ...fail, required: false }] }).success).toBe(true);
  });

  it('holds between one and three attempts', verifies('ART-R4A-02', 'ART-R4A-03'), () => {
    const attempts = (count: number) => Array.from({ length: count }, () => point);
    expect(SubtaskOutcome.safeParse({ ...matched, gap_trajectory: attempts(3) }).success).toBe(true);
    expect(faultsOf(SubtaskOutcome, { ...matched, gap_trajectory: attempts(4) })).toEqual([
      'gap_trajectory: Too big: expected array to have <=3 items',
    ]);
    expect(faultsOf(SubtaskOutcome, { ...matched, gap_trajectory: [] })).toEqual([
      'gap_trajectory: Too small: expected array to have >=1 items',
    ]);
  });
});

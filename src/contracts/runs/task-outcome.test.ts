import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { OutcomeSummary, ReplanRequest } from './task-outcome.ts';

const judged = { criterion: 'a', mode: 'verifiable', required: true, evidence: 'seen' };
const pass = { ...judged, verdict: 'pass', evidence_refs: [sample.storageRef] };
const fail = { ...judged, verdict: 'fail', failure_class: 'logical', evidence_refs: [] };
const failedOutcome = {
  subtask_id: sample.subtaskId,
  parent_task_id: sample.taskId,
  status: 'failed',
  output: null,
  failure_reason: 'no such file',
  gap_trajectory: [{ attempt: 1, score: 0, unmet_criteria: ['a'], failure_class: 'environmental' }],
  criteria_verdicts: [fail],
  tool_calls: [],
};

describe('an outcome summary', () => {
  const summary = { task_id: sample.taskId, merged_output: ['x'], summary: 'done', criteria_verdicts: [pass] };

  it('accepts only what passed every task criterion', verifies('KEL-RUNS-27'), () => {
    expect(OutcomeSummary.parse(summary)).toEqual(summary);
    expect(requiredFieldsOf(OutcomeSummary, summary)).toEqual(Object.keys(summary));
    expect(faultsOf(OutcomeSummary, { ...summary, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(OutcomeSummary.safeParse({ ...summary, criteria_verdicts: [pass, fail] }).success).toBe(false);
  });

  it('refuses to accept what nobody judged', verifies('KEL-RUNS-27'), () => {
    expect(faultsOf(OutcomeSummary, { ...summary, criteria_verdicts: [] })).toEqual([
      'criteria_verdicts: Too small: expected array to have >=1 items',
    ]);
  });
});

describe('a replan request', () => {
  const request = {
    task_id: sample.taskId,
    failed_outcomes: [failedOutcome],
    criteria_verdicts: [],
    gap_summary: 'one file missing',
  };

  it('rests on a failed subtask or on a failed task criterion', verifies('ART-R4B-03', 'KEL-RUNS-11'), () => {
    expect(ReplanRequest.parse(request)).toEqual(request);
    expect(requiredFieldsOf(ReplanRequest, { ...request, criteria_verdicts: [fail] })).toEqual(Object.keys(request));
    expect(faultsOf(ReplanRequest, { ...request, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(ReplanRequest, { ...request, failed_outcomes: [], criteria_verdicts: [pass, fail] })).toEqual([]);
    expect(faultsOf(ReplanRequest, { ...request, failed_outcomes: [], criteria_verdicts: [pass] })).toEqual([
      ': a replan needs a failed subtask or a task criterion that is not met',
    ]);
  });

  it('cannot list a matched subtask among the failed', verifies('ART-R4B-03'), () => {
    const matched = { ...failedOutcome, status: 'matched', failure_reason: null };
    expect(ReplanRequest.safeParse({ ...request, failed_outcomes: [matched] }).success).toBe(false);
  });
});

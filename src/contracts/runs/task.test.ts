import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { Plan, Subtask, TaskSpec } from './task.ts';

const spec = {
  task_id: sample.taskId,
  intent: 'Summarise the report',
  constraints: { scope: null, deadline: null },
  raw_input: 'summarise report.pdf please',
};
const criterion = { criterion: 'the summary names all five findings', mode: 'verifiable', required: true };
const subtask = {
  subtask_id: sample.subtaskId,
  parent_task_id: sample.taskId,
  sequence: 1,
  role_id: 'research',
  intent: 'Read the report',
  context: '',
  tools: ['read_file'],
  success_criteria: [criterion],
};
const plan = { task_id: sample.taskId, task_criteria: [criterion], subtasks: [subtask] };

describe('a task', () => {
  it('carries intent, constraints and the words as they were typed', verifies('ART-R1-02'), () => {
    expect(TaskSpec.parse(spec)).toEqual(spec);
    expect(requiredFieldsOf(TaskSpec, spec)).toEqual(Object.keys(spec));
    expect(faultsOf(TaskSpec, { ...spec, intent: '', constraints: { scope: '' } })).toEqual([
      'intent: Too small: expected string to have >=1 characters',
      'constraints.scope: Too small: expected string to have >=1 characters',
      'constraints.deadline: Invalid input: expected string, received undefined',
    ]);
  });

  it('refuses criteria: they are the planner’s to write', () => {
    expect(faultsOf(TaskSpec, { ...spec, success_criteria: [criterion] })).toEqual([
      ': Unrecognized key: "success_criteria"',
    ]);
  });

  it('refuses an identifier that a model made up', verifies('ART-R1-02'), () => {
    expect(faultsOf(TaskSpec, { ...spec, task_id: 'summarise_report' })).toEqual([
      'task_id: expected an id of the form task_<ULID>',
    ]);
  });
});

describe('a subtask', () => {
  it('needs every field, a role and at least one criterion', verifies('ART-R2-02', 'ART-R3-01'), () => {
    expect(Subtask.parse(subtask)).toEqual(subtask);
    expect(requiredFieldsOf(Subtask, subtask)).toEqual(Object.keys(subtask).filter((name) => name !== 'tools'));
    expect(faultsOf(Subtask, { ...subtask, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(Subtask, { ...subtask, success_criteria: [] })).toEqual([
      'success_criteria: Too small: expected array to have >=1 items',
    ]);
  });

  it('counts sequences from one', verifies('ART-R2-02'), () => {
    expect(faultsOf(Subtask, { ...subtask, sequence: 0 })).toEqual(['sequence: Too small: expected number to be >=1']);
  });
});

describe('a plan', () => {
  it('holds task criteria and subtasks', verifies('ART-R2-02'), () => {
    expect(Plan.parse(plan)).toEqual(plan);
    expect(requiredFieldsOf(Plan, plan)).toEqual(Object.keys(plan));
    expect(faultsOf(Plan, { ...plan, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(Plan, { ...plan, task_criteria: [], subtasks: [] })).toEqual([
      'task_criteria: Too small: expected array to have >=1 items',
      'subtasks: Too small: expected array to have >=1 items',
    ]);
  });

  it('refuses a subtask of another task', verifies('ART-R2-02'), () => {
    const stray = { ...subtask, parent_task_id: sample.otherTaskId };
    expect(faultsOf(Plan, { ...plan, subtasks: [stray] })).toEqual(['subtasks: a subtask belongs to another task']);
  });

  it('refuses the same subtask twice', verifies('ART-R2-02'), () => {
    expect(faultsOf(Plan, { ...plan, subtasks: [subtask, subtask] })).toEqual(['subtasks: a subtask is listed twice']);
  });
});

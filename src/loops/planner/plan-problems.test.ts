import { describe, expect, it } from 'vitest';
import { JUDGED, planned, plannerAnswer, ROLES, SHOWN, TOOLS_OF } from '../../../test/support/plan-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { PlannedCheck, PlannedCriterion, PlannedSubtask, PlannerAnswer } from '../../contracts/index.ts';
import type { MustNot } from './must-not.ts';
import { planProblems } from './plan-problems.ts';

const problems = (answer: PlannerAnswer, mustNot: readonly MustNot[] = []): string[] => planProblems(answer, { roles: ROLES, toolsOf: TOOLS_OF, mustNot });
const withSubtask = (changes: Partial<PlannedSubtask>): PlannerAnswer => plannerAnswer({ subtasks: [planned(changes)] });
const checked = (check: PlannedCheck, criterion = 'It can be seen'): PlannedCriterion => ({ criterion, mode: 'verifiable', required: true, check });
const tool = (what: string): MustNot => ({ from: 'directive', kind: 'tool', what, why: 'it failed' });
const target = (what: string): MustNot => ({ from: 'directive', kind: 'target', what, why: 'it did not respond' });

describe('a plan', () => {
  it('that keeps every rule has no problem', verifies('KEL-PLAN-04'), () => {
    expect(problems(plannerAnswer(), [tool('shell'), target('other.txt')])).toEqual([]);
  });

  it('gives work only to roles that may be given work', verifies('KEL-PLAN-04'), () => {
    expect(problems(withSubtask({ role: 'wizard' }))).toEqual(['Subtask 1 is given to the role "wizard", which may not be given work. There are: coder, critic, research.']);
  });

  it('uses only tools that the role has', verifies('KEL-PLAN-04', 'ART-INV-09'), () => {
    expect(problems(withSubtask({ role: 'research', tools: ['read_file', 'shell'], success_criteria: [JUDGED] }))).toEqual(['Subtask 1 uses "shell", which the role research does not have. It has: read_file, search_text.']);
    expect(planProblems(withSubtask({ tools: ['shell'], success_criteria: [JUDGED] }), { roles: ROLES, toolsOf: new Map(), mustNot: [] })).toEqual(['Subtask 1 uses "shell", which the role coder does not have. It has: no tools.']);
  });

  it('uses no blocked tool, neither by itself nor in a check', verifies('ART-INV-09', 'ART-R2-09', 'KEL-PLAN-04'), () => {
    const waiting = checked({ kind: 'tool_completed', tool_id: 'shell' });
    expect(problems(plannerAnswer({ task_criteria: [waiting], subtasks: [planned({ tools: ['shell'], success_criteria: [waiting] })] }), [tool('shell')])).toEqual([
      'Task criterion 1 waits for "shell", which must not be used: it failed.',
      'Subtask 1 uses "shell", which must not be used: it failed.',
      'Subtask 1, criterion 1 waits for "shell", which must not be used: it failed.',
    ]);
  });

  it('names no blocked target in an intent, a context or a criterion', verifies('ART-R2-09'), () => {
    const named = (changes: Partial<PlannedSubtask>): string[] => problems(withSubtask(changes), [target('old.txt')]);
    const said = ['Subtask 1 names "old.txt", which must not be used: it did not respond.'];
    expect([named({ intent: 'Read old.txt' }), named({ context: 'It was in old.txt.' }), named({ context: 'It was in older.txt.' })]).toEqual([said, said, []]);
    expect(named({ success_criteria: [{ ...JUDGED, criterion: 'old.txt holds Adams' }] })).toEqual(['Subtask 1, criterion 1 names "old.txt", which must not be used: it did not respond.']);
  });

  it.each<[string, PlannedCheck]>([
    ['file_changed', { kind: 'file_changed', path: 'old.txt' }],
    ['file_removed', { kind: 'file_removed', path: './old.txt' }],
    ['text_contains in a file', { kind: 'text_contains', subject: { of: 'file', path: 'old.txt' }, text: 'x' }],
    ['text_contains of a text', { kind: 'text_contains', subject: { of: 'output' }, text: 'from old.txt' }],
    ['text_lacks', { kind: 'text_lacks', subject: { of: 'file', path: 'old.txt' }, text: 'x' }],
    ['json_valid', { kind: 'json_valid', subject: { of: 'file', path: 'old.txt' }, schema: null }],
    ['json_valid with a schema', { kind: 'json_valid', subject: { of: 'output' }, schema: { const: 'old.txt' } }],
    ['number_in_range', { kind: 'number_in_range', subject: { of: 'file', path: 'old.txt' }, pointer: null, min: 1, max: null }],
    ['tests_pass', { kind: 'tests_pass', command: 'node --test old.txt' }],
    ['exit_code', { kind: 'exit_code', command: 'cat old.txt', code: 0 }],
  ])('names no blocked target in a check: %s', verifies('ART-R2-09'), (_kind, check) => {
    expect(problems(plannerAnswer({ task_criteria: [checked(check)] }), [target('old.txt')])).toEqual(['Task criterion 1 names "old.txt", which must not be used: it did not respond.']);
  });

  it.each<[string, PlannedCheck]>([
    ['that a blocked text is absent', { kind: 'text_lacks', subject: { of: 'output' }, text: 'old.txt' }],
    ['the tests of the project', { kind: 'tests_pass', command: null }],
    ['citations', { kind: 'citations_resolve', min: 1 }],
    ['a tool that is there', { kind: 'tool_completed', tool_id: 'read_file' }],
    ['a number with one bound', { kind: 'number_in_range', subject: { of: 'output' }, pointer: '/a', min: null, max: 3 }],
    ['exactly one number', { kind: 'number_in_range', subject: { of: 'output' }, pointer: null, min: 3, max: 3 }],
  ])('may ask for %s', verifies('KEL-PLAN-04'), (_what, check) => {
    expect(problems(plannerAnswer({ task_criteria: [checked(check)] }), [target('old.txt'), tool('shell')])).toEqual([]);
  });

  it('has no criterion of a subtask that merely repeats its intent, unless it has a check', verifies('ART-R2-08'), () => {
    const repeated = { ...JUDGED, criterion: 'The lines of names.txt are sorted' };
    expect(problems(withSubtask({ success_criteria: [repeated] }))).toEqual(['Subtask 1, criterion 1 ("The lines of names.txt are sorted") says nothing that the intent does not say. Name what can be looked at, or give a check.']);
    expect(problems(withSubtask({ success_criteria: [{ ...SHOWN, criterion: repeated.criterion }] }))).toEqual([]);
  });

  it('has at most twenty subtasks', verifies('KEL-PLAN-04'), () => {
    const many = (count: number): PlannerAnswer => plannerAnswer({ subtasks: Array.from({ length: count }, () => planned()) });
    expect([problems(many(20)), problems(many(21))]).toEqual([[], ['The plan has 21 subtasks; at most 20 are allowed. Join those that one role can do together.']]);
  });

  it('wants no file changed by whoever cannot change one, and never by the critic', verifies('KEL-PLAN-04'), () => {
    const removed = checked({ kind: 'file_removed', path: 'a.txt' });
    expect(problems(withSubtask({ role: 'research', tools: [], success_criteria: [removed] }))).toEqual(['Subtask 1, criterion 1 wants "a.txt" changed, and the role research has no tool that can do it.']);
    expect(problems(withSubtask({ role: 'critic', tools: [], success_criteria: [SHOWN] }))).toEqual(['Subtask 1, criterion 1 wants the critic to change "names.txt"; it only looks and judges. Give the change to another role.']);
    const outside = new Map([['research', ['mcp__notes__write']]]);
    expect(planProblems(withSubtask({ role: 'research', tools: [], success_criteria: [removed] }), { roles: ROLES, toolsOf: outside, mustNot: [] })).toEqual([]);
  });

  it('has no check that cannot come out as it should', verifies('KEL-PLAN-04'), () => {
    const range = (min: number | null, max: number | null): string[] => problems(plannerAnswer({ task_criteria: [checked({ kind: 'number_in_range', subject: { of: 'output' }, pointer: null, min, max })] }));
    expect([range(null, null), range(4, 3)]).toEqual([['Task criterion 1 checks a number against no bound. Give min, max or both.'], ['Task criterion 1 checks for a number from 4 to 3, and there is none.']]);
    expect(problems(withSubtask({ success_criteria: [checked({ kind: 'tool_completed', tool_id: 'run_tests' })] }))).toEqual(['Subtask 1, criterion 1 waits for "run_tests", which nobody who works on it has.']);
  });
});

describe('an answer that is no plan', () => {
  it('has nothing in it that could be wrong', verifies('KEL-PLAN-04'), () => {
    expect(problems(plannerAnswer({ decision: 'needs_input', questions: ['Which names?'], subtasks: [planned({ role: 'wizard' })] }))).toEqual([]);
  });
});

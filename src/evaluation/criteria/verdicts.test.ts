import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callRef, made, portsOf, read, shell, workOf, wrote } from '../../../test/support/made-calls.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CriterionVerdict, SubtaskOutcome, type Criterion, type SubtaskJudgement, type TaskJudgement } from '../../contracts/index.ts';
import { judgeByChecks } from './judge-by-checks.ts';
import { verdictsOfJudgement } from './subtask-verdicts.ts';
import { verdictsOfTaskJudgement } from './task-verdicts.ts';

const FINE: Criterion = { criterion: 'it is fine', mode: 'plausible', required: false };
const THERE: Criterion = { criterion: 'it is there', mode: 'verifiable', required: true };
const about = ({ criterion, mode, required }: Criterion) => ({ criterion, mode, required });
const unresolved = (criterion: Criterion, evidence: string) => ({ ...about(criterion), evidence, evidence_refs: [], verdict: 'unresolved' });

type Said = SubtaskJudgement['verdicts'][number];
const said = (criterion: number, parts: Partial<Said> = {}): Said => ({ criterion, verdict: 'met', failure_class: null, tool_calls: [1], evidence: 'It shows.', ...parts });
const judgement = (...verdicts: Said[]): SubtaskJudgement => ({ verdicts, what_was_wrong: '', what_to_do: '' });
const CALLS = [wrote('a.txt', { after: 'x' }), made('write_file', { nth: 2, arguments: { path: 'b.txt' }, errorCode: 'path.denied' }), read('b.txt', 'old', { nth: 3 }), shell('echo done', { nth: 4 })];
const judged = (criteria: readonly Criterion[], ...verdicts: Said[]): CriterionVerdict[] => verdictsOfJudgement(criteria, judgement(...verdicts), { calls: CALLS });

describe('judgeByChecks', () => {
  it('settles in order what can be looked at, and leaves the rest to a judge', verifies('KEL-EVAL-10', 'ART-V09-03'), async () => {
    const changed: Criterion = { ...THERE, check: { kind: 'file_changed', path: 'a.txt' } };
    const missed: Criterion = { ...FINE, check: { kind: 'file_changed', path: 'c.txt' } };
    const blind: Criterion = { ...THERE, check: { kind: 'exit_code', command: 'make', code: 0 } };
    expect(await judgeByChecks([FINE, changed, missed, THERE, blind], workOf([CALLS[0] ?? shell('ls')]), portsOf({ files: { 'a.txt': 'x' } }))).toEqual({
      settled: [
        { ...about(THERE), evidence: 'write_file created a.txt, and it still holds what that call left.', evidence_refs: [callRef(1)], verdict: 'pass' },
        { ...about(FINE), evidence: 'No call of this run changed c.txt; that it may be there already proves nothing.', evidence_refs: [], verdict: 'fail', failure_class: 'logical' },
        unresolved(THERE, 'It could not be looked at: No sandbox works here.'),
      ],
      open: [FINE, THERE],
    });
  });
});

describe('the words of a judge of a subtask', () => {
  it('pass with the calls that show it', verifies('ART-R4A-05', 'KEL-EVAL-09'), () => {
    expect(judged([THERE, FINE], said(2, { tool_calls: [1, 2, 1] }), said(1))).toEqual([
      { ...about(THERE), evidence: 'It shows.', evidence_refs: [callRef(1)], verdict: 'pass' },
      { ...about(FINE), evidence: 'It shows.', evidence_refs: [callRef(1)], verdict: 'pass' },
    ]);
  });

  const refused = (toolCalls: number[], why: string, failureClass: 'logical' | 'environmental', refs: number[]): void => {
    expect(judged([THERE], said(1, { tool_calls: toolCalls }))).toEqual([{ ...about(THERE), evidence: `${why} The judge's words were: It shows.`, evidence_refs: refs.map(callRef), verdict: 'fail', failure_class: failureClass }]);
  };

  it('do not pass without a call that exists and completed', verifies('ART-R4A-05', 'KEL-EVAL-09'), () => {
    refused([], 'It was called met without naming a call that shows it.', 'logical', []);
    refused([1, 9], 'It was called met on a call that was never made: there are 4.', 'logical', [1]);
    refused([2], 'It was called met on a call that did not complete: write_file failed: It did not work.', 'environmental', [2]);
  });

  it('stay open where they quote what stands in nothing that was shown', verifies('KEL-LIE-21'), () => {
    const quoting = (evidence: string) => verdictsOfJudgement([THERE], judgement(said(1, { tool_calls: [1, 3], evidence })), { calls: CALLS, said: ['All three are in place.'] });
    expect(quoting('Call 3 printed “all 14 probes green”.')).toEqual([unresolved(THERE, 'The judge quotes “all 14 probes green”, and that stands in nothing it was shown.')]);
    expect(quoting('The output says “all three are in place”.')).toMatchObject([{ verdict: 'pass' }]);
  });

  it('do not pass on a look after the act had failed, nor on printed words', verifies('ART-R4A-07', 'KEL-EVAL-09'), () => {
    const hollow = 'It was called met on a look at what was there anyway: the act before it had failed, or it only printed its own words.';
    refused([3], hollow, 'logical', [3]);
    refused([2, 3], hollow, 'environmental', [2, 3]);
    refused([4], hollow, 'logical', [4]);
  });

  it('fail with their own class, or with that of the work', verifies('ART-R4A-08', 'KEL-EVAL-09'), () => {
    expect(judged([THERE, FINE], said(1, { verdict: 'unmet', failure_class: 'logical', tool_calls: [] }), said(2, { verdict: 'unmet', tool_calls: [2] }))).toEqual([
      { ...about(THERE), evidence: 'It shows.', evidence_refs: [], verdict: 'fail', failure_class: 'logical' },
      { ...about(FINE), evidence: 'It shows.', evidence_refs: [callRef(2)], verdict: 'fail', failure_class: 'environmental' },
    ]);
  });

  it('leave open what was not judged, or cannot be told', verifies('KEL-EVAL-10'), () => {
    expect(verdictsOfJudgement([THERE, FINE], { unresolved: 'the judge is out of reach' }, { calls: CALLS })).toEqual([THERE, FINE].map((one) => unresolved(one, 'It was not judged: the judge is out of reach')));
    expect(judged([THERE, FINE], said(1, { verdict: 'unmet' }), said(1))).toEqual([unresolved(THERE, 'The judge called it met and unmet at once.'), unresolved(FINE, 'The judge said nothing about it.')]);
    expect(judged([THERE, FINE], said(1), said(3))).toEqual([THERE, FINE].map((one) => unresolved(one, 'The judge spoke of criterion 3, and there are only 2.')));
    expect(judged([THERE], said(1), said(1, { tool_calls: [] }))).toMatchObject([{ verdict: 'pass', evidence_refs: [callRef(1)] }]);
  });

  it('never pass without a completed call, whatever they say', verifies('ART-R4A-05', 'KEL-EVAL-09'), () => {
    const anySaid = fc.record({ criterion: fc.integer({ min: 1, max: 4 }), verdict: fc.constantFrom('met' as const, 'unmet' as const), failure_class: fc.constantFrom(null, 'logical' as const), tool_calls: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }), evidence: fc.constant('So.') });
    fc.assert(
      fc.property(fc.array(anySaid, { maxLength: 6 }), fc.array(fc.constantFrom('tool.failed', 'path.denied', 'interrupted'), { maxLength: 4 }), (verdicts, ends) => {
        const calls = ends.map((end, at) => made('write_file', { nth: at + 1, ...(end === 'interrupted' ? { status: end } : { errorCode: end }) }));
        const given = verdictsOfJudgement([THERE, FINE, THERE], judgement(...verdicts), { calls });
        expect(given.map((verdict) => CriterionVerdict.parse(verdict).verdict)).not.toContain('pass');
        expect(given).toHaveLength(3);
      }),
    );
  });
});

describe('the words of a judge of a task', () => {
  const reported = { parent_task_id: sample.taskId, subtask_id: sample.subtaskId, output: 'x', gap_trajectory: [{ attempt: 1, score: 1, unmet_criteria: [], failure_class: null }] };
  const pass = { ...about(THERE), evidence: 'It shows.', evidence_refs: [callRef(1)], verdict: 'pass' };
  const OUTCOMES = [
    { ...reported, status: 'matched', failure_reason: null, criteria_verdicts: [pass], tool_calls: [] },
    { ...reported, status: 'matched', failure_reason: null, criteria_verdicts: [], tool_calls: [read('a', 'x', { nth: 2 }).evidence, made('glob', { nth: 3, errorCode: 'tool.failed' }).evidence] },
    { ...reported, status: 'failed', failure_reason: 'no', criteria_verdicts: [pass], tool_calls: [] },
    { ...reported, status: 'matched', failure_reason: null, criteria_verdicts: [], tool_calls: [] },
  ].map((outcome) => SubtaskOutcome.parse(outcome));
  type TaskSaid = TaskJudgement['verdicts'][number];
  const of = (criterion: number, parts: Partial<TaskSaid> = {}): TaskSaid => ({ criterion, verdict: 'met', subtasks: [1], evidence: 'It shows.', ...parts });
  const verdicts = (criteria: readonly Criterion[], ...said: TaskSaid[]): CriterionVerdict[] => verdictsOfTaskJudgement(criteria, { verdicts: said, summary: 'So.' }, OUTCOMES);
  const rejected = (evidence: string, refs: number[] = []) => [{ ...about(THERE), evidence, evidence_refs: refs.map(callRef), verdict: 'fail', failure_class: 'logical' }];

  it('pass with the records of the subtasks that show it', verifies('KEL-EVAL-09'), () => {
    expect(verdicts([THERE, FINE], of(1), of(2, { subtasks: [2, 1] }))).toEqual([
      { ...about(THERE), evidence: 'It shows.', evidence_refs: [callRef(1)], verdict: 'pass' },
      { ...about(FINE), evidence: 'It shows.', evidence_refs: [callRef(2), callRef(1)], verdict: 'pass' },
    ]);
  });

  it('do not pass on no subtask, one that does not exist, one that failed, or one without a record', verifies('KEL-EVAL-09'), () => {
    expect(verdicts([THERE], of(1, { subtasks: [] }))).toEqual(rejected('It was called met without naming a subtask that shows it: It shows.'));
    expect(verdicts([THERE], of(1, { subtasks: [1, 5] }))).toEqual(rejected("It was called met on a subtask that does not exist: there are 4. The judge's words were: It shows."));
    expect(verdicts([THERE], of(1, { subtasks: [1, 3] }))).toEqual(rejected("It was called met on a subtask that failed. The judge's words were: It shows.", [1]));
    expect(verdicts([THERE], of(1, { subtasks: [4] }))).toEqual(rejected('The judge calls it met, but no record shows it: It shows.'));
    expect(verdicts([THERE], of(1, { verdict: 'unmet', subtasks: [2] }))).toEqual(rejected('It shows.', [2]));
  });

  it('stay open where they quote what stands in nothing that was shown', verifies('KEL-LIE-21'), () => {
    const quoting = (evidence: string): unknown => verdictsOfTaskJudgement([THERE], { verdicts: [of(1, { evidence })], summary: '' }, OUTCOMES, ['Tell me whether it is up.'])[0]?.verdict;
    expect(quoting('It says “all 14 probes green”.')).toBe('unresolved');
    expect([quoting('The person said “tell me whether it is up”.'), quoting('That “it is there” is seen.')]).toEqual(['pass', 'pass']);
  });

  it('reject whatever is ambiguous', verifies('KEL-EVAL-10'), () => {
    expect(verdictsOfTaskJudgement([THERE], { unresolved: 'it cannot be read' }, OUTCOMES)).toEqual([unresolved(THERE, 'It was not judged: it cannot be read')]);
    expect(verdicts([THERE], of(1), of(1, { verdict: 'unmet' }))).toEqual([unresolved(THERE, 'The judge called it met and unmet at once.')]);
    expect(verdicts([THERE, FINE], of(2), of(3))).toEqual([THERE, FINE].map((one) => unresolved(one, 'The judge spoke of criterion 3, and there are only 2.')));
  });
});

import { describe, expect, it } from 'vitest';
import { fail, needed, open, outcomeOf, pass, planOf, subtaskOf, task, wished } from '../../../test/support/loop-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { OutcomeSummary, ReplanRequest, type Criterion, type CriterionVerdict, type SubtaskOutcome } from '../../contracts/index.ts';
import { mergeOutputs, type MergedOutput } from './merge-outputs.ts';
import { judgeOutcomes, type TaskDecision } from './meta-validator.ts';

const shown = needed('it is shown');
const whole = needed('the whole is right');
const nice = wished('the whole reads well');
const [one, two] = [subtaskOf(1, [shown], 2), subtaskOf(2, [shown], 1)];
const plan = planOf([one, two], [whole, nice]);
const both = [outcomeOf(one, { verdicts: [pass(shown)], output: '{"count": 3}' }), outcomeOf(two, { verdicts: [pass(shown)], output: 'a "quoted" line' })];

interface Script {
  readonly outcomes?: readonly SubtaskOutcome[];
  readonly taskCriteria?: readonly Criterion[];
  readonly settled?: readonly CriterionVerdict[];
  readonly judged?: readonly CriterionVerdict[];
  readonly summary?: string;
  readonly replans?: number;
}

async function judge({ outcomes = both, taskCriteria = [whole, nice], settled = [], judged = [], summary, replans = 0 }: Script) {
  const looked: [readonly string[], string][] = [];
  const asked: [readonly Criterion[], MergedOutput][] = [];
  const decision = await judgeOutcomes(
    { task, plan: planOf([one, two], taskCriteria), outcomes, replans },
    {
      check: async (criteria, output) => {
        looked.push([criteria.map(({ criterion }) => criterion), output]);
        const ours = settled.filter((verdict) => criteria.some(({ criterion }) => criterion === verdict.criterion));
        return { settled: ours, open: criteria.filter(({ criterion }) => !ours.some((verdict) => verdict.criterion === criterion)) };
      },
      judge: async (toJudge, merged) => {
        asked.push([toJudge, merged]);
        return { verdicts: judged, ...(summary !== undefined && { summary }) };
      },
    },
  );
  return { decision, looked, asked };
}

function refused(decision: TaskDecision) {
  if ('accepted' in decision) throw new Error('expected a refusal');
  return { ...decision, replan: ReplanRequest.parse(decision.replan) };
}

describe('the gate of the whole task', () => {
  it('accepts when every task criterion passes, with the outputs as data', verifies('ART-R4B-02', 'ART-R4B-05', 'ART-R4B-06', 'ART-INV-03', 'ART-INV-06', 'ART-ACC-11', 'KEL-CTRL-04'), async () => {
    const { decision, asked, looked } = await judge({ settled: [pass(whole)], judged: [pass(nice)], summary: 'Three are open.' });
    const merged_output = [{ subtask: 'Do part 2', output: 'a "quoted" line' }, { subtask: 'Do part 1', output: { count: 3 } }];
    expect(decision).toEqual({ accepted: { task_id: plan.task_id, merged_output, summary: 'Three are open.', criteria_verdicts: [pass(whole), pass(nice)] } });
    expect('accepted' in decision && OutcomeSummary.parse(decision.accepted)).toBeTruthy();
    expect([looked, asked]).toEqual([[[[whole.criterion, nice.criterion], 'a "quoted" line\n\n{"count": 3}']], [[[nice], mergeOutputs(plan, both)]]]);
  });

  it('asks no judge when checks settle every criterion, and says itself what was done', verifies('ART-R4B-02', 'KEL-CTRL-01', 'ART-R4B-06', 'ART-INV-06', 'ART-INV-03', 'ART-ACC-11', 'ART-R4B-05', 'KEL-CTRL-04'), async () => {
    const two = await judge({ settled: [pass(whole), pass(nice)] });
    const single = await judge({ taskCriteria: [whole], settled: [pass(whole)] });
    const [first, second] = [two, single].map(({ decision }) => 'accepted' in decision && decision.accepted.summary);
    expect([two.asked, first, second]).toEqual([[], `Done: ${task.intent}. All 2 criteria of the whole are met.`, `Done: ${task.intent}. The criterion of the whole is met.`]);
  });

  it('refuses at once when a subtask failed, and asks nobody', verifies('ART-INV-06', 'ART-R4B-03', 'ART-ACC-07', 'ART-R4B-06', 'ART-INV-03', 'ART-ACC-11', 'ART-R4B-07', 'ART-R4B-NOT-2', 'ART-R4B-NOT-3', 'ART-R4B-NOT-4'), async () => {
    const failed = outcomeOf(two, { verdicts: [fail(shown)] });
    const { decision, looked, asked } = await judge({ outcomes: [failed, both[0] as SubtaskOutcome], settled: [pass(whole), pass(nice)] });
    expect([looked, asked]).toEqual([[], []]);
    expect(refused(decision)).toEqual({ replan: { task_id: plan.task_id, failed_outcomes: [failed], criteria_verdicts: [], gap_summary: 'part Do part 2 failed' }, isLastRound: false, partialOutput: { count: 3 } });
  });

  it('refuses at once although later subtasks were never come to', verifies('ART-INV-06', 'ART-R4B-06', 'ART-INV-03', 'ART-ACC-11'), async () => {
    const failed = outcomeOf(two, { verdicts: [fail(shown)] });
    expect(refused((await judge({ outcomes: [failed] })).decision).partialOutput).toBeNull();
  });

  it.each([
    ['a required criterion that failed', [fail(whole), pass(nice)], '“the whole is right” is not met: no call shows it'],
    ['an optional criterion that failed', [pass(whole), fail(nice)], '“the whole reads well” is not met: no call shows it'],
    ['a criterion that nobody could judge', [open(whole), pass(nice)], '“the whole is right” is open: the judge did not answer'],
    ['a criterion that was forgotten', [pass(nice)], '“the whole is right” is open: Nobody judged it.'],
    ['two words about one criterion', [pass(whole), fail(whole), pass(nice)], '“the whole is right” is not met: no call shows it'],
  ])('refuses for %s', verifies('ART-INV-05', 'ART-R4B-06', 'ART-R4B-03', 'ART-R4B-05', 'ART-INV-06', 'ART-INV-03', 'ART-ACC-11'), async (_name, judged, gap) => {
    const { replan, partialOutput } = refused((await judge({ judged })).decision);
    expect([replan.failed_outcomes, replan.gap_summary, replan.criteria_verdicts.map(({ criterion }) => criterion)]).toEqual([[], gap, [whole.criterion, nice.criterion]]);
    expect(partialOutput).toHaveLength(2);
  });

  it('tells every reason of a refusal', verifies('ART-R4B-06', 'ART-INV-06', 'ART-INV-03', 'ART-ACC-11'), async () => {
    const lost = [one, two].map((subtask) => outcomeOf(subtask, { verdicts: [fail(shown)] }));
    expect(refused((await judge({ outcomes: lost })).decision).replan.gap_summary).toBe('part Do part 1 failed\npart Do part 2 failed');
    expect(refused((await judge({ judged: [fail(whole), open(nice)] })).decision).replan.gap_summary).toBe('“the whole is right” is not met: no call shows it\n“the whole reads well” is open: the judge did not answer');
  });

  it('marks the fourth refusal as the last', verifies('ART-R4B-07', 'ART-R4B-06', 'ART-INV-06', 'ART-INV-03', 'ART-ACC-11', 'ART-R4B-NOT-2', 'ART-R4B-NOT-3', 'ART-R4B-NOT-4'), async () => {
    const marks = await Promise.all([0, 2, 3, 4].map(async (replans) => refused((await judge({ replans, judged: [] })).decision).isLastRound));
    expect(marks).toEqual([false, false, true, true]);
  });

  it('has no third way: what is not accepted is refused, and half a round is a defect', verifies('ART-ACC-11', 'ART-R4B-06', 'ART-INV-06', 'ART-INV-03'), async () => {
    await expect(judge({ outcomes: [both[0] as SubtaskOutcome] })).rejects.toThrow('every subtask has an outcome or one has failed');
  });

  it('lets checks of data look into data, and checks of words at words', verifies('KEL-CTRL-04', 'ART-R4B-02', 'ART-R4B-05'), async () => {
    const data: Criterion = { ...needed('three are counted'), check: { kind: 'number_in_range', subject: { of: 'output' }, pointer: '/1/output/count', min: 3, max: 3 } };
    const json: Criterion = { ...needed('it is JSON'), check: { kind: 'json_valid', subject: { of: 'output' }, schema: null } };
    const { looked } = await judge({ taskCriteria: [data, whole, json], settled: [pass(data), pass(whole), pass(json)] });
    const merged = mergeOutputs(plan, both);
    expect(looked).toEqual([[[data.criterion, json.criterion], merged.json], [[whole.criterion], merged.text]]);
    expect(JSON.parse(merged.json)).toEqual(merged.value);
    expect((await judge({ taskCriteria: [json], settled: [pass(json)] })).looked).toHaveLength(1);
  });
});

describe('a merge', () => {
  const only = planOf([one]);

  it.each([
    ['a sentence', 'There are 3.', 'There are 3.'],
    ['an object written as text', ' {"count": 3}', { count: 3 }],
    ['a list written as text', '[1, 2]', [1, 2]],
    ['a number written as text', '3', '3'],
    ['what only begins like data', '[draft] three', '[draft] three'],
    ['data', { count: 3 }, { count: 3 }],
  ])('of one subtask is its output itself: %s', verifies('KEL-CTRL-04', 'ART-R4B-02', 'ART-R4B-05'), (_name, output, value) => {
    const text = typeof output === 'string' ? output : JSON.stringify(output);
    expect(mergeOutputs(only, [outcomeOf(one, { verdicts: [pass(shown)], output })])).toEqual({ value, json: text, text });
  });

  it('leaves out what failed, and is nothing when nothing matched', verifies('KEL-CTRL-04', 'ART-R4B-02', 'ART-R4B-05'), () => {
    const failed = outcomeOf(two, { verdicts: [fail(shown)], output: 'half' });
    expect(mergeOutputs(plan, [failed, both[0] as SubtaskOutcome]).value).toEqual({ count: 3 });
    expect(mergeOutputs(plan, [failed])).toEqual({ value: null, json: 'null', text: '' });
  });
});

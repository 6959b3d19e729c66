import { describe, expect, it } from 'vitest';
import { callOf, executionOf, fail, needed, open, pass, ref, subtaskOf, wished } from '../../../test/support/loop-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CorrectionSignal, SubtaskOutcome, type Criterion, type CriterionVerdict } from '../../contracts/index.ts';
import type { Execution } from '../engine.ts';
import { closeTheGap, type AttemptedWork, type Correction, type GapPorts } from './agent-validator.ts';

const counted = needed('the count is right');
const clear = wished('the answer reads well');

interface Script {
  readonly criteria?: readonly Criterion[];
  readonly executions?: readonly Execution[];
  /** The verdicts of checks for each attempt; whatever they leave out is asked of the judge. */
  readonly checks?: readonly (readonly CriterionVerdict[])[];
  readonly judged?: readonly (readonly CriterionVerdict[])[];
  readonly advice?: { readonly whatWasWrong: string; readonly whatToDo: string };
  readonly ports?: Partial<GapPorts>;
}

/** Runs the loop with what each port answers at each attempt, and tells what it asked of them. */
async function close({ criteria = [counted], executions = [], checks = [], judged = [], advice, ports = {} }: Script) {
  const subtask = subtaskOf(1, criteria);
  const told: string[] = [];
  const corrections: (Correction | undefined)[] = [];
  const works: AttemptedWork[] = [];
  const asked: Criterion[][] = [];
  const at = <Item>(items: readonly Item[], attempt: number): Item | undefined => items[Math.min(attempt, items.length) - 1];
  const outcome = await closeTheGap(subtask, {
    execute: async (attempt, correction) => {
      told.push(`execute ${attempt}`);
      corrections.push(correction);
      return at(executions, attempt) ?? executionOf(subtask, { output: `answer ${attempt}` });
    },
    check: async (all, work) => {
      works.push(work);
      const settled = at(checks, works.length) ?? [];
      return { settled, open: all.filter(({ criterion }) => !settled.some((verdict) => verdict.criterion === criterion)) };
    },
    judge: async (toJudge) => {
      told.push('judge');
      asked.push([...toJudge]);
      return { verdicts: at(judged, asked.length) ?? [], ...(advice && { advice }) };
    },
    contradiction: () => undefined,
    isInfrastructureFailure: () => false,
    isEmptySearchAnswer: () => false,
    classify: () => 'environmental',
    ordered: async ({ correction }, attempt) => {
      told.push(`ordered ${correction} after ${attempt}`);
    },
    ...ports,
  });
  return { outcome: SubtaskOutcome.parse(outcome), told, corrections, works, asked, subtask };
}

describe('the loop of one subtask', () => {
  it('matches at the first attempt when checks show everything, and asks no judge', verifies('ART-R4A-01', 'ART-P-07', 'KEL-CTRL-01', 'ART-R4A-04', 'ART-R4A-12', 'ART-R4A-NOT-1', 'ART-R4A-NOT-2'), async () => {
    const { outcome, told, subtask } = await close({ checks: [[pass(counted)]] });
    expect(told).toEqual(['execute 1']);
    expect(outcome).toEqual({
      subtask_id: subtask.subtask_id,
      parent_task_id: subtask.parent_task_id,
      status: 'matched',
      failure_reason: null,
      output: 'answer 1',
      gap_trajectory: [{ attempt: 1, score: 1, unmet_criteria: [], failure_class: null }],
      criteria_verdicts: [pass(counted)],
      tool_calls: [],
    });
  });

  it('orders at most two corrections, records each before the work begins again, and then fails', verifies('ART-R4A-04', 'ART-R4A-12', 'ART-P-07', 'ART-R4A-01', 'ART-R4A-NOT-1'), async () => {
    const { outcome, told } = await close({ checks: [[fail(counted)]] });
    expect(told).toEqual(['execute 1', 'ordered 1 after 1', 'execute 2', 'ordered 2 after 2', 'execute 3']);
    expect([outcome.status, outcome.failure_reason, outcome.output]).toEqual(['failed', 'Not shown after 3 attempts: “the count is right” (no call shows it)', 'answer 3']);
    expect(outcome.gap_trajectory).toEqual([1, 2, 3].map((attempt) => ({ attempt, score: 0, unmet_criteria: [counted.criterion], failure_class: 'logical' })));
    expect(outcome.criteria_verdicts).toEqual([fail(counted)]);
  });

  it('stops correcting as soon as the gap is closed', verifies('ART-R4A-04', 'ART-P-07', 'ART-R4A-01', 'ART-R4A-12', 'ART-R4A-NOT-1'), async () => {
    const { outcome, told } = await close({ checks: [[fail(counted, 'environmental')], [pass(counted)]] });
    expect(told).toEqual(['execute 1', 'ordered 1 after 1', 'execute 2']);
    expect([outcome.status, outcome.gap_trajectory.map(({ score, failure_class }) => [score, failure_class])]).toEqual(['matched', [[0, 'environmental'], [1, null]]]);
  });

  it('matches with an optional criterion unmet after the last correction, and keeps it listed', async () => {
    const { outcome, told } = await close({ criteria: [counted, clear], checks: [[pass(counted)]], judged: [[fail(clear)]] });
    expect(told.filter((line) => line.startsWith('execute'))).toHaveLength(3);
    expect([outcome.status, outcome.criteria_verdicts, outcome.gap_trajectory[2]]).toEqual(['matched', [pass(counted), fail(clear)], { attempt: 3, score: 0.5, unmet_criteria: [clear.criterion], failure_class: 'logical' }]);
  });

  it('neither passes nor corrects what nobody could judge', verifies('KEL-CTRL-02', 'ART-R4A-01', 'ART-R4A-04', 'ART-R4A-12', 'ART-P-07', 'ART-R4A-NOT-1'), async () => {
    const required = await close({ judged: [[open(counted)]] });
    expect([required.told, required.outcome.status, required.outcome.failure_reason]).toEqual([['execute 1', 'judge'], 'failed', 'Not shown after 1 attempt: “the count is right” (the judge did not answer)']);
    const forgotten = await close({ judged: [[]] });
    expect(forgotten.outcome.criteria_verdicts).toEqual([{ ...open(counted), evidence: 'Nobody judged it.' }]);
    const optional = await close({ criteria: [counted, clear], checks: [[pass(counted)]], judged: [[open(clear)]] });
    expect([optional.told, optional.outcome.status, optional.outcome.gap_trajectory[0]?.failure_class]).toEqual([['execute 1', 'judge'], 'matched', null]);
  });

  it('keeps the word that is no pass when a criterion is judged twice', verifies('KEL-CTRL-02'), async () => {
    const { outcome } = await close({ criteria: [counted], judged: [[pass(counted), open(counted)]] });
    expect([outcome.status, outcome.criteria_verdicts]).toEqual(['failed', [open(counted)]]);
  });

  it('asks the judge only about what checks left open, and only of its own subtask', verifies('ART-R4A-NOT-2', 'KEL-CTRL-01'), async () => {
    const { asked, works, subtask } = await close({ criteria: [counted, clear], checks: [[pass(counted)]], judged: [[pass(clear)]] });
    expect([asked, works.map(({ execution }) => execution.result.subtask_id)]).toEqual([[[clear]], [subtask.subtask_id]]);
  });

  it('shows checks what earlier attempts did, and the executor what was tried', verifies('ART-R4A-01', 'ART-R4A-04', 'ART-R4A-12', 'ART-P-07', 'ART-R4A-NOT-1'), async () => {
    const subtask = subtaskOf(1, [counted]);
    const [first, second] = [1, 2].map((n) => executionOf(subtask, { output: `answer ${n}`, calls: [callOf(n, 'read_file', { path: `${n}.md` })] })) as [Execution, Execution];
    const { works, corrections, outcome } = await close({ executions: [first, second], checks: [[fail(counted)], [pass(counted)]] });
    expect(works).toEqual([{ execution: first, earlier: [] }, { execution: second, earlier: [first] }]);
    expect(corrections.map((correction) => correction?.tried)).toEqual([undefined, first.result.tool_calls]);
    expect(outcome.tool_calls).toEqual([...first.result.tool_calls, ...second.result.tool_calls]);
  });
});

describe('work that is not corrected', () => {
  const subtask = subtaskOf(1, [counted, clear]);

  it.each([
    ['an executor that gave up', executionOf(subtask, { status: 'failed', output: 'No such database.\nSorry.' }), false, 'The executor gave up: No such database.'],
    ['a failure of the product', executionOf(subtask, { output: 'timed out' }), true, 'The work was cut off: timed out'],
    ['silence', executionOf(subtask, { status: 'failed', output: ' ' }), false, 'The executor gave up: it said nothing'],
  ])('is %s: it fails at once, unchecked, with the class that was shown', verifies('ART-R4A-10', 'ART-R4A-01', 'ART-R4A-04', 'ART-R4A-12', 'ART-P-07', 'ART-R4A-NOT-1', 'KEL-CTRL-03'), async (_name, execution, isInfrastructure, reason) => {
    const { outcome, told, works } = await close({ criteria: [counted, clear], executions: [execution], checks: [[pass(counted)]], ports: { isInfrastructureFailure: () => isInfrastructure } });
    expect([told, works]).toEqual([['execute 1'], []]);
    expect([outcome.status, outcome.failure_reason]).toEqual(['failed', reason]);
    expect(outcome.criteria_verdicts).toEqual([counted, clear].map((criterion) => ({ ...fail(criterion, 'environmental'), evidence: reason })));
    expect(outcome.gap_trajectory).toEqual([{ attempt: 1, score: 0, unmet_criteria: [counted.criterion, clear.criterion], failure_class: 'environmental' }]);
  });

  it('fails although only optional criteria were to be met', verifies('ART-R4A-10'), async () => {
    const { outcome } = await close({ criteria: [clear], executions: [executionOf(subtaskOf(1, [clear]), { status: 'failed', output: 'gave up' })] });
    expect(outcome.status).toBe('failed');
  });
});

describe('words that contradict the calls', () => {
  it('are corrected without a look at checks or a judge, and fail in the end', verifies('KEL-CTRL-03', 'ART-R4A-NOT-2', 'KEL-CTRL-01', 'ART-R4A-10'), async () => {
    const said = 'It says that the file was written, but write_file failed.';
    const { outcome, told, works, corrections } = await close({ criteria: [counted], checks: [[pass(counted)]], ports: { contradiction: () => said } });
    expect([told.length, works, outcome.status]).toEqual([5, [], 'failed']);
    expect(outcome.criteria_verdicts).toEqual([{ ...fail(counted, 'environmental'), evidence: said }]);
    expect(corrections[1]?.signal.what_was_wrong).toBe(`“the count is right” is not met: ${said}`);
  });
});

describe('a search that found nothing', () => {
  const completed = executionOf(subtaskOf(1, [counted]), { output: 'There are none.', calls: [callOf(1, 'search_text', { pattern: 'x' }), callOf(2, 'search_text', { pattern: 'y' }, 'failed')] });

  it('is an answer to what checks left open, on the evidence of the search', async () => {
    const { outcome, told } = await close({ executions: [completed], ports: { isEmptySearchAnswer: () => true } });
    expect([told, outcome.status, outcome.criteria_verdicts]).toEqual([['execute 1'], 'matched', [{ ...pass(counted), evidence: 'The search ran and found nothing; that is the answer.', evidence_refs: [ref(1)] }]]);
  });

  it('does not answer a check that failed, nor without a call that completed', async () => {
    const checked = await close({ executions: [completed], checks: [[fail(counted)]], ports: { isEmptySearchAnswer: () => true } });
    const unproved = await close({ judged: [[fail(counted)]], ports: { isEmptySearchAnswer: () => true } });
    expect([checked.outcome.status, unproved.outcome.status]).toEqual(['failed', 'failed']);
  });
});

describe('a correction', () => {
  async function firstSignal(script: Script): Promise<CorrectionSignal> {
    const { corrections } = await close(script);
    return CorrectionSignal.parse(corrections[1]?.signal);
  }

  it('says what was wrong and what to do, of every criterion, when no judge said better', verifies('ART-R4A-09', 'ART-R4A-01', 'ART-R4A-04', 'ART-R4A-12', 'ART-P-07', 'ART-R4A-NOT-1', 'ART-R4A-NOT-2', 'KEL-CTRL-01'), async () => {
    const found = needed('the source is named');
    expect(await firstSignal({ criteria: [counted, found], checks: [[fail(counted), fail(found, 'environmental')]] })).toEqual({
      subtask_id: subtaskOf(1, [counted]).subtask_id,
      correction: 1,
      failure_class: 'logical',
      what_was_wrong: '“the count is right” is not met: no call shows it\n“the source is named” is not met: no call shows it',
      what_to_do: 'Reach it in another way than before, and show it with a tool call that completes: “the count is right”.\nKeep the way and use another target or another tool, because what was used did not respond: “the source is named”.',
    });
  });

  it('takes the words of a judge for what it judged, beside those of the checks', verifies('ART-R4A-09', 'ART-R4A-01', 'ART-R4A-04', 'ART-R4A-12', 'ART-P-07', 'ART-R4A-NOT-1', 'ART-R4A-NOT-2', 'KEL-CTRL-01'), async () => {
    const advice = { whatWasWrong: 'Too long.', whatToDo: 'Say it in three lines.' };
    const signal = await firstSignal({ criteria: [counted, clear], checks: [[fail(counted, 'environmental')]], judged: [[fail(clear, 'environmental')]], advice });
    expect([signal.failure_class, signal.what_was_wrong, signal.what_to_do]).toEqual([
      'environmental',
      '“the count is right” is not met: no call shows it\nToo long.',
      'Keep the way and use another target or another tool, because what was used did not respond: “the count is right”.\nSay it in three lines.',
    ]);
    const half = await firstSignal({ criteria: [clear], judged: [[fail(clear)]], advice: { whatWasWrong: 'Too long.', whatToDo: '' } });
    expect(half.what_was_wrong).toBe('“the answer reads well” is not met: no call shows it');
    const other = await firstSignal({ criteria: [clear], judged: [[fail(clear)]], advice: { whatWasWrong: '', whatToDo: 'Be brief.' } });
    expect(other.what_to_do).toBe('Reach it in another way than before, and show it with a tool call that completes: “the answer reads well”.');
    const satisfied = await firstSignal({ criteria: [counted, clear], checks: [[fail(counted)]], judged: [[pass(clear)]], advice });
    expect(satisfied.what_was_wrong).toBe('“the count is right” is not met: no call shows it');
  });
});

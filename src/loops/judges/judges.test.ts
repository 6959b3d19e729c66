import { describe, expect, it } from 'vitest';
import { callOf, needed, outcomeOf, pass, subtaskOf, task } from '../../../test/support/loop-samples.ts';
import { recordedDesk } from '../../../test/support/recorded-desk.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { RoleDesk, ToArbitrate, ToGiveUp, ToJudgeSubtask, ToJudgeTask, ToSummarise } from '../engine.ts';
import { AGENT_VALIDATOR_PROMPT } from '../prompts/agent-validator/v1.ts';
import { ARBITER_PROMPT } from '../prompts/arbiter/v1.ts';
import { GIVING_UP_PROMPT } from '../prompts/giving-up/v1.ts';
import { META_VALIDATOR_PROMPT } from '../prompts/meta-validator/v1.ts';
import { SUMMARISER_PROMPT } from '../prompts/summariser/v1.ts';
import { askArbiter } from './arbiter.ts';
import { askGiveUp } from './give-up.ts';
import { askSubtaskJudge, askTaskJudge } from './judges.ts';
import { askSummary } from './summary.ts';

const { signal } = new AbortController();
const SUBTASK = subtaskOf(1, [needed('Three are listed')]);
const CALLS = [callOf(1, 'search_text', { pattern: '?' }), callOf(2, 'read_file', { path: 'a.md' }, 'interrupted')];
const judgeSubtask: ToJudgeSubtask = { key: 'review/1', signal, subtask: SUBTASK, result: { subtask_id: SUBTASK.subtask_id, status: 'completed', output: 'Three.', tool_calls: CALLS }, criteria: SUBTASK.success_criteria };
const judgeTask: ToJudgeTask = { key: 'review/whole', signal, task, criteria: [needed('All are there')], outcomes: [{ subtask: SUBTASK, outcome: outcomeOf(SUBTASK, { verdicts: [pass(needed('Three are listed'))], calls: CALLS, earlierScores: [0] }) }], mergedOutput: '{"open":3}' };
const giveUp: ToGiveUp = { key: 'end', signal, task, reached: [], unmet: [needed('All are there')], why: 'Nothing helped.' };
const arbitrate: ToArbitrate = { key: 'conflict/1', signal, task, conflictType: 'test_vs_review', parties: [{ name: 'coder', position: 'It works.', evidence: ['3 passed'] }, { name: 'critic', position: 'It does not.', evidence: [] }] };
const summarise: ToSummarise = { key: 'context/1', signal, from: 'recent_messages', text: 'Long.', tokensMax: 100 };

const SUBTASK_ANSWER = { verdicts: [{ criterion: 1, verdict: 'met', failure_class: null, tool_calls: [1], evidence: 'Call 1 lists three.' }], what_was_wrong: '', what_to_do: '' };
const TASK_ANSWER = { verdicts: [{ criterion: 1, verdict: 'met', subtasks: [1], evidence: 'It has three.' }], summary: 'Three are open.' };
const PARTIAL = { summary: 'Nothing was reached.', next_moves: ['Name the file.'] };
const RULING = { winner: 'critic', rationale: 'The test does not cover it.' };
const SUMMARY = { summary_text: 'Short.', information_preserved: ['that it is long'], information_lost: [] };

const failure = (code: 'model.call_failed' | 'model.cancelled'): KeelsonError =>
  code === 'model.cancelled'
    ? new KeelsonError(code, { message: 'Stopped.', nextStep: 'Go on.', data: { model_id: 'm' } })
    : new KeelsonError(code, { message: 'The model does not answer.', nextStep: 'Try later.', data: { fault: 'network', model_id: 'm', attempts: 3, detail: '' } });

/** Everybody who asks, so that what holds for all is shown for all. */
const ASKERS: readonly [name: string, ask: (desk: RoleDesk) => Promise<unknown>, unanswered: unknown][] = [
  ['the judge of a subtask', (desk) => askSubtaskJudge(judgeSubtask, desk), { unresolved: 'model.call_failed: The model does not answer.' }],
  ['the judge of a task', (desk) => askTaskJudge(judgeTask, desk), { unresolved: 'model.call_failed: The model does not answer.' }],
  ['the arbiter', (desk) => askArbiter(arbitrate, desk), { unresolved: 'model.call_failed: The model does not answer.' }],
  ['who gives up', (desk) => askGiveUp(giveUp, desk), undefined],
  ['the summariser', (desk) => askSummary(summarise, desk), undefined],
];

describe('a judge', () => {
  it('of a subtask sees every call with its number and how it ended', verifies('KEL-PLAN-09'), async () => {
    const desk = recordedDesk(SUBTASK_ANSWER);
    expect(await askSubtaskJudge(judgeSubtask, desk)).toEqual(SUBTASK_ANSWER);
    expect(desk.asked).toEqual([{ key: 'review/1', roleId: 'agent_validator', head: AGENT_VALIDATOR_PROMPT.head, body: expect.stringContaining('\n1. search_text: {"pattern":"?"} → what search_text gave [completed]\n2. read_file: {"path":"a.md"} → what read_file gave [interrupted]\n'), answerName: 'SubtaskJudgement', work: 'main' }]);
  });

  it('of a task sees the whole task and every outcome, and is no weaker than the planner', verifies('ART-P-02', 'KEL-PLAN-09'), async () => {
    const desk = recordedDesk(TASK_ANSWER);
    expect(await askTaskJudge(judgeTask, desk)).toEqual(TASK_ANSWER);
    expect(desk.asked).toEqual([{ key: 'review/whole', roleId: 'meta_validator', head: META_VALIDATOR_PROMPT.head, body: expect.any(String), answerName: 'TaskJudgement', work: 'main', noWeakerThan: 'planner' }]);
    const shown = ['In the words of the person: count them', 'Subtask 1 (Do part 1): matched', '1. 0 % met; nothing unmet', '2. 100 % met; nothing unmet', '2. read_file: {"path":"a.md"} → what read_file gave [interrupted]', '{"open":3}', '1. All are there (verifiable, required)'];
    expect(shown.filter((words) => !desk.asked[0]?.body.includes(words))).toEqual([]);
  });
});

describe('an arbiter', () => {
  it('holds with one party, with none, or settles nothing when it names a stranger', verifies('KEL-PLAN-09'), async () => {
    const desk = recordedDesk(RULING, { winner: null, rationale: 'Balanced.' }, { winner: 'mother', rationale: 'She is right.' });
    expect([await askArbiter(arbitrate, desk), await askArbiter(arbitrate, desk), await askArbiter(arbitrate, desk)]).toEqual([RULING, { winner: null, rationale: 'Balanced.' }, { unresolved: 'The arbiter named "mother", which is none of the parties.' }]);
    expect(desk.asked[0]).toEqual({ key: 'conflict/1', roleId: 'meta_validator', head: ARBITER_PROMPT.head, body: expect.stringContaining('Name: critic\nPosition: It does not.\nEvidence:\nNone.'), answerName: 'ArbiterAnswer', work: 'main', noWeakerThan: 'planner' });
  });

  it('may be another role on a larger model than usual, with what was looked up', verifies('KEL-PLAN-09', 'MH4-2-03', 'MH4-2-06', 'MH4-2-07'), async () => {
    const desk = recordedDesk(RULING);
    await askArbiter({ ...arbitrate, as: 'research', escalate: true, lookedUp: ['a.md: It works.'] }, desk);
    expect(desk.asked[0]).toMatchObject({ escalate: true, roleId: 'research', body: expect.stringContaining('1. a.md: It works.') });
  });
});

describe('a task that is given up', () => {
  it('leaves what was reached and what to do next', verifies('KEL-PLAN-09'), async () => {
    const desk = recordedDesk(PARTIAL);
    expect(await askGiveUp(giveUp, desk)).toEqual(PARTIAL);
    expect(desk.asked).toEqual([{ key: 'end', roleId: 'planner', head: GIVING_UP_PROMPT.head, body: expect.stringContaining('1. All are there'), answerName: 'PartialResultAnswer', work: 'summary' }]);
  });
});

describe('a summary', () => {
  it('says which model wrote it', verifies('KEL-PLAN-09'), async () => {
    const desk = recordedDesk(SUMMARY);
    expect(await askSummary(summarise, desk)).toEqual({ summary: SUMMARY, modelId: 'recorded' });
    expect(desk.asked).toEqual([{ key: 'context/1', roleId: 'mother', head: SUMMARISER_PROMPT.head, body: expect.stringContaining('At most 100 tokens.'), answerName: 'SummaryAnswer', work: 'summary' }]);
  });
});

describe('a model that does not answer', () => {
  it.each(ASKERS)('answers nothing for %s', verifies('KEL-PLAN-09', 'KEL-PLAN-10'), async (_name, ask, unanswered) => {
    expect(await ask(recordedDesk(failure('model.call_failed')))).toEqual(unanswered);
  });

  it('leaves a judgement open also when it cannot be read', verifies('KEL-PLAN-10'), async () => {
    expect(await askSubtaskJudge(judgeSubtask, recordedDesk({}, {}, {}))).toEqual({ unresolved: 'model.output_undecodable: The model gave no answer that fits.' });
  });

  it.each(ASKERS)('because it was stopped stops %s', verifies('KEL-PLAN-10'), async (_name, ask) => {
    await expect(ask(recordedDesk(failure('model.cancelled')))).rejects.toMatchObject({ code: 'model.cancelled' });
  });

  it.each(ASKERS)('because of something else than the model is no answer for %s', verifies('KEL-PLAN-10'), async (_name, ask) => {
    const spent = new KeelsonError('plan.invalid', { message: 'Something else.', nextStep: 'Look.', data: { issues: [] } });
    await expect(ask(recordedDesk(spent))).rejects.toBe(spent);
    const bug = new TypeError('a defect');
    await expect(ask(recordedDesk(bug))).rejects.toBe(bug);
  });

  it('while the run is being stopped is a stop', verifies('KEL-PLAN-10'), async () => {
    const stop = new AbortController();
    const failed = failure('model.call_failed');
    const desk: RoleDesk = {
      async ask() {
        stop.abort();
        throw failed;
      },
    };
    await expect(askSubtaskJudge({ ...judgeSubtask, signal: stop.signal }, desk)).rejects.toBe(failed);
  });
});

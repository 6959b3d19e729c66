import { assert, asyncProperty, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedDesk } from '../../../test/support/recorded-desk.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { TaskSpec } from '../../contracts/index.ts';
import type { ToPerceive } from '../engine.ts';
import { PERCEIVER_PROMPT } from '../prompts/perceiver/v1.ts';
import { perceive } from './perceive.ts';

const ANSWER = { intent: 'Sum the column price of b.csv', scope: null, deadline: null };
const toPerceive = (changes: Partial<ToPerceive> = {}): ToPerceive => ({ key: 'plan/perceive', signal: new AbortController().signal, taskId: sample.taskId, request: 'do it again for b.csv', history: [], ...changes });
const exchanges = (count: number): ToPerceive['history'] => Array.from({ length: count }, (_, at) => ({ input: `question-${at + 1}.`, summary: `answer-${at + 1}.` }));

describe('a task', () => {
  it('is the request restated, with the words of the person kept and an id that no model made', verifies('ART-R1-01', 'ART-R1-02', 'ART-R1-NOT-4', 'MAH-2E-4'), async () => {
    const task = await perceive(toPerceive(), recordedDesk({ ...ANSWER, scope: 'only b.csv', deadline: sample.time }));
    expect(task).toEqual({ task_id: sample.taskId, intent: ANSWER.intent, constraints: { scope: 'only b.csv', deadline: sample.time }, raw_input: 'do it again for b.csv' });
    expect(TaskSpec.parse(task)).toEqual(task);
  });

  it('carries no criteria: an answer with some is asked for again and then refused', verifies('ART-R1-NOT-1', 'ART-INV-02'), async () => {
    const withCriteria = { ...ANSWER, success_criteria: ['The sum is right'] };
    await expect(perceive(toPerceive(), recordedDesk(withCriteria, withCriteria, withCriteria, ANSWER))).rejects.toMatchObject({ code: 'model.output_undecodable' });
    expect(await perceive(toPerceive(), recordedDesk(withCriteria, ANSWER))).toMatchObject({ intent: ANSWER.intent });
  });

  it('has no place for tools or a way of execution', verifies('ART-R1-NOT-2'), async () => {
    const withTools = { ...ANSWER, tools: ['shell'] };
    await expect(perceive(toPerceive(), recordedDesk(withTools, withTools, withTools))).rejects.toMatchObject({ code: 'model.output_undecodable' });
  });

  it.each(['intent', 'scope', 'deadline'] as const)('is not made of an answer that leaves out %s', verifies('ART-R1-NOT-1', 'ART-R1-NOT-2', 'ART-INV-02'), async (name) => {
    const { [name]: _left, ...partly } = ANSWER;
    await expect(perceive(toPerceive(), recordedDesk(partly, partly, partly))).rejects.toMatchObject({ code: 'model.output_undecodable' });
  });
});

describe('a perceiver', () => {
  it('is asked one small question, in the words that are pinned', verifies('ART-R1-01', 'ART-R1-02', 'ART-R1-NOT-4', 'MAH-2E-4'), async () => {
    const desk = recordedDesk(ANSWER);
    await perceive(toPerceive(), desk);
    expect(desk.asked).toEqual([{ key: 'plan/perceive', roleId: 'perceiver', head: PERCEIVER_PROMPT.head, body: expect.stringContaining('do it again for b.csv'), answerName: 'PerceiverAnswer', work: 'intent' }]);
  });

  it('is told the last five exchanges, the oldest first, and none before them', verifies('ART-R1-01', 'ART-R1-03'), async () => {
    const desk = recordedDesk(ANSWER);
    await perceive(toPerceive({ history: exchanges(7) }), desk);
    const told = [...(desk.asked[0]?.body ?? '').matchAll(/(question|answer)-(\d)\./g)].map(([found]) => found);
    expect(told).toEqual([3, 4, 5, 6, 7].flatMap((n) => [`question-${n}.`, `answer-${n}.`]));
  });

  it('is told what stands for the exchanges before the last five', verifies('KEL-COMPACT-16'), async () => {
    const desk = recordedDesk(ANSWER);
    await perceive(toPerceive({ history: [{ input: 'Never round.', summary: 'Many things.', standsFor: 95 }, ...exchanges(5)] }), desk);
    expect(desk.asked[0]?.body).toContain('Exchange 1\nThe person: Never round.\nWhat came of it: Many things.\n\nExchange 2\nThe person: question-1.');
  });

  it('is told what came of the task that a person corrects', verifies('ART-R1-05', 'ART-R1-03'), async () => {
    const desk = recordedDesk(ANSWER);
    await perceive(toPerceive({ request: 'wrong, I meant b.csv', history: [{ input: 'Sum a.csv', summary: 'The sum of a.csv is 12.' }] }), desk);
    expect(desk.asked[0]?.body).toContain('Exchange 1\nThe person: Sum a.csv\nWhat came of it: The sum of a.csv is 12.\n</keelson:material');
    expect(desk.asked[0]?.head).toContain('the intent is the earlier task with the correction applied, and it says what was wrong with that result');
  });

  it('is told to keep the intent as it is, whatever it thinks of it', verifies('ART-R1-04', 'ART-R1-NOT-3'), () => {
    const told = ['Do not narrow it, widen it or correct it.', 'Add no purpose, method, tool or standard of success that the person did not name', 'What seems impossible, unwise or forbidden is restated all the same'];
    expect(told.filter((words) => !PERCEIVER_PROMPT.head.includes(words))).toEqual([]);
  });

  it('gives on whatever was typed, and looks into none of it', verifies('MAH-2E-4', 'ART-R1-NOT-4'), async () => {
    await assert(
      asyncProperty(string({ minLength: 1 }), async (request) => {
        const desk = recordedDesk(ANSWER);
        const history = Object.freeze(exchanges(2));
        expect(await perceive(toPerceive({ request, history }), desk)).toEqual({ task_id: sample.taskId, intent: ANSWER.intent, constraints: { scope: null, deadline: null }, raw_input: request });
        expect(desk.asked).toHaveLength(1);
      }),
    );
  });
});

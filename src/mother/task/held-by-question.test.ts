import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { hardCall } from '../../../test/support/oversight-samples.ts';
import { finishes, taskRig } from '../../../test/support/task-rig.ts';
import type { Engine } from '../../loops/index.ts';
import { createHolds } from '../../oversight/index.ts';

/** Two workers at once. */
const sideBySide: Engine['plan'] = async ({ task, mintSubtask }) => {
  const part = async (nth: number, intent: string) => ({ subtask_id: await mintSubtask(nth), parent_task_id: task.task_id, sequence: 1, role_id: 'coder', intent, context: '', tools: [], success_criteria: [{ criterion: 'It was looked at', mode: 'verifiable' as const, required: true }] });
  return { decision: 'plan', why: 'Two parts.', plan: { task_id: task.task_id, task_criteria: [{ criterion: 'It is done', mode: 'verifiable', required: true }], subtasks: [await part(1, 'Ask for the colour'), await part(2, 'Read the notes')] } };
};

const call = (name: string, given: object) => ({ type: 'tool_call' as const, name, arguments: given as never });

describe('a worker beside one who asks a person', () => {
  it.each([
    ['is not asked what to do next', 1],
    ['does nothing more', 2],
  ])('%s until the answer is there', verifies('KEL-RUN-15', 'ELN-RULE-29'), async (_what, heldAt) => {
    const holds = createHolds();
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const steps: string[] = [];
    let asker = '';
    const rig = await taskRig({
      turns: [
        { when: { tool_result: { name: 'ask_user' } }, answer: [finishes('blue')] },
        { when: { tool_result: { name: 'read_file' } }, answer: [finishes('read')] },
        { when: { last_user_contains: 'Ask for the colour' }, answer: [call('ask_user', { question: 'Which colour?' })] },
        { when: { last_user_contains: 'Read the notes' }, answer: [call('read_file', { path: 'notes.txt' })] },
      ],
      engine: () => ({
        async plan(input) {
          const planned = await sideBySide(input);
          asker = 'plan' in planned ? (planned.plan.subtasks[0]?.subtask_id ?? '') : '';
          return planned;
        },
      }),
      overseers: () => ({
        ask: () => holds.during(hardCall(1), async () => (asked.resolve(), `blue, while ${await held.promise} waited`)),
        // The one who reads comes to this step when the question stands, and only then is that answered.
        async untilFree(ref, signal) {
          if (ref !== asker && steps.push(ref) === heldAt) await asked.promise.then(() => held.resolve(ref));
          await holds.untilFree(ref, signal);
        },
      }),
    });
    await rig.write('notes.txt', 'fine');
    const { termination } = await rig.run();
    const entries = await rig.entries();
    const at = (type: string, tool: string): number => entries.findIndex(({ event }) => event.type === type && JSON.stringify(event.payload).includes(`"tool_id":"${tool}"`));
    expect([termination.reason, at('run.tool_ended', 'ask_user') > 0, at('run.tool_started', 'read_file') > at('run.tool_ended', 'ask_user')]).toEqual(['success', true, true]);
    expect(steps.length).toBeGreaterThanOrEqual(heldAt);
  });
});

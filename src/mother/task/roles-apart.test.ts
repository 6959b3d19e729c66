import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { finishes, taskRig } from '../../../test/support/task-rig.ts';
import { runPrepared, type Subtask } from '../../contracts/index.ts';
import type { Engine } from '../../loops/index.ts';

const KEY = `ghp_${'a1B2'.repeat(9)}`;

/** Two subtasks side by side and one behind them; each is told what its packet holds, and says one word. */
async function threeRoles() {
  const packets: string[] = [];
  const rig = await taskRig({
    turns: [{ answer: [finishes('nobody asks')] }],
    engine: ({ runner, journal, counters }): Partial<Engine> => ({
      plan: async ({ task, mintSubtask }) => ({
        decision: 'plan',
        why: 'In two groups.',
        plan: {
          task_id: task.task_id,
          task_criteria: [{ criterion: 'It is done', mode: 'verifiable', required: true }],
          subtasks: await Promise.all([1, 1, 2].map(async (sequence, at): Promise<Subtask> => ({ subtask_id: await mintSubtask(at + 1), parent_task_id: task.task_id, sequence, role_id: 'coder', intent: `Part ${at + 1}`, context: '', tools: [], success_criteria: [{ criterion: 'It was looked at', mode: 'verifiable', required: true }] }))),
        },
      }),
      async execute({ key, signal, subtask, role, packet }) {
        const at = Number(subtask.intent.at(-1));
        packets[at - 1] = packet;
        const call = await runner.call({ toolId: 'read_file', arguments: { path: 'notes.txt' }, roleId: role.role_id, key: `${key}/call`, journal, counters: [...counters], signal });
        const report = { status: 'completed', output: `word-of-${at}`, confidence: { score: 0.9, rationale: 'seen' }, risk: { level: 'low', rationale: 'small' }, artifacts: [], next_actions: [] } as const;
        return { result: { subtask_id: subtask.subtask_id, status: 'completed', output: report.output, tool_calls: [call.evidence] }, report: { ...report, artifacts: [], next_actions: [] }, calls: [call], modelCalls: 1 };
      },
    }),
  });
  await rig.write('notes.txt', 'hello\n');
  const { termination } = await rig.run({ request: `Read notes.txt with ${KEY}` });
  return { rig, packets, termination };
}

describe('the roles of a run', () => {
  it('work apart: what works side by side is told nothing of each other, and what comes later is told of both', verifies('ART-P-02'), async () => {
    const { packets, termination } = await threeRoles();
    expect(termination.reason).toBe('success');
    const words = ['word-of-1', 'word-of-2', 'word-of-3'];
    expect(packets.map((packet) => words.filter((word) => packet.includes(word)))).toEqual([[], [], ['word-of-1', 'word-of-2']]);
  });

  it('speak to each other through the log alone: every message of one to another is an entry under its own name', verifies('ART-P-12', 'ART-R2-11', 'ART-R4B-08'), async () => {
    const { rig } = await threeRoles();
    const spoken = new Set(['run.task_perceived', 'run.plan_made', 'run.subtask_dispatched', 'run.execution_returned', 'run.subtask_judged', 'run.outcome_accepted', 'run.result_given', 'run.terminated']);
    const messages = (await rig.entries()).filter(({ event }) => spoken.has(event.type)).map(({ event }) => `${event.actor}: ${event.type}`);
    // The task and its plan are in the record before the first subtask is given to anybody, and nothing is said after its end.
    expect(messages.slice(0, 3)).toEqual(['perceiver: run.task_perceived', 'planner: run.plan_made', 'mother: run.subtask_dispatched']);
    expect(messages.slice(-3)).toEqual(['meta_validator: run.outcome_accepted', 'solver: run.result_given', 'mother: run.terminated']);
    expect(messages.filter((one) => one === 'agent_validator: run.subtask_judged')).toHaveLength(3);
    expect((await rig.entries()).slice(-2).map(({ event }) => event.type)).toEqual(['run.terminated', 'counter.closed']);
  });

  it('are recorded as their contracts say, and what is recorded holds no secret', verifies('ACI-30'), async () => {
    const { rig } = await threeRoles();
    const prepared = runPrepared.payload.parse((await rig.told('run.prepared'))[0]);
    expect(prepared.replay_capture).toEqual(Object.fromEntries(rig.ports.roles.contracts().map(({ role_id: roleId, replay_capture: capture }) => [roleId, capture])));
    expect((await rig.told('run.started'))[0]?.['request']).toBe('Read notes.txt with [SECRET]');
    const ended = (await rig.told('run.tool_ended')) as { evidence: { tool_id: string; journal_ref: unknown } }[];
    expect(ended.map(({ evidence }) => evidence.tool_id)).toEqual(['read_file', 'read_file', 'read_file']);
  });
});

import { describe, expect, it } from 'vitest';
import { finishes, taskRig } from '../../../test/support/task-rig.ts';
import { textIndexInMemory } from '../../../test/support/text-index-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Subtask, WorkReport } from '../../contracts/index.ts';
import { retrieveTool } from '../../library/index.ts';
import type { Engine, Execution, ToRewriteQuery } from '../../loops/index.ts';
import { builtinTools } from '../../tools/index.ts';

const NOTHING: WorkReport = { status: 'failed', output: 'Nothing was found.', confidence: { score: 0.9, rationale: 'seen' }, risk: { level: 'low', rationale: 'small' }, artifacts: [], next_actions: [] };

/** What research is told when it is to cite what the files say about something, and who was asked for other words. */
async function told(intent: string, rewriteQuery: Engine['rewriteQuery']) {
  const packets: string[] = [];
  const rig = await taskRig({
    turns: [{ answer: [finishes('nobody asks')] }],
    tools: [...builtinTools({ webSearch: {} }), retrieveTool({ openIndex: async () => textIndexInMemory() })],
    engine: () => ({
      plan: async ({ task, mintSubtask }) => {
        const subtask: Subtask = { subtask_id: await mintSubtask(1), parent_task_id: task.task_id, sequence: 1, role_id: 'research', intent, context: '', tools: ['retrieve'], success_criteria: [{ criterion: 'It is cited', mode: 'verifiable', required: true, check: { kind: 'citations_resolve', min: 1 } }] };
        return { decision: 'plan', why: 'As told.', plan: { task_id: task.task_id, task_criteria: [{ criterion: 'It is done', mode: 'verifiable', required: true }], subtasks: [subtask] } };
      },
      execute: async ({ packet, subtask }): Promise<Execution> => {
        packets.push(packet);
        return { result: { subtask_id: subtask.subtask_id, status: 'failed', output: 'Nothing was found.', tool_calls: [] }, report: NOTHING, calls: [], modelCalls: 1 };
      },
      ...(rewriteQuery !== undefined && { rewriteQuery }),
    }),
  });
  await rig.write('harbour.md', 'The harbour gate opens at 06:00 on weekdays.\n');
  await rig.run();
  return { packet: packets[0] ?? '' };
}

describe('looking up before work begins', () => {
  it('asks once for other words where too little was found, and tells what those found', verifies('KEL-RETR2-02'), async () => {
    const asked: Pick<ToRewriteQuery, 'key' | 'roleId' | 'query'>[] = [];
    const { packet } = await told('Timetable of the portal', async ({ key, roleId, query }) => (asked.push({ key, roleId, query }), 'harbour gate opens'));
    expect(packet).toContain('The harbour gate opens at 06:00 on weekdays.');
    expect(asked[0]).toEqual({ key: 'execute/1/1/other-words', roleId: 'research', query: 'Timetable of the portal' });
  });

  it('tells what the question itself found where nobody has other words', verifies('KEL-RETR2-02'), async () => {
    for (const rewriteQuery of [undefined, async () => undefined]) {
      const { packet } = await told('Timetable of the portal', rewriteQuery);
      expect([packet.includes('Timetable of the portal'), packet.includes('harbour gate')]).toEqual([true, false]);
    }
  });

  it('asks nobody where enough was found', verifies('KEL-RETR2-02'), async () => {
    const { packet } = await told('When the harbour gate opens', () => Promise.reject(new Error('nobody is to be asked')));
    expect(packet).toContain('The harbour gate opens at 06:00 on weekdays.');
  });
});

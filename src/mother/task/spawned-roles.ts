import type { Criterion, Subtask } from '../../contracts/index.ts';
import { SPAWN_DEPTH_MAX, SpawnParams } from '../roles/next-actions.ts';
import type { Dispatched, Round } from './round.ts';
import type { TaskWork } from './task-ports.ts';

type Run = (round: Round, subtask: Subtask, known: readonly Dispatched[]) => Promise<Dispatched>;

/** The roles that a group asked for and was granted, one after the other, before the next group begins. */
export async function runSpawned({ journal }: Pick<TaskWork, 'journal'>, round: Round, group: readonly Dispatched[], done: readonly Dispatched[], run: Run): Promise<Dispatched[]> {
  const also: Dispatched[] = [];
  for (const by of group) {
    for (const [at, { params }] of by.spawned.entries()) {
      const id = await journal.mint(`execute/${round.round}/${by.subtask.subtask_id}/spawned-${at + 1}`, 'sub');
      const subtask = subtaskOf(id, by, SpawnParams.parse(params));
      const known = [...done, ...also];
      const unplanned = known.map((one) => one.subtask).filter((one) => !round.plan.subtasks.includes(one));
      also.push(await run({ ...round, plan: { ...round.plan, subtasks: [...round.plan.subtasks, ...unplanned, subtask] }, spawnDepth: SPAWN_DEPTH_MAX }, subtask, known));
    }
  }
  return also;
}

/** Nobody planned it, so nothing of the task rests on what a judge thinks of it; that its maker gives up goes back to the plan. */
function subtaskOf(id: Subtask['subtask_id'], { subtask: { parent_task_id, sequence, intent: before }, role }: Dispatched, { role_id: roleId, intent }: SpawnParams): Subtask {
  const criterion: Criterion = { criterion: `It was done: ${intent}`, mode: 'plausible', required: false };
  return { subtask_id: id, parent_task_id, sequence, role_id: roleId, intent, context: `${role.role_id} asked for it after this: ${before}`, tools: [], success_criteria: [criterion] };
}

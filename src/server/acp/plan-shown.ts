import type { PlanEntry } from '@agentclientprotocol/sdk';
import type { Plan, SubtaskId } from '../../contracts/index.ts';

/** The plan of a run as an editor shows it. Each change gives the whole of it again, as the protocol asks. */
export interface PlanShown {
  made(plan: Plan): PlanEntry[];
  began(subtaskId: SubtaskId): PlanEntry[];
  judged(subtaskId: SubtaskId, isMet: boolean): PlanEntry[];
}

export function planShown(): PlanShown {
  let steps: { readonly id: SubtaskId; readonly content: string; status: PlanEntry['status'] }[] = [];
  const entries = (): PlanEntry[] => steps.map(({ content, status }) => ({ content, status, priority: 'medium' }));
  const set = (subtaskId: SubtaskId, status: PlanEntry['status']): PlanEntry[] => {
    for (const step of steps) if (step.id === subtaskId) step.status = status;
    return entries();
  };
  return {
    made(plan) {
      steps = plan.subtasks.toSorted((one, other) => one.sequence - other.sequence).map(({ subtask_id: id, intent }) => ({ id, content: intent, status: 'pending' }));
      return entries();
    },
    began: (subtaskId) => set(subtaskId, 'in_progress'),
    // What was not met is corrected or planned anew, so it is still to be done.
    judged: (subtaskId, isMet) => set(subtaskId, isMet ? 'completed' : 'pending'),
  };
}

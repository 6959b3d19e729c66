import type { Criterion, Plan, PlanCalibration, PlannedCriterion, PlannedSubtask, PlannerAnswer, RoleId, SubtaskId, TaskId } from '../../contracts/index.ts';
import { toolsToAskAbout, type ToAskAbout } from './calibration.ts';

const ASK_USER = 'ask_user';

interface Planning {
  readonly taskId: TaskId;
  readonly calibration: readonly PlanCalibration[];
  /** See `ToPlan.holdsWary`. */
  readonly holdsWary?: boolean;
  readonly toolsOf: ReadonlyMap<RoleId, readonly string[]>;
  /** Identifiers are ours: there is no place for one in what a model answers. */
  mintSubtask(nth: number): Promise<SubtaskId>;
}

/** The plan that a planner's answer comes to. Groups are numbered 1, 2, 3 …, whatever numbers it gave them. */
export async function planOf({ task_criteria, subtasks }: PlannerAnswer, { taskId, calibration, holdsWary = false, toolsOf, mintSubtask }: Planning): Promise<Plan> {
  const groups = [...new Set(subtasks.map(({ sequence }) => sequence))].sort((a, b) => a - b);
  const cautious = holdsWary ? [] : toolsToAskAbout(calibration);
  const ids: SubtaskId[] = [];
  for (const nth of subtasks.keys()) ids.push(await mintSubtask(nth + 1));
  return {
    task_id: taskId,
    task_criteria: task_criteria.map(criterionOf),
    subtasks: subtasks.flatMap((subtask, at) => {
      const id = ids[at];
      const gated = askingFirst(subtask, cautious, toolsOf.get(subtask.role) ?? []);
      return id === undefined ? [] : [{ subtask_id: id, parent_task_id: taskId, sequence: groups.indexOf(subtask.sequence) + 1, role_id: subtask.role, intent: subtask.intent, ...gated, success_criteria: subtask.success_criteria.map(criterionOf) }];
    }),
  };
}

/** Where memory is wary of a tool and its calls are not held, whoever works is told to ask the person first; that does not hang on what the planner wrote. */
function askingFirst({ context, tools }: PlannedSubtask, cautious: readonly ToAskAbout[], available: readonly string[]): { readonly context: string; readonly tools: string[] } {
  const planned = tools.flatMap((name) => cautious.filter(({ tool }) => tool === name));
  const wary = [...new Set(planned.map(({ tool, target }) => (target === undefined ? tool : `${tool} on ${target}`)))];
  if (wary.length === 0) return { context, tools };
  const line = `Before you use ${wary.join(' or ')}, ask the person whether you may, and say what it will do. Without a yes, do without it.`;
  return { context: [context, line].filter((text) => text !== '').join('\n\n'), tools: available.includes(ASK_USER) && !tools.includes(ASK_USER) ? [...tools, ASK_USER] : tools };
}

function criterionOf({ criterion, mode, required, check }: PlannedCriterion): Criterion {
  return { criterion, mode, required, ...(check !== null && { check }) };
}

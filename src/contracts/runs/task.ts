import { z } from 'zod';
import { NonEmptyText, PositiveCount, SubtaskId, TaskId, Timestamp } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { ToolId } from '../tools/tool-id.ts';
import { Criterion } from './criterion.ts';

/** What a person asked, restated. It carries no criteria: those are the planner's to write. */
export const TaskSpec = z.strictObject({
  task_id: TaskId,
  intent: NonEmptyText,
  constraints: z.strictObject({ scope: NonEmptyText.nullable(), deadline: Timestamp.nullable() }),
  raw_input: NonEmptyText,
});
export type TaskSpec = z.infer<typeof TaskSpec>;

/** One unit of a plan. Equal sequence numbers run side by side, different ones in order. */
export const Subtask = z.strictObject({
  subtask_id: SubtaskId,
  parent_task_id: TaskId,
  sequence: PositiveCount,
  role_id: RoleId,
  intent: NonEmptyText,
  /** Everything the executor may know beyond the intent; it never asks the memory itself. */
  context: z.string(),
  /** What it is expected to use; what is blocked is not among them. */
  tools: z.array(ToolId).default([]),
  success_criteria: z.array(Criterion).min(1),
});
export type Subtask = z.infer<typeof Subtask>;

/** How a task is to be done. The task criteria speak of the combined output of all subtasks. */
export const Plan = z
  .strictObject({
    task_id: TaskId,
    task_criteria: z.array(Criterion).min(1),
    subtasks: z.array(Subtask).min(1),
  })
  .refine((plan) => plan.subtasks.every((subtask) => subtask.parent_task_id === plan.task_id), {
    path: ['subtasks'],
    message: 'a subtask belongs to another task',
  })
  .refine((plan) => new Set(plan.subtasks.map((subtask) => subtask.subtask_id)).size === plan.subtasks.length, {
    path: ['subtasks'],
    message: 'a subtask is listed twice',
  });
export type Plan = z.infer<typeof Plan>;

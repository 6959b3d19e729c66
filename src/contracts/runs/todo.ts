import { z } from 'zod';

/** A list that is longer is a plan, which has its own place. */
export const TODO_ITEMS_MAX = 50;
export const TODO_CONTENT_CHARS_MAX = 300;

export const TodoStatus = z.enum(['pending', 'in_progress', 'completed', 'cancelled']);
export type TodoStatus = z.infer<typeof TodoStatus>;

/** One thing that whoever works has set out to do. */
export const TodoItem = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'expected letters, digits, dots, _ or - (at most 40)'),
  content: z.string().trim().min(1).max(TODO_CONTENT_CHARS_MAX),
  status: TodoStatus,
});
export type TodoItem = z.infer<typeof TodoItem>;

/** The list of a conversation as it stands, each item once; kept under `todos:{run_id}`. */
export const TodoList = z
  .array(TodoItem)
  .max(TODO_ITEMS_MAX)
  .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'each id once');
export type TodoList = z.infer<typeof TodoList>;

/** What is over is over: only the rest is ever told again. */
export function openTodos(items: readonly TodoItem[]): readonly TodoItem[] {
  return items.filter(({ status }) => status === 'pending' || status === 'in_progress');
}

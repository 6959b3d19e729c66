import { z } from 'zod';
import { runTodosWritten, TodoItem, TodoList, type TodoItem as Item } from '../../../contracts/index.ts';
import { toolFailure } from '../tool-failure.ts';
import { defineTool } from '../../registry/define-tool.ts';

const Input = z.strictObject({
  items: TodoList.optional().describe('What to write; leave it out to read the list.'),
  merge: z.boolean().default(false).describe('True changes and adds the items given and leaves the others; false replaces the whole list.'),
});
type Input = z.infer<typeof Input>;

const Output = z.strictObject({ items: z.array(TodoItem), is_changed: z.boolean() });
type Output = z.infer<typeof Output>;

const TIME_MS = 10_000;

export const todoTool = defineTool<Input, Output>({
  tool_id: 'todo',
  tool_name: 'Keep a list of what is still to be done in this conversation',
  category: 'validation',
  // The list is Keelson's own record; nothing of the person's is changed.
  side_effects: 'read_only',
  keywords: [],
  priority: 5,
  timeout_ms: TIME_MS,
  allowed_roles: ['librarian', 'research', 'coder', 'critic', 'analyst', 'vision', 'update', 'toolsmith'],
  input: Input,
  output: Output,
  touches: [],
  taint: 'user_trusted_bounded',
  intentions: () => [],
  async perform({ items, merge }, { todos }) {
    const before = [...(await todos())];
    if (items === undefined) return { items: before, is_changed: false };
    const after = TodoList.safeParse(merge ? merged(before, items) : items);
    if (!after.success) throw toolFailure('todo', `The list cannot be written: ${after.error.issues.map(({ message }) => message).join('; ')}.`, 'Take off what is over, then write it again.');
    return { items: after.data, is_changed: true };
  },
  show: ({ items }) => (items.length === 0 ? 'The list is empty.' : items.map(({ id, content, status }) => `- [${status}] ${id}: ${content}`).join('\n')),
  alsoTells: ({ items, is_changed: isChanged }, { runId, call }) => (isChanged ? [{ type: runTodosWritten.type, streamId: runId, payload: { run_id: runId, call, items } }] : []),
});

/** What is known by its id is changed where it stands; what is new comes last. */
function merged(before: readonly Item[], items: readonly Item[]): Item[] {
  const given = new Map(items.map((item) => [item.id, item]));
  return [...before.map((item) => given.get(item.id) ?? item), ...items.filter(({ id }) => before.every((item) => item.id !== id))];
}

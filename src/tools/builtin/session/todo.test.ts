import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { runnerRig } from '../../../../test/support/runner-rig.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { openTodos, TODO_ITEMS_MAX, TodoItem, TodoStatus, type TodoList } from '../../../contracts/index.ts';
import type { Tool } from '../../registry/tool.ts';
import { todoTool } from './todo.ts';

const item = (id: string, status: TodoItem['status'] = 'pending', content = `do ${id}`): TodoItem => ({ id, content, status });
const LIST: TodoList = [item('a'), item('b', 'in_progress')];

describe('the list of what is to be done', () => {
  it('has items with id, content and one of four statuses', verifies('MAH-11A-1'), () => {
    expect(TodoStatus.options).toEqual(['pending', 'in_progress', 'completed', 'cancelled']);
    expect(TodoItem.parse(item('a'))).toEqual({ id: 'a', content: 'do a', status: 'pending' });
    const wrong = [{ ...item('a'), status: 'done' }, { ...item('a'), content: '' }, { ...item(' ') }, { ...item('a'), more: 1 }];
    expect(wrong.filter((one) => TodoItem.safeParse(one).success)).toEqual([]);
  });

  it('is read, replaced and changed item by item', verifies('KEL-SESSION-01'), async () => {
    const rig = await toolRig({ todos: LIST });
    const call = async (input: object) => (await rig.call(todoTool, input as never)) as { items: TodoList; is_changed: boolean };
    expect(await call({})).toEqual({ items: LIST, is_changed: false });
    expect(await call({ items: [item('c')] })).toEqual({ items: [item('c')], is_changed: true });
    expect((await call({ items: [item('c'), item('a', 'completed')], merge: true })).items).toEqual([item('a', 'completed'), item('b', 'in_progress'), item('c')]);
    expect([todoTool.show({ items: LIST, is_changed: false }), todoTool.show({ items: [], is_changed: false })]).toEqual(['- [pending] a: do a\n- [in_progress] b: do b', 'The list is empty.']);
  });

  it('takes each id once, and no more items than somebody can keep in view', verifies('KEL-SESSION-01'), async () => {
    const many = Array.from({ length: TODO_ITEMS_MAX }, (_, at) => item(`n${at}`));
    const rig = await toolRig({ todos: many });
    expect(await rig.failure(todoTool, { items: [item('x')], merge: true } as never)).toMatchObject({ code: 'tool.failed' });
    expect([todoTool.input?.safeParse({ items: [item('a'), item('a')] }).success, todoTool.input?.safeParse({ items: [...many, item('x')] }).success]).toEqual([false, false]);
  });

  it('is open as far as it is pending or in progress', verifies('MAH-11A-4'), () => {
    expect(openTodos([item('a'), item('b', 'in_progress'), item('c', 'completed'), item('d', 'cancelled')])).toEqual(LIST);
  });

  it('is written to the log by the call and by nothing else, and reading it writes nothing', verifies('MAH-11A-2', 'KEL-SESSION-01'), async () => {
    const runner = await runnerRig({ tools: [todoTool as unknown as Tool] });
    const written = await runner.call({ toolId: 'todo', arguments: { items: LIST }, roleId: 'coder', key: 'turn-1/tool-1' });
    await runner.call({ toolId: 'todo', arguments: {}, roleId: 'coder', key: 'turn-2/tool-1' });
    expect([written.outcome.status, written.outcome.changes]).toEqual(['completed', []]);
    expect((await runner.told('run.todos_written')).map(({ call, items }) => [call, items])).toEqual([['turn-1/tool-1', LIST]]);
  });
});

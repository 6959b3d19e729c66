import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { documentKey, RunId, SessionId, type TodoList } from '../contracts/index.ts';
import type { Documents } from './documents.ts';
import { todosOf } from './todos-of.ts';

const run = (nth: number): RunId => RunId.parse(`run_01JCQZ9Y5D000000000000000${nth}`);
const SESSION = SessionId.parse('ses_01JCQZ9Y5D0000000000000001');
const AT = '2026-11-16T08:00:00.000Z';
const list = (id: string): TodoList => [{ id, content: `do ${id}`, status: 'pending' }];
const entry = (runId: RunId, session: SessionId | null) => ({ run_id: runId, request: 'Do it.', engine: 'model', session_id: session, phase: 'plan', is_waiting: false, started_at: AT, ended_at: null, reason: null });

function documentsWith(bodies: Readonly<Record<string, object>>): Pick<Documents, 'get'> {
  return { get: async (key: string) => (bodies[key] === undefined ? undefined : ({ body: bodies[key] } as never)) };
}

describe('the list of a conversation', () => {
  const exchange = (nth: number) => ({ run_id: run(nth), input: 'x', summary: 'y', at: AT });
  const session = { session_id: SESSION, started_at: AT, exchanges: 2, latest: [exchange(1), exchange(2)] };
  const shared = { [documentKey.todos(run(1))]: { items: list('a') }, [documentKey.session(SESSION)]: session, [documentKey.runIndex(run(3))]: entry(run(3), SESSION), [documentKey.runIndex(run(4))]: entry(run(4), null) };

  it('is what the run wrote itself, else what was written last in the same conversation', verifies('KEL-SESSION-03', 'MAH-11A-2'), async () => {
    expect(await todosOf(run(1), documentsWith(shared))).toEqual(list('a'));
    expect(await todosOf(run(3), documentsWith(shared))).toEqual(list('a'));
    expect(await todosOf(run(3), documentsWith({ ...shared, [documentKey.todos(run(2))]: { items: list('b') } }))).toEqual(list('b'));
    expect(await todosOf(run(3), documentsWith({ ...shared, [documentKey.todos(run(3))]: { items: [] } }))).toEqual([]);
  });

  it('is nobody else’s', verifies('KEL-SESSION-03', 'MAH-11A-2'), async () => {
    expect(await todosOf(run(4), documentsWith(shared))).toEqual([]);
    expect(await todosOf(run(5), documentsWith(shared))).toEqual([]);
  });
});

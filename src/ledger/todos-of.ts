import { z } from 'zod';
import { documentKey, RunIndexEntry, SessionState, TodoList, type RunId } from '../contracts/index.ts';
import type { Documents } from './documents.ts';

const Kept = z.object({ items: TodoList });

/**
 * The list of the conversation that a run belongs to: what the run wrote itself, else what the latest run before it in the same
 * conversation wrote. A run without a conversation has its own list alone.
 */
export async function todosOf(runId: RunId, documents: Pick<Documents, 'get'>): Promise<TodoList> {
  const listOf = async (one: RunId): Promise<TodoList | undefined> => Kept.safeParse((await documents.get(documentKey.todos(one)))?.body).data?.items;
  const own = await listOf(runId);
  if (own !== undefined) return own;
  const session = RunIndexEntry.safeParse((await documents.get(documentKey.runIndex(runId)))?.body).data?.session_id;
  if (session === undefined || session === null) return [];
  const latest = SessionState.safeParse((await documents.get(documentKey.session(session)))?.body).data?.latest ?? [];
  for (const { run_id: before } of latest.toReversed()) {
    const list = await listOf(before);
    if (list !== undefined) return list;
  }
  return [];
}

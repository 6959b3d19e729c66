import { findColumn } from './compute/find-column.ts';
import type { OfflineTaskOf } from './tasks.ts';

type TableTask = OfflineTaskOf<'ask_table'>;

/** The task with columns that the table has, or the question which one is meant. */
export type SettledColumns = { readonly task: TableTask } | { readonly question: string };

/** Before anything is planned on it: a word that names no column of the table is asked about, and the answer takes its place. */
export function settleColumns(task: TableTask, columns: readonly string[], said: readonly string[]): SettledColumns {
  const questions: string[] = [];
  const settled = (name: string): string => {
    const found = findColumn(name, columns) ?? answered(question(task.path, name, columns), said, columns);
    if (found === undefined) questions.push(question(task.path, name, columns));
    return found ?? name;
  };
  const order = task.order?.column === undefined ? task.order : { ...task.order, column: settled(task.order.column) };
  const changed: TableTask = {
    ...task,
    ...(task.column !== undefined && { column: settled(task.column) }),
    ...(task.group !== undefined && { group: settled(task.group) }),
    ...(order !== undefined && { order }),
    where: task.where.map((one) => ({ ...one, column: settled(one.column) })),
  };
  const [first] = questions;
  return first === undefined ? { task: changed } : { question: first };
}

function question(path: string, name: string, columns: readonly string[]): string {
  return `Which column of ${path} is meant by ${JSON.stringify(name)}? It has: ${columns.join(', ')}.`;
}

/** What a person says comes behind the question that it answers. */
function answered(asked: string, said: readonly string[], columns: readonly string[]): string | undefined {
  const answer = said.findLast((one) => one.startsWith(asked))?.slice(asked.length);
  return answer === undefined ? undefined : findColumn(answer.trim(), columns);
}

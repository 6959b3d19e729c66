import { runLlmEnded, runPlanMade, runSubtaskDispatched, type LogEntry, type SubtaskId } from '../contracts/index.ts';
import { told } from './run-entries.ts';

export interface ModelCallCounts {
  readonly all: number;
  /** Those on the longest chain: what runs side by side is waited for once. */
  readonly sequential: number;
}

/** An answer that was given before costs nothing and is waited for by nobody. */
function callsMade(entries: readonly LogEntry[]): string[] {
  return told(entries, runLlmEnded).flatMap(({ call, record }) => (record.is_reused ? [] : [call]));
}

/**
 * Counts the calls to models. A call belongs to a subtask when its path lies below that of the subtask, which is where
 * its attempts lie. Of the subtasks of one group, which begin together, only the one with the most calls is waited for;
 * all other calls wait for one another.
 */
export function countModelCalls(entries: readonly LogEntry[]): ModelCallCounts {
  const calls = callsMade(entries);
  const groupOf = groupsOf(entries);
  const dispatched = told(entries, runSubtaskDispatched).map(({ subtask_id, call }) => ({ subtaskId: subtask_id, path: call.slice(0, call.lastIndexOf('/') + 1) }));
  const ownerOf = (call: string): SubtaskId | undefined => dispatched.find(({ path }) => path !== '' && call.startsWith(path))?.subtaskId;
  const bySubtask = new Map<SubtaskId, number>();
  let alone = 0;
  for (const call of calls) {
    const owner = ownerOf(call);
    if (owner === undefined || !groupOf.has(owner)) alone += 1;
    else bySubtask.set(owner, (bySubtask.get(owner) ?? 0) + 1);
  }
  const longest = new Map<string, number>();
  for (const [subtask, count] of bySubtask) {
    const group = groupOf.get(subtask) ?? '';
    longest.set(group, Math.max(longest.get(group) ?? 0, count));
  }
  return { all: calls.length, sequential: [...longest.values()].reduce((sum, count) => sum + count, alone) };
}

/** Each plan has groups of its own; a subtask that a later plan keeps belongs where it was put last. */
function groupsOf(entries: readonly LogEntry[]): ReadonlyMap<SubtaskId, string> {
  return new Map(told(entries, runPlanMade).flatMap(({ round, plan }) => plan.subtasks.map(({ subtask_id, sequence }): [SubtaskId, string] => [subtask_id, `${round}/${sequence}`])));
}

import { runSubtaskJudged, type GateCheck, type Plan, type Subtask, type SubtaskOutcome } from '../../contracts/index.ts';
import { dispatchSubtask } from './dispatch-subtask.ts';
import type { Dispatched, Round } from './round.ts';
import { say } from './say.ts';
import type { TaskWork } from './task-ports.ts';

/** What came of one round of work. */
export interface Executed {
  readonly dispatched: readonly Dispatched[];
  readonly checks: readonly GateCheck[];
}

/**
 * Groups run in order, their members side by side. A group begins only when the one before is complete and matched: what
 * would rest on a failure is not begun, for the whole round is planned anew then.
 */
export async function executePlan(work: TaskWork, round: Round, signal: AbortSignal): Promise<Executed> {
  const done: Dispatched[] = [];
  for (const group of groupsOf(round.plan)) {
    const results = await sideBySide(group, work.budget.limits.max_parallel_agents, (subtask) => runSubtask(work, round, subtask, done, signal));
    done.push(...results);
    if (results.some(({ outcome }) => outcome.status === 'failed')) break;
  }
  const judged = done.map(({ outcome }) => outcome);
  return { dispatched: done, checks: [subtasksJudged(round.plan, judged), ...done.flatMap(({ gates }) => gates)] };
}

async function runSubtask(work: TaskWork, round: Round, subtask: Subtask, earlier: readonly Dispatched[], signal: AbortSignal): Promise<Dispatched> {
  const dispatched = await dispatchSubtask(work, round, subtask, [...earlier], signal);
  await say(work.ports.roleWriters.agentValidator, work.runId, `${round.round}:${subtask.subtask_id}`, runSubtaskJudged.type, { round: round.round, outcome: dispatched.outcome });
  return dispatched;
}

export function groupsOf(plan: Plan): Subtask[][] {
  const sequences = [...new Set(plan.subtasks.map(({ sequence }) => sequence))].toSorted((one, other) => one - other);
  return sequences.map((sequence) => plan.subtasks.filter((subtask) => subtask.sequence === sequence));
}

/** At most so many at once; answers in the order of the items. When one breaks, no further one begins, and those at work come to their end first. */
async function sideBySide<Item, Result>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results = new Map<number, Result>();
  const failures: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const at = next;
      next += 1;
      try {
        results.set(at, await work(items[at] as Item));
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return items.map((_item, at) => results.get(at) as Result);
}

/** Every subtask that was begun has the validator's final word, and none was left out without a failure before it. */
function subtasksJudged(plan: Plan, outcomes: readonly SubtaskOutcome[]): GateCheck {
  const failed = outcomes.filter(({ status }) => status === 'failed').length;
  const isComplete = outcomes.length === plan.subtasks.length || failed > 0;
  return { gate_id: 'subtasks_judged', result: isComplete ? 'passed' : 'failed', detail: `${outcomes.length} of ${plan.subtasks.length} subtasks judged, ${failed} failed`, refs: [] };
}

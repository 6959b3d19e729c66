import { runSubtaskJudged, type GateCheck, type Plan, type Subtask, type SubtaskOutcome } from '../../contracts/index.ts';
import { dispatchSubtask, type DoneAgain } from './dispatch-subtask.ts';
import type { Dispatched, Round } from './round.ts';
import { sayOutput } from './say-output.ts';
import { runSpawned } from './spawned-roles.ts';
import type { TaskWork } from './task-ports.ts';

/** What came of one round of work. */
export interface Executed {
  readonly dispatched: readonly Dispatched[];
  readonly checks: readonly GateCheck[];
  /** Where in the journal the work of each subtask stands that failed, such as `execute/3/2/`. */
  readonly failedAt: readonly string[];
}

/**
 * Groups run in order, their members side by side. A group begins only when the one before is complete and matched: what
 * would rest on a failure is not begun, for the whole round is planned anew then.
 */
export async function executePlan(work: TaskWork, round: Round, signal: AbortSignal): Promise<Executed> {
  const done: Dispatched[] = [];
  for (const group of groupsOf(round.plan)) {
    const results = await sideBySide(group, work.budget.limits.max_parallel_agents, signal, (subtask, until) => runSubtask(work, round, subtask, done, until));
    done.push(...results);
    if (results.some(({ outcome }) => outcome.status === 'failed')) break;
    const also = await runSpawned(work, round, results, done, (grown, subtask, known) => runSubtask(work, grown, subtask, known, signal));
    done.push(...also);
    if (also.some(({ outcome }) => outcome.status === 'failed')) break;
  }
  const planned = new Set(round.plan.subtasks.map(({ subtask_id: id }) => id));
  const judged = done.filter(({ subtask }) => planned.has(subtask.subtask_id)).map(({ outcome }) => outcome);
  // Work that the plan did not know of is counted on behind it.
  const places = [...new Set([...round.plan.subtasks, ...done.map(({ subtask }) => subtask)])];
  const failedAt = done.filter(({ outcome }) => outcome.status === 'failed').map(({ subtask }) => `execute/${round.round}/${places.indexOf(subtask) + 1}/`);
  return { dispatched: done, checks: [subtasksJudged(round.plan, judged), ...done.flatMap(({ gates }) => gates)], failedAt };
}

/** A subtask with the validator's word on it in the record, also when it is done again because of a conflict. */
export async function runSubtask(work: TaskWork, round: Round, subtask: Subtask, earlier: readonly Dispatched[], signal: AbortSignal, again?: DoneAgain): Promise<Dispatched> {
  const dispatched = await dispatchSubtask(work, round, subtask, [...earlier], signal, again);
  await sayOutput({ writer: work.ports.roleWriters.agentValidator, blobs: work.ports.ledger.blobs }, work.runId, `${round.round}:${subtask.subtask_id}${again === undefined ? '' : ':again'}`, runSubtaskJudged.type, { round: round.round, outcome: dispatched.outcome });
  return dispatched;
}

function groupsOf(plan: Plan): Subtask[][] {
  const sequences = [...new Set(plan.subtasks.map(({ sequence }) => sequence))].toSorted((one, other) => one - other);
  return sequences.map((sequence) => plan.subtasks.filter((subtask) => subtask.sequence === sequence));
}

/** At most so many at once; answers in the order of the items. When one breaks, no further one begins, those at work are told to stop, and all have stopped before it is said. */
export async function sideBySide<Item, Result>(items: readonly Item[], atOnce: number, signal: AbortSignal, work: (item: Item, until: AbortSignal) => Promise<Result>): Promise<Result[]> {
  const broken = new AbortController();
  const until = AbortSignal.any([signal, broken.signal]);
  const results = new Map<number, Result>();
  const failures: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const at = next;
      next += 1;
      try {
        results.set(at, await work(items[at] as Item, until));
      } catch (error) {
        failures.push(error);
        broken.abort(error);
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

import type { Plan, SubtaskId, SubtaskOutcome } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';

/** The outcomes of all subtasks that ran side by side, in the order of the plan. */
export interface ReleasedGroup {
  readonly sequence: number;
  readonly outcomes: readonly SubtaskOutcome[];
}

/**
 * Where outcomes meet. One is held until its whole group is there and every group before it was let go, so that nobody
 * judges half a group or a later one first, in whatever order they arrive.
 */
export interface FanIn {
  /** The groups that this outcome completes, in order; none while something is missing. */
  receive(outcome: SubtaskOutcome): readonly ReleasedGroup[];
  /** Everything let go so far, in the order of the groups. */
  released(): readonly SubtaskOutcome[];
  isComplete(): boolean;
}

export function createFanIn(plan: Plan): FanIn {
  const arrived = new Map<SubtaskId, SubtaskOutcome>();
  const waiting = groupsOf(plan);
  const letGo: SubtaskOutcome[] = [];
  return {
    receive: (outcome) => {
      invariant(plan.subtasks.some((subtask) => subtask.subtask_id === outcome.subtask_id), 'an outcome belongs to a subtask of the plan');
      invariant(!arrived.has(outcome.subtask_id), 'a subtask has one outcome');
      arrived.set(outcome.subtask_id, outcome);
      const groups: ReleasedGroup[] = [];
      for (let next = waiting[0]; next !== undefined && next.ids.every((id) => arrived.has(id)); next = waiting[0]) {
        const outcomes = next.ids.flatMap((id) => arrived.get(id) ?? []);
        groups.push({ sequence: next.sequence, outcomes });
        letGo.push(...outcomes);
        waiting.shift();
      }
      return groups;
    },
    released: () => [...letGo],
    isComplete: () => waiting.length === 0,
  };
}

interface Group {
  readonly sequence: number;
  readonly ids: readonly SubtaskId[];
}

function groupsOf({ subtasks }: Plan): Group[] {
  const sequences = [...new Set(subtasks.map(({ sequence }) => sequence))].toSorted((left, right) => left - right);
  return sequences.map((sequence) => ({ sequence, ids: subtasks.filter((subtask) => subtask.sequence === sequence).map(({ subtask_id }) => subtask_id) }));
}

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needed, outcomeOf, pass, planOf, subtaskOf } from '../../../test/support/loop-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createFanIn } from './fan-in.ts';

const shown = needed('it is shown');
/** Listed out of order, with a gap in the sequence, and two side by side in the middle. */
const subtasks = [subtaskOf(4, [shown], 7), subtaskOf(1, [shown], 1), subtaskOf(2, [shown], 2), subtaskOf(3, [shown], 2)];
const plan = planOf(subtasks);
const [last, first, left, right] = subtasks.map((subtask) => outcomeOf(subtask, { verdicts: [pass(shown)], output: subtask.intent })) as [ReturnType<typeof outcomeOf>, ReturnType<typeof outcomeOf>, ReturnType<typeof outcomeOf>, ReturnType<typeof outcomeOf>];

const GROUPS = [
  { sequence: 1, outcomes: [first] },
  { sequence: 2, outcomes: [left, right] },
  { sequence: 7, outcomes: [last] },
];

describe('the fan-in', () => {
  it('holds an outcome until its group is complete and every group before it was let go', verifies('ART-R4B-04', 'ART-R4B-01'), () => {
    const fanIn = createFanIn(plan);
    expect([fanIn.receive(last), fanIn.receive(right), fanIn.receive(first)]).toEqual([[], [], [GROUPS[0]]]);
    expect([fanIn.isComplete(), fanIn.released()]).toEqual([false, [first]]);
    expect(fanIn.receive(left)).toEqual([GROUPS[1], GROUPS[2]]);
    expect([fanIn.isComplete(), fanIn.released()]).toEqual([true, [first, left, right, last]]);
  });

  it('lets the same groups go in the same order, whichever way outcomes arrive', verifies('ART-R4B-04', 'ART-R4B-01'), () => {
    const orders = fc.shuffledSubarray([first, left, right, last], { minLength: 4 });
    fc.assert(
      fc.property(orders, (order) => {
        const fanIn = createFanIn(plan);
        const arrived = new Set<unknown>();
        const released = order.flatMap((outcome) => {
          arrived.add(outcome);
          const groups = fanIn.receive(outcome);
          expect(groups.flatMap((group) => group.outcomes).every((one) => arrived.has(one))).toBe(true);
          return groups;
        });
        expect(released).toEqual(GROUPS);
      }),
    );
  });

  it('takes one outcome for each subtask of its plan, and no other', verifies('ART-R4B-01', 'ART-R4B-04'), () => {
    const fanIn = createFanIn(plan);
    fanIn.receive(first);
    expect(() => fanIn.receive(first)).toThrow('a subtask has one outcome');
    expect(() => fanIn.receive({ ...first, subtask_id: subtaskOf(9, [shown]).subtask_id })).toThrow('an outcome belongs to a subtask of the plan');
  });
});

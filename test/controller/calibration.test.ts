import { describe, expect, it } from 'vitest';
import { studyWorld } from '../../bench/calibration.ts';
import { cameOf, recordedIn, tasksOf, WORLDS } from '../../bench/calibration/simulated-world.ts';
import { PUBLISHED_SOLVER_SET } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { there } from '../support/audit-rig.ts';

const TASKS = 260;
const [EVEN, IMPOSSIBLE, TOO_DEAR] = WORLDS;

describe('a set that is fitted to recorded runs', () => {
  it('stops sooner where most that fails cannot be done, and costs less on tasks that it never saw', verifies('KEL-CALIB-06'), () => {
    const { before, after, left_out: leftOut } = studyWorld(there(IMPOSSIBLE), TASKS, 1);
    expect({ leftOut, falseSuccesses: after.falseSuccesses }).toEqual({ leftOut: 0, falseSuccesses: 0 });
    expect(after.cost).toBeLessThan(before.cost);
    expect(after.wastedRounds).toBeLessThan(before.wastedRounds * 0.7);
  });

  it('goes on where the set on record gives up too soon, and gives up nothing that could be done', verifies('KEL-CALIB-06'), () => {
    const { before, after } = studyWorld(there(TOO_DEAR), TASKS, 1);
    expect(before.falselyAbandoned).toBeGreaterThan(0);
    expect(after.falselyAbandoned).toBe(0);
    expect(after.solved).toBeGreaterThan(before.solved);
  });

  it('explains every decision on record by the set that it was taken under', verifies('KEL-CALIB-01'), () => {
    for (const world of WORLDS) expect(recordedIn(tasksOf(world, 60, 7), world.from)).toHaveLength(60);
    expect(cameOf(tasksOf(there(EVEN), 20, 9), PUBLISHED_SOLVER_SET.parameters).falseSuccesses).toBe(0);
  });
});

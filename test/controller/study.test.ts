import { describe, expect, it } from 'vitest';
import { goalsOf, study } from '../../bench/controller.ts';
import { verifies } from '../requirements/verifies.ts';

const TASKS = 200;
const SEED = 5;

describe('the controller on tasks of known difficulty', () => {
  const lines = study(TASKS, SEED);

  it('calls nothing a success that is not, and gives up no more than by the gradient of the whole loss', verifies('KEL-STUDY-01'), () => {
    expect(goalsOf(lines).filter(({ ok }) => !ok)).toEqual([]);
  });

  it('gives up nothing that one more round would have brought to its end', verifies('KEL-STUDY-01'), () => {
    expect(lines.filter(({ variant, falselyAbandoned }) => variant === 'gradient 1.0.0, 1,800 s' && falselyAbandoned > 0)).toEqual([]);
  });

  it('comes out the same for the same seed', () => {
    expect(study(TASKS, SEED)).toEqual(lines);
  });
});

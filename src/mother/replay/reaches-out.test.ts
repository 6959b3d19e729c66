import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RUN } from '../../../test/support/run-samples.ts';
import { reachesOut } from './reaches-out.ts';

describe('a replay that reaches for the world', () => {
  it('is refused with the code of the specification and what it reached for', verifies('KEL-REPLAY-02', 'validation.replay_attempts_external_side_effect'), () => {
    const { code, message, nextStep, data } = reachesOut(RUN, 'a file');
    expect({ code, message, nextStep, data }).toEqual({
      code: 'run.replay_refused',
      message: 'A replay reached for a file, which only a run may do.',
      nextStep: 'Report this: what a run takes from the world must be a recorded step.',
      data: { run_id: RUN, mode: 'simulation_from_recorded_outputs', validation_code: 'validation.replay_attempts_external_side_effect', steps: ['a file'] },
    });
  });
});

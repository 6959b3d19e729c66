import type { RunId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';

/** What a replay is told that reaches for the world: a run takes everything from there in steps, and steps are answered. */
export function reachesOut(runId: RunId, what: string): KeelsonError {
  return new KeelsonError('run.replay_refused', {
    message: `A replay reached for ${what}, which only a run may do.`,
    nextStep: 'Report this: what a run takes from the world must be a recorded step.',
    data: { run_id: runId, mode: 'simulation_from_recorded_outputs', validation_code: 'validation.replay_attempts_external_side_effect', steps: [what] },
  });
}

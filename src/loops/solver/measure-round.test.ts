import { describe, expect, it } from 'vitest';
import { solverParts } from '../../../test/support/loop-samples.ts';
import { accepted, done, inputOf } from '../../../test/support/solver-rounds.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createSolver, type SolverParts } from './solver.ts';

function lossAt(replans: number, activeElapsedMs: number, hyperparameters: SolverParts['hyperparameters'] = {}) {
  const decision = createSolver(solverParts({ hyperparameters })).round(inputOf({ outcomes: [done.seeking, done.counting], judged: accepted(), replans, activeElapsedMs }));
  return decision.kind === 'result' ? decision.result.loss : undefined;
}

describe('the cost of a round', () => {
  it('is the share of replans and of active time that is gone, each counted once at most', verifies('ART-R7-05', 'ART-R7-01', 'ART-INV-08'), () => {
    expect([lossAt(0, 0)?.Omega, lossAt(3, 0)?.Omega, lossAt(9, 0)?.Omega, lossAt(0, 900_000)?.Omega, lossAt(0, 9_000_000)?.Omega]).toEqual([0, 0.6, 0.6, 0.2, 0.4]);
    expect([lossAt(1, 0, { max_replans: 2 })?.Omega, lossAt(0, 5, { time_budget_ms: 10 })?.Omega, lossAt(3, 0, { replan_share: 0.25, time_share: 0.75 })?.Omega]).toEqual([0.3, 0.2, 0.25]);
    expect([lossAt(0, 0, { max_replans: 0 })?.Omega, lossAt(0, 0, { time_budget_ms: 0 })?.Omega]).toEqual([1, 1]);
    expect(lossAt(3, 0, { resource_weight: 1 })?.L).toBeCloseTo(0.6);
  });

  it('is a defect when its rules contradict each other, and no guess is made', verifies('ART-R7-05'), () => {
    expect(() => lossAt(0, 0, { replan_share: 0.7, time_share: 0.7 })).toThrow('loss.resource gives a value for a round: formula.inputs_inconsistent');
  });
});

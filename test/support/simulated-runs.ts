import type { CourseRound, RunId, SolverSet, TerminationReason } from '../../src/contracts/index.ts';
import type { NewEvent } from '../../src/ledger/index.ts';
import { driveTask, type DrivenRound } from '../../bench/controller/drive-task.ts';
import { simulatedTask } from '../../bench/controller/simulated-task.ts';
import { ended, planned, PREPARED, started, stated } from './run-history.ts';

export interface SimulatedRun {
  readonly events: readonly NewEvent[];
  /** What the solver saw and decided, as it was when it did. */
  readonly rounds: readonly CourseRound[];
  readonly reason: TerminationReason;
}

/** A place in which most tasks cannot be done, so that it pays to see that sooner. */
const DIFFICULTY_OF = [0, 0, 1, 9, 9, 9, 9, 8];
export const seedOfHardTask = (at: number): number => 10 * (1_000 + at) + (DIFFICULTY_OF[at % DIFFICULTY_OF.length] ?? 0);

/** What the real solver leaves in the log when it drives a simulated task: the same events as a run writes. */
export function simulatedRun(runId: RunId, seed: number, { set, recalled = false }: { readonly set?: SolverSet; readonly recalled?: boolean } = {}): SimulatedRun {
  const driven: DrivenRound[] = [];
  const { isSolved } = driveTask(simulatedTask(seed), { ...(set !== undefined && { hyperparameters: set.parameters }) }, (round) => void driven.push(round));
  const of = { run_id: runId };
  const reason = isSolved ? 'success' : 'retries_exhausted';
  const calibration = recalled ? [{ space: 'tool:shell', entity: 'env:local', action: 'exploit', reason: 'It worked before.', taint_class: 'owner_typed' }] : [];
  const pins = { prompts: {}, contracts: {}, formulas: {}, ...(set !== undefined && { solver_set: set }) };
  return {
    reason,
    rounds: driven.map(({ course }) => course),
    events: [
      stated('run.started', { ...started(runId), pinned_versions: pins }, runId),
      stated('run.prepared', { ...PREPARED, ...of }, runId),
      ...driven.flatMap(({ decision, judged, course: { round } }) => [
        stated('run.plan_made', { ...planned(round), ...of, calibration }, runId),
        ...('replan' in judged ? [stated('run.replan_requested', { ...of, round, request: judged.replan }, runId)] : [stated('run.outcome_accepted', { ...of, round, outcome: judged.accepted }, runId)]),
        decision.kind === 'directive' ? stated('run.directive_issued', { ...of, round, directive: decision.directive, urgency: decision.urgency, receipts: decision.receipts }, runId) : stated('run.result_given', { ...of, result: decision.result, receipts: decision.receipts }, runId),
      ]),
      stated('run.terminated', ended(reason, runId), runId),
    ],
  };
}

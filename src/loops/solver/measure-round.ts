import type { DistanceVerdict, FormulaEvaluationReceipt, LossHyperparameters, LossValues, ReceiptId, Timestamp } from '../../contracts/index.ts';
import { quantity, type BUILTIN_FORMULAS, type FormulaInputs, type FormulaOutcome, type FormulaRegistry } from '../../formulas/index.ts';
import { invariant } from '../../kernel/index.ts';
import type { TaskStanding } from './round-input.ts';
import { failuresByClass, missesOf, type Miss } from './shortfall.ts';

/** Which gradient decides: of the whole loss as first written, or of its quality part. Both are always computed and kept. */
export type GradientVersion = '0.8.0' | '1.0.0';

const OF_LOSS: GradientVersion = '0.8.0';
const OF_QUALITY: GradientVersion = '1.0.0';

export interface MeasurePorts {
  readonly formulas: Pick<FormulaRegistry<(typeof BUILTIN_FORMULAS)[number]>, 'evaluate'>;
  mintReceipt(): ReceiptId;
  now(): Timestamp;
}

export interface Measures {
  readonly loss: LossValues;
  readonly gradL: number;
  readonly gradQ: number;
  readonly receipts: readonly FormulaEvaluationReceipt[];
}

/** With nothing judged there is nothing to measure; nothing shown is as far away as can be. */
const DISTANCE_OF_NOTHING = 1;

/** D, P, Ω, L and both gradients, each with the receipt of how it came about. */
export function measureRound(standing: TaskStanding, criteria: readonly Miss[], limits: LossHyperparameters, ports: MeasurePorts): Measures {
  const receipts: FormulaEvaluationReceipt[] = [];
  const evaluate = evaluator(standing, ports, receipts);
  const failures = failuresByClass(missesOf(criteria));
  const D = evaluate('loss.distance', { verdicts: quantity(criteria.map(distanceVerdict)) }, DISTANCE_OF_NOTHING);
  const P = evaluate('loss.process', { logical_failures: quantity(failures.logical, 'count'), environmental_failures: quantity(failures.environmental, 'count'), failed_task_criteria: quantity(failures.ofTask, 'count') });
  const Omega = evaluate('loss.resource', {
    replan_count: quantity(standing.replans, 'count'),
    max_replans: quantity(limits.max_replans, 'count'),
    active_elapsed_ms: quantity(standing.activeElapsedMs, 'milliseconds'),
    time_budget_ms: quantity(limits.time_budget_ms, 'milliseconds'),
    replan_share: quantity(limits.replan_share),
    time_share: quantity(limits.time_share),
  });
  const weights = { distance_weight: quantity(limits.distance_weight), process_weight: quantity(limits.process_weight) };
  const L = evaluate('loss.total', { distance: quantity(D, 'ratio'), process: quantity(P, 'ratio'), resource: quantity(Omega, 'ratio'), ...weights, resource_weight: quantity(limits.resource_weight) });
  const step = { loss: quantity(L), distance: quantity(D, 'ratio'), process: quantity(P, 'ratio'), ...weights, ...before(standing) };
  const gradL = evaluate('solver.gradient', step, undefined, OF_LOSS);
  const gradQ = evaluate('solver.gradient', step, undefined, OF_QUALITY);
  return { loss: { D, P, Omega, L }, gradL, gradQ, receipts };
}

type Evaluate = (id: 'loss.distance' | 'loss.process' | 'loss.resource' | 'loss.total' | 'solver.gradient', inputs: FormulaInputs, ifNothingToMeasure?: number, version?: GradientVersion) => number;

function evaluator({ task: { task_id: taskId } }: TaskStanding, ports: MeasurePorts, receipts: FormulaEvaluationReceipt[]): Evaluate {
  return (id, inputs, ifNothingToMeasure, version) => {
    const outcome: FormulaOutcome<number> = ports.formulas.evaluate({ id, ...(version && { version }) }, inputs, { receiptId: ports.mintReceipt(), computedAt: ports.now(), producer: 'solver', taskId });
    receipts.push(outcome.receipt);
    const value = outcome.status === 'value' ? outcome.value : outcome.status === 'indeterminate' ? ifNothingToMeasure : undefined;
    invariant(value !== undefined, `${id} gives a value for a round: ${outcome.codes.join(', ')}`);
    return value;
  };
}

function before({ history }: TaskStanding): FormulaInputs {
  const loss = history.at(-1)?.directive.loss;
  return loss === undefined ? {} : { previous_loss: quantity(loss.L), previous_distance: quantity(loss.D, 'ratio'), previous_process: quantity(loss.P, 'ratio') };
}

/** What nobody could judge is as far from being met as what failed. */
function distanceVerdict({ verdict, outcome, failedAttempts, attempts }: Miss): DistanceVerdict {
  return { level: outcome === undefined ? 'task' : 'subtask', mode: verdict.mode, verdict: verdict.verdict === 'pass' ? 'pass' : 'fail', failed_attempts: failedAttempts, attempts };
}

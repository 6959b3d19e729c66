import { documentKey, type ResourceBudget, type TaskReplayRequest } from '../../contracts/index.ts';
import { hasCode, KeelsonError } from '../../kernel/index.ts';
import { createCounterOperations, type LogWriter } from '../../ledger/index.ts';
import { dayCounterLimits } from '../budgets/budget-units.ts';
import { ensureCounter, type CounterLedger } from '../budgets/counter-reading.ts';
import type { SourceRun } from './source-run.ts';

/** What a day may use, and where that is counted. */
export interface DayBudget {
  readonly limits: ResourceBudget['per_user_daily'];
  readonly ledger: CounterLedger;
}

/** What asking again took of a day. */
export interface DayUse {
  readonly tokens: number;
  readonly cloudCalls: number;
}

const DATE_CHARS = 'YYYY-MM-DD'.length;

/**
 * Lets work begin that asks models only once all that it may use is set aside of the day of whoever asked for the run. Where
 * the day has not so much left, nothing is begun; what is not settled, because the process died, stays taken.
 */
export async function chargingDay<Result>(request: TaskReplayRequest, { runId, wish: { userId, limits } }: SourceRun, day: DayBudget, writer: LogWriter, work: () => Promise<{ readonly result: Result; readonly used: DayUse }>): Promise<Result> {
  const counter = documentKey.userDailyBudget(userId, request.created_at.slice(0, DATE_CHARS));
  const operations = createCounterOperations(writer);
  const id = request.replay_request_id;
  const asked = { tokens: limits.max_total_tokens, cloud_calls: limits.max_cloud_calls };
  await ensureCounter(counter, dayCounterLimits(day.limits), { ledger: day.ledger, writer });
  try {
    await writer.append({ key: `${id}:reserved`, events: [], operations: [operations.reserve(counter, id, asked)] });
  } catch (error) {
    if (!hasCode(error, 'counter.exhausted')) throw error;
    throw dayTooSmall(runId, error);
  }
  let used: DayUse | undefined;
  try {
    const done = await work();
    used = done.used;
    return done.result;
  } finally {
    // Nobody knows what was asked by work that broke: it is charged in full.
    await writer.append({ key: `${id}:settled`, events: [], operations: [operations.commit(counter, id, used === undefined ? asked : { tokens: used.tokens, cloud_calls: used.cloudCalls })] });
  }
}

function dayTooSmall(runId: string, cause: KeelsonError<'counter.exhausted'>): KeelsonError<'run.replay_refused'> {
  const { unit, asked } = cause.data;
  return new KeelsonError('run.replay_refused', {
    message: `A rerun of ${runId} may use up to ${asked} ${unit === 'cloud_calls' ? 'calls of hosted models' : unit}, and the day has not so many left. No model was asked.`,
    nextStep: 'Try again tomorrow, or allow more for a day in the settings: runs.budget.per_user_daily. A replay from the record asks nobody.',
    data: { run_id: runId, mode: 'best_effort_rerun', validation_code: null, steps: [] },
    cause,
  });
}

import { documentKey, type RunId, type StreamId } from '../../contracts/index.ts';
import { hasCode, KeelsonError } from '../../kernel/index.ts';
import { RUN_RESOURCES, type RunResource } from './budget-units.ts';
import { readCounter, type CounterLedger } from './counter-reading.ts';
import { limitSentence, moreText, type LimitReached } from './limit-words.ts';

interface Refused {
  readonly counter: StreamId;
  readonly unit: string;
  readonly asked: number;
}

interface Of {
  readonly runId: RunId;
  readonly ledger: CounterLedger;
}

const UNITS: ReadonlyMap<string, RunResource> = new Map((Object.keys(RUN_RESOURCES) as RunResource[]).map((resource) => [RUN_RESOURCES[resource].unit, resource]));

/** Which limit this error speaks of; undefined for every other. What a subtask was lent is the run's own. */
export async function limitOf(error: unknown, of: Of): Promise<LimitReached | undefined> {
  if (hasCode(error, 'counter.exhausted')) return standingOf(error.data, of);
  if (hasCode(error, 'run.timed_out')) return standingOf({ counter: documentKey.runBudget(of.runId), unit: 'active_ms', asked: 0 }, of);
  if (!hasCode(error, 'run.limit_reached')) return undefined;
  const { run_id: _of, ...reached } = error.data;
  return reached as LimitReached;
}

async function standingOf({ counter, unit, asked }: Refused, { runId, ledger }: Of): Promise<LimitReached | undefined> {
  const own = documentKey.runBudget(runId);
  const isOwn = counter === own || counter.startsWith(`${own}:`);
  const resource = unit === 'runs' ? 'runs' : UNITS.get(unit);
  const state = await readCounter(isOwn ? own : counter, ledger);
  if (resource === undefined || state === undefined) return undefined;
  const perOne = resource === 'runs' ? 1 : RUN_RESOURCES[resource].perOne;
  const inMeasure = (amounts: Readonly<Record<string, number>>): number => (amounts[unit] ?? 0) / perOne;
  return { scope: isOwn ? 'run' : 'user_daily', resource, limit: inMeasure(state.limits), consumed: inMeasure(state.spent), held: inMeasure(state.reserved), needed: asked / perOne };
}

/** The refusal in words that a person can act on. */
export async function limitReached(refused: Refused, of: Of): Promise<KeelsonError<'run.limit_reached'>> {
  const reached = (await standingOf(refused, of)) ?? { scope: 'run', resource: 'tokens', limit: 0, consumed: 0, held: 0, needed: refused.asked };
  const { scope, resource, limit, consumed, held, needed } = reached;
  return new KeelsonError('run.limit_reached', { message: limitSentence(reached), nextStep: moreText(reached), data: { run_id: of.runId, scope, resource, limit, consumed, held, needed } });
}

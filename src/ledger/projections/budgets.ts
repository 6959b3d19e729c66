import { counterOpened, counterReserved, counterSettled, documentKey, runBudgetWarned, runLimitReached, RunId, runStarted, type BudgetCounter, type BudgetResource, type CounterAmounts, type CounterReserved, type CounterSettled, type GlobalCounter, type Name, type StreamId, type UserDailyCounter } from '../../contracts/index.ts';
import type { DocumentBody, FoldedEvent, Projection } from './projection.ts';

const RUN_PREFIX = 'budget:run:';
const DAY_PREFIX = 'budget:user:';
/** Settles what was lent to a subtask; what that spent was counted when it was spent. */
const CHILD_PREFIX = 'child/';
const MICROUSD_PER_USD = 1e6;
const MS_PER_SECOND = 1_000;

/** Told in the stream of a run, and not in that of a counter. */
const OF_RUNS: ReadonlySet<string> = new Set([runStarted.type, runBudgetWarned.type, runLimitReached.type]);

/** The budgets as people know them, made from the counters that are reserved from: a run's, a user's day, the whole system. */
export const budgetProjection: Projection = {
  name: 'budget',
  version: 2,
  types: [runStarted.type, runBudgetWarned.type, runLimitReached.type, counterOpened.type, counterReserved.type, counterSettled.type],
  key: ({ type, streamId }) => (OF_RUNS.has(type) ? documentKey.runBudget(RunId.parse(streamId)) : keyOf(streamId)),
  fold: (current, event) => foldBudget(current, event) as DocumentBody,
};

/** What a subtask spends is its run's; a counter that is no budget stands beside them all. */
function keyOf(counter: StreamId): string {
  if (!counter.startsWith(RUN_PREFIX)) return counter.startsWith('budget:') ? counter : `counted:${counter}`;
  const [, , runId = ''] = counter.split(':');
  return `${RUN_PREFIX}${runId}`;
}

function foldBudget(current: DocumentBody | undefined, event: FoldedEvent): object {
  const { streamId } = event;
  if (event.aggregate === 'run' || streamId.startsWith(RUN_PREFIX)) return ofRun(current as BudgetCounter | undefined, event);
  if (streamId.startsWith(DAY_PREFIX)) return ofDay(current as UserDailyCounter | undefined, event);
  if (streamId === documentKey.globalBudget()) return ofAll(current as GlobalCounter | undefined, event);
  return {};
}

function ofRun(counter: BudgetCounter | undefined, { type, payload, recordedAt }: FoldedEvent): BudgetCounter | object {
  if (type === runStarted.type) {
    const nothing = { cloud_calls: 0, total_tokens: 0, duration_sec: 0, tool_calls: 0, retrieval_queries: 0, parallel_agents: 0, cost_usd: 0 };
    return { run_id: payload['run_id'] as RunId, user_id: payload['user_id'] as Name, ...nothing, started_at: recordedAt, last_updated: recordedAt, warnings_triggered: [], limits_exceeded: [] } satisfies BudgetCounter;
  }
  // A run's counter is opened in the append of its start, after it.
  if (counter === undefined || counter.run_id === undefined) return counter ?? {};
  const next = { ...counter, last_updated: recordedAt };
  if (type === runBudgetWarned.type) return { ...next, warnings_triggered: [...new Set([...counter.warnings_triggered, payload['resource'] as BudgetResource])] };
  if (type === runLimitReached.type) return { ...next, limits_exceeded: [...new Set([...counter.limits_exceeded, payload['resource'] as BudgetResource])] };
  if (type === counterReserved.type) return { ...next, parallel_agents: counter.parallel_agents + amountOf((payload as CounterReserved).amounts, 'parallel_agents') };
  if (type !== counterSettled.type) return next;
  const { reservation_id: id, charged, refunded } = payload as CounterSettled;
  if (id.startsWith(CHILD_PREFIX)) return next;
  return {
    ...next,
    cloud_calls: counter.cloud_calls + amountOf(charged, 'cloud_calls'),
    total_tokens: counter.total_tokens + amountOf(charged, 'tokens'),
    duration_sec: counter.duration_sec + amountOf(charged, 'active_ms') / MS_PER_SECOND,
    tool_calls: counter.tool_calls + amountOf(charged, 'tool_calls'),
    retrieval_queries: counter.retrieval_queries + amountOf(charged, 'retrieval_queries'),
    // Roles are given back when they end, so this is how many are at work.
    parallel_agents: counter.parallel_agents - amountOf(refunded, 'parallel_agents'),
    cost_usd: counter.cost_usd + amountOf(charged, 'cost_microusd') / MICROUSD_PER_USD,
  };
}

function ofDay(day: UserDailyCounter | undefined, { type, payload }: FoldedEvent): UserDailyCounter {
  const before = day ?? { runs: 0, cloud_calls: 0, total_tokens: 0 };
  if (type !== counterSettled.type) return before;
  const { charged } = payload as CounterSettled;
  return { runs: before.runs + amountOf(charged, 'runs'), cloud_calls: before.cloud_calls + amountOf(charged, 'cloud_calls'), total_tokens: before.total_tokens + amountOf(charged, 'tokens') };
}

/** Nothing of it is ever used up: what is held now counts, so what is settled is given back. */
function ofAll(all: GlobalCounter | undefined, { type, payload }: FoldedEvent): GlobalCounter {
  const before = all ?? { concurrent_runs: 0, queue_depth: 0, redis_memory_mb: 0, docling_jobs: 0 };
  const change = type === counterReserved.type ? (payload as CounterReserved).amounts : {};
  const back = type === counterSettled.type ? (payload as CounterSettled).refunded : {};
  const stands = (unit: keyof GlobalCounter): number => before[unit] + amountOf(change, unit) - amountOf(back, unit);
  return { concurrent_runs: stands('concurrent_runs'), queue_depth: stands('queue_depth'), redis_memory_mb: stands('redis_memory_mb'), docling_jobs: stands('docling_jobs') };
}

function amountOf(amounts: CounterAmounts, unit: string): number {
  return Object.hasOwn(amounts, unit) ? (amounts[unit] ?? 0) : 0;
}

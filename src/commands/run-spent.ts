import { approvalRequested, approvalResolved, functionCallAnswered, functionCallAsked, functionCallLapsed, hardCallLapsed, hardCallRaised, hardCallResolved, runBudgetAdjusted, runLlmEnded, runStarted, runSuspended, runSuspensionEnded, runTerminated, runToolEnded, DEFAULT_BUDGET, type BudgetConsumption, type BudgetResource, type CounterAmounts, type LogEntry, type ResourceBudget } from '../contracts/index.ts';
import { told } from './run-entries.ts';

type RunLimits = ResourceBudget['per_run'];

const LIMIT_OF: Readonly<Record<Exclude<BudgetResource, 'queue' | 'runs'>, keyof RunLimits>> = {
  cloud_calls: 'max_cloud_calls',
  tokens: 'max_total_tokens',
  duration: 'max_duration_sec',
  tools: 'max_tool_calls',
  retrieval: 'max_retrieval_queries',
  parallel: 'max_parallel_agents',
  cost: 'max_cost_usd',
};

/** The limits a run was started with, and what a person made of them since. */
export function limitsOf(entries: readonly LogEntry[]): RunLimits {
  const limits = { ...(told(entries, runStarted)[0]?.budget ?? DEFAULT_BUDGET.per_run) };
  for (const { resource, to } of told(entries, runBudgetAdjusted)) if (resource !== 'queue' && resource !== 'runs') limits[LIMIT_OF[resource]] = to;
  return limits;
}

const MICROUSD_PER_USD = 1e6;

/**
 * What a run has used. Its counter knows what was charged, its events what happened; while parts of a budget are lent to
 * subtasks the counter lags behind, so of each the larger is told.
 */
export function consumptionOf(entries: readonly LogEntry[], charged: CounterAmounts): BudgetConsumption {
  const calls = told(entries, runLlmEnded).filter(({ record }) => !record.is_reused);
  const tokens = calls.reduce((sum, { record: { usage } }) => sum + (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0), 0);
  const usd = calls.reduce((sum, { record }) => sum + (record.cost.components.usd?.expected ?? 0), 0);
  return {
    cloud_calls: charged['cloud_calls'] ?? 0,
    total_tokens: Math.max(tokens, charged['tokens'] ?? 0),
    duration_sec: workedSeconds(entries, charged),
    tool_calls: Math.max(told(entries, runToolEnded).length, charged['tool_calls'] ?? 0),
    retrieval_queries: charged['retrieval_queries'] ?? 0,
    parallel_agents: charged['parallel_agents'] ?? 0,
    cost_usd: Math.max(usd, (charged['cost_microusd'] ?? 0) / MICROUSD_PER_USD),
  };
}

const MS_PER_SECOND = 1_000;
const BEGINS_WAITING: ReadonlySet<string> = new Set([approvalRequested.type, hardCallRaised.type, functionCallAsked.type, runSuspended.type]);
const ENDS_WAITING: ReadonlySet<string> = new Set([approvalResolved.type, hardCallResolved.type, hardCallLapsed.type, functionCallAnswered.type, functionCallLapsed.type, runSuspensionEnded.type]);

/** Once a run has ended its counter says how long it worked, and knows of times when nobody did. */
function workedSeconds(entries: readonly LogEntry[], charged: CounterAmounts): number {
  const countedMs = charged['active_ms'] ?? 0;
  return countedMs > 0 && told(entries, runTerminated).length > 0 ? countedMs / MS_PER_SECOND : activeSeconds(entries);
}

/** The time from each event to the next, unless a person or a client was waited for in between. */
function activeSeconds(entries: readonly LogEntry[]): number {
  let activeMs = 0;
  const waiting = new Set<string>();
  entries.forEach(({ event }, at) => {
    if (BEGINS_WAITING.has(event.type)) waiting.add(event.aggregate_id);
    if (ENDS_WAITING.has(event.type) || event.type === runTerminated.type) waiting.delete(event.aggregate_id);
    const next = entries[at + 1];
    if (next !== undefined && waiting.size === 0) activeMs += Math.max(0, Date.parse(next.event.recorded_at) - Date.parse(event.recorded_at));
  });
  return activeMs / MS_PER_SECOND;
}

import { DEFAULT_BUDGET, documentKey, runBudgetAdjusted, runLlmEnded, runStarted, type BudgetResource, type BudgetShowReport, type CounterAmounts, type CounterState, type LimitStanding, type ResourceBudget, type RunId, type ScopeStanding, type StreamId } from '../../contracts/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { runEntries } from '../../oversight/index.ts';
import { dayCounterLimits, globalCounterLimits, RUN_RESOURCES, runCounterLimits } from './budget-units.ts';
import { readCounter } from './counter-reading.ts';
import { CHILD_PREFIX } from './settle-budget.ts';

export interface StandingPorts {
  /** Absent where nothing was recorded yet. */
  readonly ledger?: Pick<Ledger, 'log' | 'documents'>;
  /** As configured here. */
  readonly budget: ResourceBudget;
  readonly userId: string;
  /** Today, as `2026-11-15`. */
  readonly date: string;
}

interface Row {
  readonly resource: BudgetResource;
  readonly unit: string;
  readonly perOne: number;
  readonly setting: string;
}

const RUN_ROWS: readonly Row[] = Object.entries(RUN_RESOURCES).map(([resource, { unit, perOne, limit }]) => ({ resource: resource as BudgetResource, unit, perOne, setting: `runs.budget.per_run.${limit}` }));
const DAY_ROWS: readonly Row[] = [
  { resource: 'runs', unit: 'runs', perOne: 1, setting: 'runs.budget.per_user_daily.max_runs' },
  { resource: 'cloud_calls', unit: 'cloud_calls', perOne: 1, setting: 'runs.budget.per_user_daily.max_cloud_calls' },
  { resource: 'tokens', unit: 'tokens', perOne: 1, setting: 'runs.budget.per_user_daily.max_total_tokens' },
];
const GLOBAL_ROWS: readonly Row[] = [
  { resource: 'runs', unit: 'concurrent_runs', perOne: 1, setting: 'runs.budget.global.max_concurrent_runs' },
  { resource: 'queue', unit: 'queue_depth', perOne: 1, setting: 'runs.budget.global.max_queue_depth' },
];

/** Every limit that a run is under, or those of the day and the whole system alone: used, held, left, and whose word it is. */
export async function budgetStanding(runId: RunId | undefined, ports: StandingPorts): Promise<BudgetShowReport> {
  const { ledger, budget, userId, date } = ports;
  const told = runId === undefined || ledger === undefined ? undefined : await toldOf(runId, ledger);
  const read = async (counter: StreamId): Promise<CounterState | undefined> => (ledger === undefined ? undefined : readCounter(counter, ledger));
  const day = documentKey.userDailyBudget(userId, told?.date ?? date);
  const scopes: ScopeStanding[] = [];
  if (runId !== undefined && told !== undefined && ledger !== undefined) scopes.push({ scope: 'run', of: runId, limits: await ofRun(runId, told, budget, ledger) });
  scopes.push({ scope: 'user_daily', of: `${userId}, ${told?.date ?? date} (UTC)`, limits: ofShared(DAY_ROWS, await read(day), dayCounterLimits(budget.per_user_daily), dayCounterLimits(DEFAULT_BUDGET.per_user_daily)) });
  scopes.push({ scope: 'global', of: 'all runs here', limits: ofShared(GLOBAL_ROWS, await read(documentKey.globalBudget()), globalCounterLimits(budget.global), globalCounterLimits(DEFAULT_BUDGET.global)) });
  return { run_id: runId ?? null, scopes, assumed_calls: told?.assumedCalls ?? 0 };
}

interface Told {
  readonly date: string;
  readonly startedWith: ResourceBudget['per_run'];
  readonly raisedBy: ReadonlyMap<BudgetResource, string>;
  readonly assumedCalls: number;
}

const DATE_CHARS = 'YYYY-MM-DD'.length;

async function toldOf(runId: RunId, { log }: Pick<Ledger, 'log'>): Promise<Told> {
  let [date, startedWith, assumedCalls] = ['', DEFAULT_BUDGET.per_run, 0];
  const raisedBy = new Map<BudgetResource, string>();
  for await (const { event } of runEntries(runId, log)) {
    if (date === '') date = event.recorded_at.slice(0, DATE_CHARS);
    if (event.payload === null) continue;
    if (event.type === runStarted.type) startedWith = runStarted.payload.parse(event.payload).budget;
    if (event.type === runBudgetAdjusted.type) {
      const { resource, from, to, adjusted_by: by, reason } = runBudgetAdjusted.payload.parse(event.payload);
      if (to > from) raisedBy.set(resource, `${by}: ${reason}`);
    }
    if (event.type === runLlmEnded.type) {
      const { record } = runLlmEnded.payload.parse(event.payload);
      if (record.error === null && record.usage.flags.length > 0) assumedCalls += 1;
    }
  }
  return { date, startedWith, raisedBy, assumedCalls };
}

async function ofRun(runId: RunId, { startedWith, raisedBy }: Told, budget: ResourceBudget, ledger: Pick<Ledger, 'documents'>): Promise<LimitStanding[]> {
  const state = await readCounter(documentKey.runBudget(runId), ledger);
  const lent = await spentByShares(state, ledger);
  const [counted, configured, usual] = [state?.limits ?? {}, runCounterLimits(budget.per_run), runCounterLimits(DEFAULT_BUDGET.per_run)];
  const started = runCounterLimits(startedWith);
  return RUN_ROWS.filter(({ unit }) => unit in counted || state === undefined).map((row) => {
    const limit = counted[row.unit] ?? started[row.unit] ?? 0;
    const raised = raisedBy.get(row.resource);
    const source = raised !== undefined ? ({ from: 'raised', detail: raised } as const) : sourceOf(row, limit, configured, usual);
    return standing(row, limit, state, lent, source);
  });
}

/** What was lent to subtasks is held by the run until they end; what they used of it is used. */
export async function spentByShares(state: CounterState | undefined, ledger: Pick<Ledger, 'documents'>): Promise<CounterAmounts> {
  const shares = Object.keys(state?.reservations ?? {}).filter((id) => id.startsWith(CHILD_PREFIX)).map((id) => id.slice(CHILD_PREFIX.length));
  const spent: Record<string, number> = {};
  for (const share of shares) for (const [unit, amount] of Object.entries((await readCounter(share, ledger))?.spent ?? {})) spent[unit] = (spent[unit] ?? 0) + amount;
  return spent;
}

function ofShared(rows: readonly Row[], state: CounterState | undefined, configured: CounterAmounts, usual: CounterAmounts): LimitStanding[] {
  // A counter is raised when the configuration allows more, and only then: until it is asked for, what is configured counts.
  return rows.map((row) => {
    const limit = Math.max(state?.limits[row.unit] ?? 0, configured[row.unit] ?? 0);
    return standing(row, limit, state, {}, sourceOf(row, limit, configured, usual));
  });
}

function sourceOf({ unit, setting }: Row, limit: number, configured: CounterAmounts, usual: CounterAmounts): Pick<LimitStanding, 'from' | 'detail'> {
  if (limit === usual[unit]) return { from: 'default', detail: setting };
  if (limit === configured[unit]) return { from: 'configuration', detail: setting };
  return { from: 'start', detail: 'given when it was started' };
}

function standing({ resource, unit, perOne }: Row, limit: number, state: CounterState | undefined, lent: CounterAmounts, source: Pick<LimitStanding, 'from' | 'detail'>): LimitStanding {
  const used = (state?.spent[unit] ?? 0) + (lent[unit] ?? 0);
  const held = Math.max(0, (state?.reserved[unit] ?? 0) - (lent[unit] ?? 0));
  return { resource, used: used / perOne, held: held / perOne, left: Math.max(0, limit - used - held) / perOne, limit: limit / perOne, ...source };
}

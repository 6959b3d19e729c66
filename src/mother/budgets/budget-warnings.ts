import { runBudgetWarned, warningThreshold, type BudgetResource, type BudgetScope, type CounterAmounts, type CounterUnit, type RunId } from '../../contracts/index.ts';
import { recordOnce, type LogWriter } from '../../ledger/index.ts';
import { RUN_RESOURCES } from './budget-units.ts';

/** A limit and how far it is used, in the words of its scope. */
export interface LimitUse {
  readonly scope: BudgetScope;
  readonly resource: BudgetResource;
  readonly limit: number;
  readonly consumed: number;
}

type Counted = Readonly<Record<'limits' | 'used', CounterAmounts>>;

const RUN_UNITS: readonly (readonly [BudgetResource, CounterUnit, number])[] = Object.entries(RUN_RESOURCES).map(([resource, { unit, perOne }]) => [resource as BudgetResource, unit, perOne]);

/** Which unit is which resource, in each scope. Memory is measured and not used up by a run, so nobody can be warned of it. */
const UNITS: Readonly<Record<BudgetScope, typeof RUN_UNITS>> = {
  run: RUN_UNITS,
  user_daily: [['runs', 'runs', 1], ['cloud_calls', 'cloud_calls', 1], ['tokens', 'tokens', 1]],
  global: [['runs', 'concurrent_runs', 1], ['queue', 'queue_depth', 1]],
};

/** The limits of a scope of which the warning share is used. */
export function reachedShare(scope: BudgetScope, { limits, used }: Counted): LimitUse[] {
  return UNITS[scope].flatMap(([resource, unit, perOne]) => {
    const [limit, consumed] = [limits[unit] ?? 0, used[unit] ?? 0];
    return limit > 0 && consumed >= warningThreshold(limit) ? [{ scope, resource, limit: limit / perOne, consumed: consumed / perOne }] : [];
  });
}

/** Tells each of these once in the life of a run; the work goes on. */
export async function warnOnce(runId: RunId, uses: readonly LimitUse[], told: Set<string>, writer: Pick<LogWriter, 'append'>): Promise<void> {
  for (const use of uses) {
    const which = `${use.scope}:${use.resource}`;
    if (told.has(which)) continue;
    told.add(which);
    await recordOnce(writer, 'run', `${runId}:budget_warned:${which}`, [{ type: runBudgetWarned.type, streamId: runId, payload: { run_id: runId, ...use } }]);
  }
}

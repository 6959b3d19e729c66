import { runBudgetAdjusted, runPrepared, runSteered, runToolRouted, type ForkRecord, type LogEntry, type ResourceBudget, type SteeringMessage } from '../../contracts/index.ts';
import type { NewEvent } from '../../ledger/index.ts';
import { RUN_RESOURCES } from '../budgets/budget-units.ts';
import type { SourceRun } from '../replay/source-run.ts';
import { renaming } from './renaming.ts';
import type { RunPlaces } from './run-places.ts';

/** How the parent was prepared, with other names, and what was raised by then: work that was let on by a raise is let on here too. */
export function beginningOf({ start }: SourceRun, places: RunPlaces, { fork, event_seq: at, workspace, parent_workspace: parentWorkspace }: ForkRecord, said: SteeringMessage | undefined): NewEvent[] {
  const asHere = renaming([[fork.parent_run_id, fork.new_run_id], [parentWorkspace, workspace]]);
  const prepared = start.entries.filter(({ event }) => event.type === runPrepared.type || event.type === runToolRouted.type);
  return [
    ...[...prepared, ...raisesUpTo(places, at)].map(({ event: { type, payload } }) => ({ type, streamId: fork.new_run_id, payload: asHere(withoutSaving(payload ?? {})) as Readonly<Record<string, unknown>> })),
    ...(said === undefined ? [] : [{ type: runSteered.type, streamId: fork.new_run_id, payload: { run_id: fork.new_run_id, message: said } }]),
  ];
}

function raisesUpTo({ entries }: RunPlaces, at: number): LogEntry[] {
  return entries.filter(({ event }) => event.sequence <= at && event.type === runBudgetAdjusted.type && event.payload !== null);
}

/** Where the parent wrote its result to, and who had started it, is the parent's own: a fork is a person's. */
function withoutSaving({ save_as: _saved, child_of: _order, ...rest }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return rest;
}

/** What the parent might use by then. */
export function limitsAt({ started }: SourceRun, places: RunPlaces, at: number): ResourceBudget['per_run'] {
  const limits = { ...started.budget };
  for (const { event } of raisesUpTo(places, at)) {
    const { resource, to } = runBudgetAdjusted.payload.parse(event.payload);
    if (resource !== 'queue' && resource !== 'runs') limits[RUN_RESOURCES[resource].limit] = to;
  }
  return limits;
}

import { runChildReturned, runChildStarted, runPrepared, type ChildOrder, type ChildResult, type RunId } from '../../contracts/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { runEntries } from '../../oversight/index.ts';

/** A child as its parent's own record tells it; without a result it has not ended. */
export interface KnownChild {
  readonly runId: RunId;
  readonly task: string;
  readonly order: ChildOrder;
  readonly result?: ChildResult;
}

/** The children of a run, in the order in which they were started. */
export async function childrenOf(runId: RunId, log: Pick<Ledger['log'], 'read'>): Promise<KnownChild[]> {
  const children = new Map<RunId, KnownChild>();
  for await (const { event } of runEntries(runId, log)) {
    if (event.payload === null) continue;
    if (event.type === runChildStarted.type) {
      const { child_run_id: childId, task, order } = runChildStarted.payload.parse(event.payload);
      children.set(childId, { runId: childId, task, order });
    } else if (event.type === runChildReturned.type) {
      const { result } = runChildReturned.payload.parse(event.payload);
      const known = children.get(result.child_run_id);
      if (known !== undefined) children.set(known.runId, { ...known, result });
    }
  }
  return [...children.values()];
}

/** How a run begins: its start, and how it was prepared. */
export const BEGINNING_ENTRIES = 2;

/** What a run is held to that another one started; undefined for one that a person started. */
export async function orderOf(runId: RunId, { log }: { readonly log: Pick<Ledger['log'], 'read'> }): Promise<ChildOrder | undefined> {
  const beginning = await log.read({ aggregate: 'run', id: runId }, { limit: BEGINNING_ENTRIES });
  const prepared = beginning.find(({ event }) => event.type === runPrepared.type)?.event.payload;
  return runPrepared.payload.safeParse(prepared).data?.child_of;
}

import { documentKey, type RunId } from '../../contracts/index.ts';
import { createCounterOperations, type LogWriter } from '../../ledger/index.ts';
import { readCounter, type CounterLedger } from './counter-reading.ts';

/** Set aside for the last turn of a run. */
export const GRACE_RESERVATION = 'grace';
/** Begins the name of what a role at work holds. */
export const AGENT_PREFIX = 'agent:';
/** As the ledger names what a child counter holds of its parent. */
export const CHILD_PREFIX = 'child/';

/**
 * Gives back what nobody holds any more: the shares of subtasks whose process is gone, the roles they stood for, and, at the
 * end of a run, what was set aside for its last turn. What a call had reserved stays: nobody knows what became of it.
 */
export async function settleLeftovers(runId: RunId, isOver: boolean, { ledger, writer }: { readonly ledger: CounterLedger; readonly writer: LogWriter }): Promise<void> {
  const counter = documentKey.runBudget(runId);
  const state = await readCounter(counter, ledger);
  if (state === undefined || state.is_closed) return;
  const operations = createCounterOperations(writer);
  const ids = Object.keys(state.reservations);
  // What was carved out for another run is that run's, and comes back when it ends.
  const children = ids.filter((id) => id.startsWith(`${CHILD_PREFIX}${counter}:`)).map((id) => operations.close(id.slice(CHILD_PREFIX.length), { parent: counter }));
  const released = ids.filter((id) => id.startsWith(AGENT_PREFIX) || (isOver && id === GRACE_RESERVATION)).map((id) => operations.release(counter, id));
  if (children.length + released.length > 0) await writer.append({ key: `${runId}:settled:${state.operations}`, events: [], operations: [...children, ...released] });
}

import { runCircuitOpened, runLimitReached, type BudgetResource, type EventEnvelope, type RunId } from '../../contracts/index.ts';
import type { LogReader } from '../../ledger/index.ts';
import { runEntries } from '../../oversight/index.ts';

/** What the circuit breaker calls what it found full; memory and document conversions are no budget of anybody. */
const OF_CIRCUIT: Readonly<Record<string, BudgetResource>> = { concurrent_runs: 'runs', 'runs of a day': 'runs', queue_depth: 'queue' };

/** The limits that a run met, in the order in which it met them, as its events tell; whoever else wants to see these sees them in the same pass. */
export async function limitsExceeded(runId: RunId, log: Pick<LogReader, 'read'>, alsoSees: (event: EventEnvelope) => void = () => undefined): Promise<BudgetResource[]> {
  const met = new Set<BudgetResource>();
  for await (const { event } of runEntries(runId, log)) {
    alsoSees(event);
    if (event.payload === null) continue;
    if (event.type === runLimitReached.type) met.add(runLimitReached.payload.parse(event.payload).resource);
    const full = event.type === runCircuitOpened.type ? OF_CIRCUIT[runCircuitOpened.payload.parse(event.payload).resource] : undefined;
    if (full !== undefined) met.add(full);
  }
  return [...met];
}

import { runToolRouted, type RunId, type ToolRouteDecision } from '../../contracts/index.ts';
import type { NewEvent } from '../../ledger/index.ts';

/** The decision as the run's log keeps it; whoever routes appends it, together with what follows from it. */
export function routedEvent(runId: RunId, call: string, decision: ToolRouteDecision): NewEvent {
  return { type: runToolRouted.type, streamId: runId, payload: { run_id: runId, call, decision } };
}

import { documentKey, runBudgetAdjusted, runLlmEnded, runToolRefused, type ErrorBody, type LogEntry, type RunId } from '../../contracts/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { runEntries } from '../../oversight/index.ts';

/** In the keys of all that a role does itself. What Mother looks at, the run pays. */
export const IN_A_TURN = '/turn-';

/**
 * The calls of tools and of models that a share refused before, which it refuses again: shares are cut anew when a run is gone
 * on with. What the run or the day itself refused is none of these: it is asked for again once a limit is raised.
 */
export async function callsOverShare(runId: RunId, { log }: Pick<Ledger, 'log'>): Promise<Set<string>> {
  const calls = new Set<string>();
  for await (const { event } of runEntries(runId, log)) {
    const refused = event.payload === null ? undefined : refusedCall(event);
    if (refused?.error?.code !== 'counter.exhausted' || !refused.call.includes(IN_A_TURN)) continue;
    const counter = String((refused.error.data as { counter?: unknown }).counter);
    if (counter !== documentKey.runBudget(runId) && !counter.startsWith(OF_A_DAY)) calls.add(refused.call);
  }
  return calls;
}

/** Begins the names of the counters of days. */
const OF_A_DAY = 'budget:user:';

function refusedCall({ type, payload }: LogEntry['event']): { readonly call: string; readonly error: ErrorBody | null } | undefined {
  if (type === runToolRefused.type) return runToolRefused.payload.parse(payload);
  if (type !== runLlmEnded.type) return undefined;
  const { call, record } = runLlmEnded.payload.parse(payload);
  return { call, error: record.error };
}

/** How often a person raised a limit of the run; whoever only took note of one raised nothing. */
export async function raisesOf(runId: RunId, { log }: Pick<Ledger, 'log'>): Promise<number> {
  let raises = 0;
  for await (const { event } of runEntries(runId, log)) {
    const adjusted = event.type === runBudgetAdjusted.type && event.payload !== null ? runBudgetAdjusted.payload.parse(event.payload) : undefined;
    if (adjusted !== undefined && adjusted.to > adjusted.from) raises += 1;
  }
  return raises;
}

import { documentKey, runChildReturned } from '../../contracts/index.ts';
import { createCounterOperations } from '../../ledger/index.ts';
import type { Scratch } from './scratch.ts';
import type { SourceRun } from './source-run.ts';

/**
 * What children took of a run's budget comes with their letters, and no step of the run tells it. It is taken in a replay
 * when a step is answered that came after the letter, so that the run sees of its budget what it saw then.
 */
export async function chargeChildren({ runId, appends }: SourceRun, at: string, { ledger, writerOf }: Pick<Scratch, 'ledger' | 'writerOf'>): Promise<void> {
  const counter = documentKey.runBudget(runId);
  const letters = appends.flatMap(({ entries }) => entries).filter(({ event }) => event.type === runChildReturned.type && event.aggregate_id === runId && event.recorded_at <= at && event.payload !== null);
  for (const { event } of letters) {
    const { child_run_id: child, spent } = runChildReturned.payload.parse(event.payload).result;
    const key = `replay:child:${child}`;
    if (Object.keys(spent).length === 0 || (await ledger.log.appended(key)).length > 0) continue;
    const writer = writerOf('mother');
    const { reserve, commit } = createCounterOperations(writer);
    await writer.append({ key, events: [], operations: [reserve(counter, key, spent), commit(counter, key, spent)] });
  }
}

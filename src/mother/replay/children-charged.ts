import { documentKey, runChildReturned, type ChildResult, type RunId } from '../../contracts/index.ts';
import { createCounterOperations } from '../../ledger/index.ts';
import type { Scratch } from './scratch.ts';
import type { SourceRun } from './source-run.ts';

/** What a child sent when it ended, and when that was. */
export interface Letter extends Pick<ChildResult, 'child_run_id' | 'spent'> {
  readonly at: string;
}

export function lettersTo({ runId, appends }: SourceRun): Letter[] {
  const entries = appends.flatMap((append) => append.entries);
  return entries.flatMap(({ event }) => (event.type === runChildReturned.type && event.aggregate_id === runId && event.payload !== null ? [{ ...runChildReturned.payload.parse(event.payload).result, at: event.recorded_at }] : []));
}

/**
 * What children took of a run's budget comes with their letters, and no step of the run tells it. It is taken in a replay
 * when a step is answered that came after the letter, so that the run sees of its budget what it saw then.
 */
export async function chargeChildren(runId: RunId, letters: readonly Letter[], at: string, { ledger, writerOf }: Pick<Scratch, 'ledger' | 'writerOf'>): Promise<void> {
  const counter = documentKey.runBudget(runId);
  for (const { child_run_id: child, spent } of letters.filter((letter) => letter.at <= at)) {
    const key = `replay:child:${child}`;
    if (Object.keys(spent).length === 0 || (await ledger.log.appended(key)).length > 0) continue;
    const writer = writerOf('mother');
    const { reserve, commit } = createCounterOperations(writer);
    await writer.append({ key, events: [], operations: [reserve(counter, key, spent), commit(counter, key, spent)] });
  }
}

import { z } from 'zod';
import { documentKey, phaseLimits, REPAIR_ESCALATIONS_MAX, RunDirectory, RunIndexEntry, type RunId } from '../../contracts/index.ts';
import type { EffectDefinition, RunJournal } from '../../ledger/index.ts';
import { terminationOfRun } from '../run-life.ts';
import type { TaskPorts } from './task-ports.ts';

/** Whether the work of a round is done on a larger model: once, after so many repairs as the usual one is given. */
export function repairsOnLargerModel(round: number, local = phaseLimits('repair').max_retries): boolean {
  const repairs = round - 1;
  return repairs > local && repairs <= local + REPAIR_ESCALATIONS_MAX;
}

/** How many runs are looked through for an earlier attempt; who failed longer ago failed with other models. */
const EARLIER_RUNS_MAX = 50;

const Nothing = z.strictObject({});
const Earlier = z.strictObject({ starts_larger: z.boolean() });

/** Whether the last attempt at the same words ended so that only a larger model could help. Recorded: a run that is gone on with decides the same. */
export async function startsOnLargerModel(runId: RunId, request: string, journal: RunJournal, ports: Pick<TaskPorts, 'ledger'>, signal: AbortSignal): Promise<boolean> {
  const effect: EffectDefinition<z.infer<typeof Nothing>, z.infer<typeof Earlier>> = {
    name: 'runs.earlier',
    sideEffect: 'read_only',
    request: Nothing,
    result: Earlier,
    perform: async () => ({ starts_larger: await lastAttemptWantsLarger(runId, request, ports) }),
  };
  return (await journal.step('plan/earlier', effect, {}, { signal })).starts_larger;
}

async function lastAttemptWantsLarger(runId: RunId, request: string, { ledger }: Pick<TaskPorts, 'ledger'>): Promise<boolean> {
  const known = await ledger.documents.get(documentKey.runDirectory());
  const latest = known === undefined ? [] : RunDirectory.parse(known.body).latest;
  for (const earlier of latest.filter((id) => id !== runId).slice(-EARLIER_RUNS_MAX).toReversed()) {
    const entry = RunIndexEntry.safeParse((await ledger.documents.get(documentKey.runIndex(earlier)))?.body).data;
    if (entry === undefined || entry.ended_at === null || entry.request.trim() !== request.trim()) continue;
    const record = await terminationOfRun(earlier, { ledger });
    return record?.can_retry === true && record.suggested_action === 'escalate_model';
  }
  return false;
}

import { documentKey, type RunDirectory, type RunId, type RunIndexEntry, type Timestamp } from '../contracts/index.ts';
import { isAlive, leaseOf, type Documents, type StoreReader } from '../ledger/index.ts';

export interface QuietPorts {
  readonly documents: Pick<Documents, 'get'>;
  readonly store: Pick<StoreReader, 'record' | 'time'>;
}

/** When the last run ended, however it did; null when none ever did. */
export async function lastEndAt({ documents }: Pick<QuietPorts, 'documents'>): Promise<Timestamp | null> {
  const { by_reason: byReason } = await directoryOf(documents);
  const ends = await Promise.all(Object.values(byReason).map(async ({ latest }) => (await entryOf(latest.at(-1), documents))?.ended_at ?? null));
  return ends.reduce((last, one) => (last === null || (one !== null && one > last) ? one : last), null);
}

/** Whether somebody works on a run now: it has not ended, and its lease is held. Only the latest runs are looked at. */
export async function isWorkedOn({ documents, store }: QuietPorts): Promise<boolean> {
  const { latest } = await directoryOf(documents);
  for (const runId of latest.toReversed()) {
    if ((await entryOf(runId, documents))?.ended_at !== null) continue;
    if (isAlive(leaseOf((await store.record({ space: 'lease', key: `run:${runId}` }))?.body), store.time())) return true;
  }
  return false;
}

async function directoryOf(documents: QuietPorts['documents']): Promise<Pick<RunDirectory, 'latest' | 'by_reason'>> {
  return ((await documents.get(documentKey.runDirectory(), 'run_directory'))?.body as RunDirectory | undefined) ?? { latest: [], by_reason: {} };
}

async function entryOf(runId: RunId | undefined, documents: QuietPorts['documents']): Promise<RunIndexEntry | undefined> {
  return runId === undefined ? undefined : ((await documents.get(documentKey.runIndex(runId), 'run_index'))?.body as RunIndexEntry | undefined);
}

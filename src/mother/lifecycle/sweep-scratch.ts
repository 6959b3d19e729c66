import { documentKey, RunDirectory, RunId, RunIndexEntry, SessionId, SessionState, type Timestamp } from '../../contracts/index.ts';
import type { Documents } from '../../ledger/index.ts';

/** The folders in which programs of a conversation, or of a run without one, keep what they need between calls. */
export interface ScratchFolders {
  /** The ids that they are named after. */
  list(): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
}

const DAY_MS = 24 * 3_600_000;
/** Whoever comes back to a conversation after a month starts its programs anew. */
const KEPT_MS = 30 * DAY_MS;
/** One folder of many small files takes long to remove; the rest goes the next time. */
const SWEPT_MAX = 50;

/** Removes the folders of conversations and runs that are long over. What is not known to be over stays. Answers whose they were. */
export async function sweepScratch(folders: ScratchFolders, documents: Pick<Documents, 'get'>, now: Timestamp): Promise<string[]> {
  const before = new Date(Date.parse(now) - KEPT_MS).toISOString();
  const swept: string[] = [];
  for (const id of await folders.list()) {
    if (swept.length === SWEPT_MAX) break;
    const overSince = await endOf(id, documents);
    if (overSince === undefined || overSince > before) continue;
    await folders.remove(id);
    swept.push(id);
  }
  return swept;
}

/** When the last work under this id ended; undefined while something of it is open, and for what nobody here knows. */
async function endOf(id: string, documents: Pick<Documents, 'get'>): Promise<Timestamp | undefined> {
  const [runId, sessionId] = [RunId.safeParse(id), SessionId.safeParse(id)];
  if (runId.success) return (await entryOf(runId.data, documents))?.ended_at ?? undefined;
  if (!sessionId.success) return undefined;
  const session = SessionState.safeParse((await documents.get(documentKey.session(sessionId.data)))?.body).data;
  if (session === undefined || (await hasOpenRun(sessionId.data, documents))) return undefined;
  return session.latest.at(-1)?.at ?? session.started_at;
}

async function entryOf(runId: RunId, documents: Pick<Documents, 'get'>): Promise<RunIndexEntry | undefined> {
  return RunIndexEntry.safeParse((await documents.get(documentKey.runIndex(runId)))?.body).data;
}

async function hasOpenRun(sessionId: SessionId, documents: Pick<Documents, 'get'>): Promise<boolean> {
  const directory = RunDirectory.safeParse((await documents.get(documentKey.runDirectory()))?.body).data;
  for (const runId of directory?.latest ?? []) {
    const entry = await entryOf(runId, documents);
    if (entry?.session_id === sessionId && entry.ended_at === null) return true;
  }
  return false;
}

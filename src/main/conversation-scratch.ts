import { chmod, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { documentKey, RunIndexEntry, type RunId, type SessionId } from '../contracts/index.ts';
import type { Documents } from '../ledger/index.ts';
import type { ScratchFolders } from '../mother/index.ts';

/** Nobody else on the machine looks into what programs leave there. */
const OWNER_ONLY = 0o700;

export interface ConversationScratch {
  /** Absolute and free of links; what programs see as /tmp and as their home. */
  readonly path: string;
  /** Removes it when it was a run's own. That of a conversation stays: the next task in it may go on with what is there. */
  close(): Promise<void>;
}

/**
 * Opens the one folder outside the workspace that programs of a conversation may write: `<data folder>/brain/<id>/scratch/`. The
 * data folder itself is hidden from them, so nothing of another conversation can be reached from there.
 */
export async function openScratch(dataFolder: string, runId: RunId, documents: Pick<Documents, 'get'>): Promise<ConversationScratch> {
  const sessionId = await sessionOf(runId, documents);
  const own = join(dataFolder, 'brain', sessionId ?? runId);
  await mkdir(join(own, 'scratch'), { recursive: true, mode: OWNER_ONLY });
  await chmod(own, OWNER_ONLY);
  const path = await realpath(join(own, 'scratch'));
  return { path, close: async () => (sessionId === undefined ? rm(dirname(path), { recursive: true, force: true }) : undefined) };
}

/** All of them, for whoever removes those that nobody needs any more. */
export function scratchFolders(dataFolder: string): ScratchFolders {
  const folder = join(dataFolder, 'brain');
  return {
    list: async () => (await readdir(folder).catch(() => [])).toSorted(),
    remove: (id) => rm(join(folder, id), { recursive: true, force: true }),
  };
}

async function sessionOf(runId: RunId, documents: Pick<Documents, 'get'>): Promise<SessionId | undefined> {
  return RunIndexEntry.safeParse((await documents.get(documentKey.runIndex(runId)))?.body).data?.session_id ?? undefined;
}

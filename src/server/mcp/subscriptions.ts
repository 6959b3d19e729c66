import type { Client } from '../../client/index.ts';
import type { AttentionNotice } from '../../contracts/index.ts';
import { newsOf } from '../runs-at-work.ts';
import { RUNS_URI, runUri } from './run-resources.ts';

/** Watching is one reader for all of them, so this bounds only what is kept. */
export const SUBSCRIPTIONS_MAX = 100;

export interface Subscriptions {
  /** Resolves when nothing that happens from now on is missed; false when there are as many as may be. */
  add(uri: string): Promise<boolean>;
  remove(uri: string): void;
  close(): void;
}

/** Tells of changes to what somebody asked to be told of. Reads the log only while there is such a thing. */
export function subscriptions(client: Client, told: (uri: string) => Promise<void>): Subscriptions {
  const wanted = new Set<string>();
  let watching: { readonly stop: AbortController; readonly begun: Promise<unknown> } | undefined;
  const begin = (): NonNullable<typeof watching> => {
    const stop = new AbortController();
    const news = newsOf(client, { detail: 'notices' }, stop.signal);
    // The first answer is where the log stands; everything after it is told.
    const begun = news.next();
    const watch = async (): Promise<void> => {
      await begun;
      for await (const { notices } of news) {
        // Each is told once for all that happened, and reads what there is then.
        for (const uri of new Set(notices.flatMap(changedBy))) if (wanted.has(uri)) await told(uri).catch(() => undefined);
      }
    };
    void watch();
    return { stop, begun };
  };
  return {
    async add(uri) {
      if (!wanted.has(uri) && wanted.size >= SUBSCRIPTIONS_MAX) return false;
      wanted.add(uri);
      await (watching ??= begin()).begun;
      return true;
    },
    remove(uri) {
      wanted.delete(uri);
      if (wanted.size > 0) return;
      watching?.stop.abort();
      watching = undefined;
    },
    close: () => watching?.stop.abort(),
  };
}

function changedBy(notice: AttentionNotice): readonly string[] {
  const runId = notice.kind === 'approval_pending' ? notice.notification.params.run_id : 'run_id' in notice ? notice.run_id : null;
  if (runId === null) return [];
  const isOver = notice.kind === 'run_ended';
  return [runUri(runId), ...(isOver ? [`${runUri(runId)}/result`] : []), ...(isOver || notice.kind === 'run_progress' ? [RUNS_URI] : [])];
}

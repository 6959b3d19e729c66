import { followEntries, type FollowPorts } from '../../../src/client/follow-entries.ts';
import type { ResultDraft, ShownEntry } from '../../../src/contracts/index.ts';
import { ask, OWN_SERVER } from '../api/ask.ts';
import { createStore, type Store } from './store.ts';

export type { ShownEntry } from '../../../src/contracts/index.ts';

/** `locked`: the server no longer lets this page in. */
export type LiveStanding = 'connecting' | 'live' | 'lost' | 'locked';

/**
 * What happens, told to every part of the page by one connection: browsers give a place only six, and a page that took one for
 * each of its parts would stand still with its second window.
 */
export interface LiveLog {
  readonly standing: Store<LiveStanding>;
  /** Told of what came since the last time, in order; never of nothing. */
  onEntries(listener: (entries: readonly ShownEntry[]) => void): () => void;
  /** Told of what is written of results at this moment, and at once of what was written before somebody asked; each time as it then is. */
  onDraft(listener: (draft: ResultDraft) => void): () => void;
  /** Follows until it is stopped. */
  run(signal: AbortSignal): Promise<void>;
}

export interface LiveLogPorts {
  /** The end of the log as it is now; undefined when nobody answers. */
  readonly end: (signal: AbortSignal) => Promise<number | 'locked' | undefined>;
  readonly follow: Pick<FollowPorts, 'fetch' | 'baseUrl' | 'pause'>;
  /** Calls back soon: what came until then is told together, so that a burst is drawn once. */
  readonly soon: (callback: () => void) => void;
}

export function createLiveLog({ end, follow, soon }: LiveLogPorts): LiveLog {
  const standing = createStore<LiveStanding>('connecting');
  const listeners = new Set<(entries: readonly ShownEntry[]) => void>();
  const draftListeners = new Set<(draft: ResultDraft) => void>();
  /** What is written now, by the subtask. The server tells of a bounded number. */
  const drafts = new Map<string, ResultDraft>();
  const takeDraft = (draft: ResultDraft): void => {
    if (draft.is_over) drafts.delete(draft.subtask_id);
    else drafts.set(draft.subtask_id, draft);
    for (const listener of draftListeners) listener(draft);
  };
  let waiting: ShownEntry[] = [];
  const flush = (): void => {
    const entries = waiting;
    waiting = [];
    for (const listener of listeners) listener(entries);
  };
  return {
    standing,
    onEntries(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onDraft(listener) {
      for (const draft of drafts.values()) listener(draft);
      draftListeners.add(listener);
      return () => draftListeners.delete(listener);
    },
    async run(signal) {
      let from = await end(signal);
      while (from === undefined && !signal.aborted) {
        standing.set('lost');
        await follow.pause(AGAIN_MS, signal);
        from = await end(signal);
      }
      if (typeof from === 'number') {
        const onStanding = (isConnected: boolean): void => {
          // What is still written then is told anew.
          drafts.clear();
          standing.set(isConnected ? 'live' : 'lost');
        };
        for await (const entry of followEntries({ after: from, signal }, { ...follow, onStanding, onDraft: (draft) => takeDraft(draft as ResultDraft), readEntry: (value) => value as ShownEntry })) {
          waiting.push(entry);
          if (waiting.length === 1) soon(flush);
        }
      }
      if (!signal.aborted) standing.set('locked');
    },
  };
}

const AGAIN_MS = 2_000;

/** The log of the server that gave out this page. A hidden page draws nothing, so its browser would never call for a frame. */
export const liveLog: LiveLog = createLiveLog({
  async end(signal) {
    const news = await ask('attention.follow', { wait_ms: 0 }, signal);
    if (news.ok) return news.value.position;
    return news.error.code === 'server.not_admitted' ? 'locked' : undefined;
  },
  follow: { ...OWN_SERVER, pause },
  soon: (callback) => (document.hidden ? queueMicrotask(callback) : requestAnimationFrame(callback)),
});

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

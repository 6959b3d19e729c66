// No schema is loaded here, for the same reason as in `send.ts`.
import type { ShownEntry } from '../contracts/index.ts';
import type { ClientPorts } from './send.ts';
import { serverEvents } from './server-events.ts';

export interface FollowWish {
  /** The position after which it begins. */
  readonly after?: number;
  /** Only what belongs to this run. */
  readonly runId?: string;
  readonly signal?: AbortSignal;
}

export interface FollowPorts extends ClientPorts {
  /** Resolves after this many milliseconds, or when the signal is raised. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Told when the stream is there, and when it is lost. */
  readonly onStanding?: (isConnected: boolean) => void;
  /** Told of what is written of results meanwhile. It is no entry: what of it is missed does not come again. */
  readonly onDraft?: (draft: unknown) => void;
}

export interface EntryReader {
  /** Throws for what is no entry; it is then asked for again. */
  readonly readEntry: (value: unknown) => ShownEntry;
}

const [PAUSE_MS, PAUSE_MS_MAX] = [250, 8_000];

/**
 * The log as it grows, each entry once, in order. A connection that is lost, or that the server ended because it was too slow,
 * is made again from the last entry that came; it gives up only when it is stopped or no longer let in.
 */
export async function* followEntries({ after = 0, runId, signal }: FollowWish, { fetch, baseUrl, pause, onStanding, onDraft, readEntry }: FollowPorts & EntryReader): AsyncGenerator<ShownEntry> {
  let position = after;
  let pauseMs = PAUSE_MS;
  for (;;) {
    if (signal?.aborted === true) return;
    try {
      const run = runId === undefined ? '' : `&run=${encodeURIComponent(runId)}`;
      const response = await fetch(new Request(`${baseUrl}/v1/events?after=${position}${run}`, { headers: { accept: 'text/event-stream' }, ...(signal && { signal }) }));
      if (response.status >= 400 && response.status < 500 && response.status !== TOO_OFTEN) return;
      if (response.ok) onStanding?.(true);
      for await (const { event, id, data } of serverEvents(response.ok ? (response.body ?? []) : [])) {
        pauseMs = PAUSE_MS;
        if (event === 'entry') {
          const entry = readEntry(JSON.parse(data));
          if (entry.position > position) yield entry;
        }
        if (event === 'draft') onDraft?.(JSON.parse(data));
        if (id !== '') position = Math.max(position, Number(id));
      }
    } catch {
      // Lost; what came is kept, and the rest is asked for again.
    }
    onStanding?.(false);
    await pause(pauseMs, signal);
    pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 2);
  }
}

const TOO_OFTEN = 429;

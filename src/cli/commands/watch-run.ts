import type { Outcome } from '../../client/index.ts';
import { attentionFollow, type AttentionNotice, type RunId } from '../../contracts/index.ts';
import type { Surface } from '../surface.ts';

export interface WatchedWork<Value> {
  /** The idempotency key under which the work is asked for: by it its run is known. */
  readonly key: string;
  /** Known from the beginning when it was started before. */
  readonly runId?: RunId;
  /** Every event of the run as it was written, in place of what concerns a person. */
  readonly asEvents?: boolean;
  start(): Promise<Outcome<Value>>;
  onStarted?(runId: RunId): Promise<void> | void;
  onNotice(notice: AttentionNotice): Promise<void> | void;
}

/** How long one question for news waits; then it is asked again. */
const FOLLOW_WAIT_MS = 10_000;

/** Starts work and tells, beside it, everything that happens in its run, in order, to the very end. */
export async function watchRun<Value>({ client, signal }: Surface, { key, runId, asEvents = false, start, onStarted, onNotice }: WatchedWork<Value>): Promise<Outcome<Value>> {
  const over = new AbortController();
  // Where nothing can be read, the work itself says so.
  const noted = await client.call(attentionFollow, { wait_ms: 0 }, { signal });
  let after = noted.ok ? noted.value.position : 0;
  let started = runId;
  const follow = async (waitMs: number): Promise<boolean> => {
    const news = await client.call(attentionFollow, { after, detail: asEvents ? 'events' : 'notices', ...(started === undefined ? { started_with: key } : { run_id: started }), wait_ms: waitMs }, waitMs === 0 ? {} : { signal: over.signal });
    if (!news.ok) return false;
    after = news.value.position;
    if (news.value.run_id !== null && started === undefined) {
      started = news.value.run_id;
      await onStarted?.(started);
    }
    for (const notice of news.value.notices) await onNotice(notice);
    return true;
  };
  const working = start().finally(() => over.abort());
  while (!over.signal.aborted && (await follow(FOLLOW_WAIT_MS)));
  const outcome = await working;
  await follow(0);
  return outcome;
}

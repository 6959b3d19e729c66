import type { CallOptions, Client, Outcome } from '../client/index.ts';
import { attentionFollow, runStart, type AttentionFollowRequest, type AttentionNotice, type ErrorBody, type RunId, type RunStartReport, type RunStartRequest } from '../contracts/index.ts';

/** A run that was started here and goes on by itself. */
export interface BegunRun {
  readonly runId: RunId;
  /** Where the log stood before it: whoever follows from here misses nothing of it. */
  readonly after: number;
  readonly ended: Promise<Outcome<RunStartReport>>;
}

/** How long one question for news waits; then it is asked again. */
const NEWS_WAIT_MS = 10_000;

/** A key for something that is meant as often as it is asked. */
export function newKey(): string {
  return `server-${crypto.randomUUID()}`;
}

/** Starts a run and comes back as soon as it is recorded under its number, or was refused before. */
export async function beginRun(client: Client, request: RunStartRequest, { idempotencyKey = newKey(), signal }: CallOptions): Promise<Outcome<BegunRun>> {
  const waiting = signal === undefined ? {} : { signal };
  const noted = await client.call(attentionFollow, { wait_ms: 0 }, waiting);
  // Where nothing can be read, the work itself says so.
  const after = noted.ok ? noted.value.position : 0;
  const ended = client.call(runStart, request, { idempotencyKey, ...waiting });
  const over = new AbortController();
  const finished = ended.then((outcome): Outcome<BegunRun> => (outcome.ok ? { ok: true, value: { runId: outcome.value.run_id, after, ended } } : outcome)).finally(() => over.abort());
  const known = async (): Promise<Outcome<BegunRun>> => {
    for (let position = after; !over.signal.aborted; ) {
      const news = await client.call(attentionFollow, { after: position, started_with: idempotencyKey, wait_ms: NEWS_WAIT_MS }, { signal: over.signal });
      if (!news.ok) break;
      if (news.value.run_id !== null) return { ok: true, value: { runId: news.value.run_id, after, ended } };
      position = news.value.position;
    }
    return finished;
  };
  return Promise.race([finished, known()]);
}

export type NewsWish = Pick<AttentionFollowRequest, 'after' | 'run_id' | 'detail'>;

/** One answer to the question what is new: what happened since, or that nothing did for a while. */
export interface News {
  readonly notices: readonly AttentionNotice[];
  readonly position: number;
}

/** What happens, in order, until the signal is raised. Times without news are told too, so that a caller can say that it is still there. */
export async function* newsOf(client: Client, wish: NewsWish, signal: AbortSignal, waitMs: number = NEWS_WAIT_MS): AsyncGenerator<News, ErrorBody | undefined> {
  let after = wish.after;
  while (!signal.aborted) {
    const news = await client.call(attentionFollow, { ...wish, ...(after !== undefined && { after }), wait_ms: after === undefined ? 0 : waitMs }, { signal });
    if (!news.ok) return signal.aborted ? undefined : news.error;
    after = news.value.position;
    yield news.value;
  }
  return undefined;
}

import type { LedgerReply, LedgerRequest } from '../../ledger/index.ts';
import { errorOf, type Outcome } from './thread-protocol.ts';

/** One commit serves at most this many requests and about this many bytes, so that nobody waits long for others. */
const BATCH_REQUESTS_MAX = 256;
const BATCH_BYTES_MAX = 4 * 1024 * 1024;

interface Waiting {
  readonly request: LedgerRequest;
  readonly resolve: (reply: LedgerReply) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Requests on their way. While one batch is being written, the next one gathers: that is the group commit. On a quick
 * disk a second batch follows as soon as it has gathered, so that this thread prepares while the other one writes; on a
 * slow disk it would only make the groups smaller.
 */
export interface BatchQueue {
  add(request: LedgerRequest): Promise<LedgerReply>;
  settle(outcomes: readonly Outcome[]): void;
  /** Rejects what is under way and all that waits. */
  fail(error: unknown): void;
  isIdle(): boolean;
}

/** As many as make a commit worth its while. */
const FOLLOWING_REQUESTS_MIN = 32;
/** A batch that took longer than this was held up by the disk. */
const QUICK_BATCH_MS = 2;

interface Batch {
  readonly requests: readonly Waiting[];
  readonly sentAtMs: number;
}

export function createBatchQueue(send: (requests: readonly LedgerRequest[]) => void, monotonicMs: () => number): BatchQueue {
  let waiting: Waiting[] = [];
  let underWay: Batch[] = [];
  let isScheduled = false;
  let isQuick = false;

  const mayFollow = (): boolean => isQuick && underWay.length === 1 && waiting.length >= FOLLOWING_REQUESTS_MIN;
  const flush = (): void => {
    if (waiting.length === 0 || (underWay.length > 0 && !mayFollow())) return;
    const size = batchSize(waiting);
    const requests = size === waiting.length ? waiting : waiting.slice(0, size);
    waiting = size === waiting.length ? [] : waiting.slice(size);
    underWay.push({ requests, sentAtMs: monotonicMs() });
    send(requests.map(({ request }) => request));
  };
  /** Whoever asks within the same turn of the event loop travels together, up to where a second batch pays. */
  const schedule = (): void => {
    if (waiting.length >= FOLLOWING_REQUESTS_MIN && isQuick) flush();
    if (isScheduled || underWay.length > 0) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      flush();
    });
  };

  return {
    add: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject });
        schedule();
      }),
    settle(outcomes) {
      const [settled, ...others] = underWay;
      underWay = others;
      if (settled === undefined) return;
      isQuick = monotonicMs() - settled.sentAtMs < QUICK_BATCH_MS;
      for (const [at, { resolve, reject }] of settled.requests.entries()) {
        const outcome = outcomes[at];
        if (outcome !== undefined && 'reply' in outcome) resolve(outcome.reply);
        else if (outcome !== undefined) reject(errorOf(outcome.failure));
      }
      if (waiting.length > 0) schedule();
    },
    fail(error) {
      const failed = [...underWay.flatMap(({ requests }) => requests), ...waiting];
      underWay = [];
      waiting = [];
      for (const { reject } of failed) reject(error);
    },
    isIdle: () => underWay.length === 0 && waiting.length === 0,
  };
}

function batchSize(waiting: readonly Waiting[]): number {
  let bytes = 0;
  let size = 0;
  while (size < Math.min(waiting.length, BATCH_REQUESTS_MAX) && bytes < BATCH_BYTES_MAX) {
    bytes += bytesOf(waiting[size]?.request);
    size += 1;
  }
  return size;
}

function bytesOf(request: LedgerRequest | undefined): number {
  let bytes = 0;
  for (const { payload } of request?.events ?? []) bytes += payload.length;
  for (const operation of request?.operations ?? []) if (operation.kind === 'blob.put') bytes += operation.blob.bytes;
  return bytes;
}

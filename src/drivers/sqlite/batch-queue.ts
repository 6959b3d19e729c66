import { KeelsonError } from '../../kernel/index.ts';
import type { LedgerReply, LedgerRequest } from '../../ledger/index.ts';
import { textOf } from './storage-errors.ts';
import { errorOf, failureOf, type Outcome } from './thread-protocol.ts';

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
  /** Answers the batch that was sent first. */
  settle(outcomes: readonly Outcome[]): void;
  /** Rejects the batch that was sent first. */
  reject(error: unknown): void;
  /** Rejects what is under way and all that waits. */
  fail(error: unknown): void;
  /** Resolves once nothing is under way and nothing waits. */
  whenIdle(): Promise<void>;
}

/** As many as make a commit worth its while. */
const FOLLOWING_REQUESTS_MIN = 32;
/** A batch that took longer than this was held up by the disk. */
const QUICK_BATCH_MS = 2;

interface Batch {
  readonly requests: readonly Waiting[];
  readonly sentAtMs: number;
}

/** `send` throws when a request cannot be sent; then nothing of the batch has been. */
export function createBatchQueue(send: (requests: readonly LedgerRequest[]) => void, monotonicMs: () => number): BatchQueue {
  let waiting: Waiting[] = [];
  let underWay: Batch[] = [];
  let isScheduled = false;
  let isQuick = false;
  const leaving: (() => void)[] = [];

  const mayFollow = (): boolean => isQuick && underWay.length === 1 && waiting.length >= FOLLOWING_REQUESTS_MIN;
  const flush = (): void => {
    if (waiting.length === 0 || (underWay.length > 0 && !mayFollow())) return;
    const size = batchSize(waiting);
    const requests = size === waiting.length ? waiting : waiting.slice(0, size);
    waiting = size === waiting.length ? [] : waiting.slice(size);
    if (trySend(requests)) return;
    // One by one they show which of them it is.
    for (const one of requests) trySend([one], one.reject);
    if (underWay.length === 0) goOn();
  };
  const trySend = (requests: readonly Waiting[], refuse?: (error: unknown) => void): boolean => {
    const sentAtMs = monotonicMs();
    try {
      send(requests.map(({ request }) => request));
    } catch (error) {
      refuse?.(notSent(error));
      return false;
    }
    underWay.push({ requests, sentAtMs });
    return true;
  };
  const leaveIfIdle = (): void => {
    if (underWay.length === 0 && waiting.length === 0) for (const leave of leaving.splice(0)) leave();
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

  const next = (): readonly Waiting[] => {
    const [settled, ...others] = underWay;
    underWay = others;
    if (settled === undefined) return [];
    isQuick = monotonicMs() - settled.sentAtMs < QUICK_BATCH_MS;
    return settled.requests;
  };
  const goOn = (): void => {
    if (waiting.length > 0) schedule();
    leaveIfIdle();
  };

  return {
    add: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject });
        schedule();
      }),
    settle(outcomes) {
      for (const [at, { resolve, reject }] of next().entries()) {
        const outcome = outcomes[at];
        if (outcome !== undefined && 'reply' in outcome) resolve(outcome.reply);
        else reject(errorOf(outcome?.failure ?? failureOf(new RangeError('a request was given no answer'))));
      }
      goOn();
    },
    reject(error) {
      for (const { reject } of next()) reject(error);
      goOn();
    },
    fail(error) {
      const failed = [...underWay.flatMap(({ requests }) => requests), ...waiting];
      underWay = [];
      waiting = [];
      for (const { reject } of failed) reject(error);
      leaveIfIdle();
    },
    whenIdle: () =>
      new Promise((resolve) => {
        leaving.push(resolve);
        leaveIfIdle();
      }),
  };
}

/** Only plain data can cross to the thread that writes. */
function notSent(error: unknown): unknown {
  if (!(error instanceof Error && error.name === 'DataCloneError')) return errorOf(failureOf(error));
  return new KeelsonError('input.invalid', {
    message: 'The request holds something that is no plain data; nothing of it was written.',
    nextStep: 'Give plain data only: no functions, and no buffers that were handed to another thread.',
    data: { issues: [{ path: 'operations', message: textOf(error) }] },
    cause: error,
  });
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

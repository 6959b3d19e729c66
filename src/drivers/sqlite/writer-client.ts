import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { invariant, systemClock } from '../../kernel/index.ts';
import type { LedgerReply, LedgerRequest, StoreTime } from '../../ledger/index.ts';
import { flattenRequests, restoreOutcomes } from './batch-codec.ts';
import { createBatchQueue } from './batch-queue.ts';
import { startThread } from './start-thread.ts';
import { closedStore, storageFailed, textOf } from './storage-errors.ts';
import { laneMemory, receivingEnd, sendingEnd } from './thread-lane.ts';
import { ANSWER_LISTS, errorOf, ORDER_LISTS, type Answer, type Order, type Outcome, type WriterLines, type WriterStart } from './thread-protocol.ts';

/** This side of the writer thread. */
export interface WriterClient {
  /** There was a log but no head beside it when it was opened. */
  readonly isHeadRebuilt: boolean;
  transact(request: LedgerRequest): Promise<LedgerReply>;
  sweep(olderThanMs: number): Promise<number>;
  /** Writes the write-ahead log back and empties it: what was removed before is then in no file. */
  writeBack(): Promise<void>;
  /** Waits for what was accepted. Does not throw: whoever was not served has been told. */
  close(): Promise<void>;
}

export interface WriterClientOptions extends WriterStart {
  /** When given, decisions are made at this time and not at the thread's own. */
  readonly time?: () => StoreTime;
  /** With the last position of what it added to the log, 0 when that was nothing. */
  readonly onCommit: (upTo: number) => void;
}

interface Expected {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Falling asleep and being woken takes a good part of the time of a commit on a quick disk. So for this long the answer is
 * looked for between whatever else there is to do; on a single core that would only hold up the thread that writes, and on
 * a disk that takes longer it would be in vain. An idle disk takes 0.13 ms; looking for half a millisecond took a tenth to a
 * fifth more processor time of a run that works alone, and gave it nothing.
 */
const LOOK_MS = 0.2;
const MAY_LOOK = availableParallelism() > 1;

/** Starts the thread and waits until it has opened the database. */
export async function startWriter({ time, onCommit, ...start }: WriterClientOptions): Promise<WriterClient> {
  const { file } = start;
  const messages = new MessageChannel();
  const bell = new MessageChannel();
  const lines: WriterLines = { port: messages.port2, bell: bell.port2, orders: laneMemory(), answers: laneMemory(), looking: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) };
  const worker = startThread(new URL('writer-thread.ts', import.meta.url), { ...start, lines }, [messages.port2, bell.port2]);
  const post = sendingEnd(lines.orders, messages.port1, ORDER_LISTS);
  const receive = receivingEnd(lines.answers, messages.port1, ANSWER_LISTS);
  const expected: Expected[] = [];
  /** Why nothing is accepted any more. */
  let ended: Error | undefined;
  let closing: Promise<void> | undefined;
  let underWay = 0;

  let isHeld = true;
  /** An idle ledger keeps no process alive; one with something under way does. */
  const hold = (isNeeded: boolean): void => {
    if (isHeld === isNeeded) return;
    isHeld = isNeeded;
    if (isNeeded) worker.ref();
    else worker.unref();
  };

  const takeAll = (): void => {
    for (let answer = receive(); answer !== undefined; answer = receive()) take(answer);
  };
  let lookUntilMs = 0;
  let sentAtMs = 0;
  let wasQuick = true;
  let isLooking = false;
  let isLastTurn = false;
  const look = (): void => {
    takeAll();
    // Whoever was answered may ask again at once, and is given one turn for it.
    const isDone = underWay === 0 && isLastTurn;
    isLastTurn = underWay === 0;
    isLooking = !isDone && ended === undefined && systemClock.monotonicMs() < lookUntilMs;
    if (isLooking) {
      setImmediate(look);
    } else {
      // From here on the bell is rung; what came just before is not.
      Atomics.store(lines.looking, 0, 0);
      takeAll();
      if (underWay === 0) hold(false);
    }
  };
  const send = (order: Order): void => {
    post(order);
    underWay += 1;
    hold(true);
    if (!MAY_LOOK) return;
    sentAtMs = systemClock.monotonicMs();
    lookUntilMs = sentAtMs + LOOK_MS;
    if (isLooking || !wasQuick) return;
    isLooking = true;
    Atomics.store(lines.looking, 0, 1);
    setImmediate(look);
  };
  const queue = createBatchQueue(
    (requests) => send({ kind: 'transact', requests: flattenRequests(requests), ...(time && { time: time() }) }),
    systemClock.monotonicMs,
  );
  const end = (error: Error): void => {
    ended ??= error;
    hold(false);
    queue.fail(ended);
    for (const { reject } of expected.splice(0)) reject(ended);
  };
  const expectAnswer = (): Promise<Answer> => new Promise((resolve, reject) => void expected.push({ resolve, reject }));

  /** What could not be sent is not waited for. */
  const ask = async (order: Order): Promise<Answer> => {
    send(order);
    return expectAnswer();
  };

  const take = (answer: Answer): void => {
    if (answer.kind === 'stopped') return end(errorOf(answer.failure));
    underWay -= 1;
    wasQuick = systemClock.monotonicMs() - sentAtMs < LOOK_MS;
    // While answers are looked for the next order is likely to come, and letting go each time would cost it time.
    if (underWay === 0 && !isLooking) hold(false);
    if (answer.kind === 'not_transacted') {
      queue.reject(errorOf(answer.failure));
    } else if (answer.kind === 'transacted') {
      const outcomes = restoreOutcomes(answer.outcomes);
      queue.settle(outcomes);
      // Whoever wrote it hears of it first, and knows then what of it others need not read.
      if (answer.hasWritten) setImmediate(onCommit, lastPosition(outcomes));
    } else {
      expected.shift()?.resolve(answer);
    }
  };
  bell.port1.on('message', takeAll);
  // The thread itself keeps the process alive while something is under way: its ports close before its end is told.
  bell.port1.unref();
  worker.on('error', (error) => {
    takeAll();
    end(storageFailed(file, `the writing thread stopped: ${textOf(error)}`, error));
  });
  worker.on('exit', () => {
    // Its last answers may still be on their way when it is gone.
    takeAll();
    end(storageFailed(file, 'the writing thread stopped'));
  });

  underWay = 1;
  const opened = await expectAnswer();
  if (opened.kind === 'not_opened') throw errorOf(opened.failure);
  invariant(opened.kind === 'opened', 'the first answer is about opening');
  hold(false);

  const finish = async (): Promise<void> => {
    await queue.whenIdle();
    if (ended === undefined) {
      await ask({ kind: 'close' }).catch(() => undefined);
    }
    messages.port1.close();
    bell.port1.close();
  };

  const refuseIfEnded = (): void => {
    if (closing !== undefined) throw closedStore(file);
    if (ended !== undefined) throw ended;
  };

  return {
    isHeadRebuilt: opened.isHeadRebuilt,
    async transact(request) {
      refuseIfEnded();
      return queue.add(request);
    },
    async writeBack() {
      refuseIfEnded();
      const written = await ask({ kind: 'write_back' });
      if (written.kind === 'failed') throw errorOf(written.failure);
    },
    async sweep(olderThanMs) {
      refuseIfEnded();
      const swept = await ask({ kind: 'sweep', olderThanMs, ...(time && { time: time() }) });
      if (swept.kind === 'failed') throw errorOf(swept.failure);
      invariant(swept.kind === 'swept', 'a sweep is answered by a number');
      return swept.dropped;
    },
    close: () => (closing ??= finish()),
  };
}

function lastPosition(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((last, outcome) => Math.max(last, ('reply' in outcome ? outcome.reply.appended.at(-1)?.position : undefined) ?? 0), 0);
}

/** The thread that writes: a slow disk holds up this thread and nothing else. */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import { systemClock } from '../../kernel/index.ts';
import { createDecider, type LedgerSetup, type StoreTime } from '../../ledger/index.ts';
import { flattenOutcomes, restoreRequests } from './batch-codec.ts';
import { openFiles } from './open-database.ts';
import { systemStoreTime } from './store-time.ts';
import { receivingEnd, sendingEnd } from './thread-lane.ts';
import { ANSWER_LISTS, failureOf, ORDER_LISTS, type Answer, type Order, type WriterLines, type WriterStart } from './thread-protocol.ts';
import { createWriteEngine } from './write-engine.ts';
import type { WriterHooks } from './writer-hooks.ts';

/**
 * Waking a thread takes longer than most waits for the next batch of a busy ledger; on a single core looking out for it
 * would only hold up whoever sends it, and where the last one took longer to come it is in vain.
 */
const SPIN_MS = availableParallelism() > 1 ? 0.1 : 0;
/** How long a head may stand in the system's memory only; a power cut then hides at most this much of a cut tail. */
const HEAD_SYNC_MS = 1_000;

export interface WriterThreadData extends WriterStart {
  readonly lines: WriterLines;
}

const { lines, ...start } = workerData as WriterThreadData;
const { orders, answers, port, bell, looking } = lines;
const { sent } = orders;
const receive = receivingEnd(orders, port, ORDER_LISTS);
const send = sendingEnd(answers, port, ANSWER_LISTS);
const post = (answer: Answer): void => {
  send(answer);
  ring();
};
// The modules are named by whoever opens the ledger, so they cannot be written out as imports.
const load = createRequire(import.meta.url);

let isOpen = false;

try {
  const { setup } = load(fileURLToPath(start.setupModule)) as { setup: LedgerSetup };
  const hooks = start.hooksModule === undefined ? {} : (load(fileURLToPath(start.hooksModule)) as WriterHooks);
  serve(setup, hooks);
} catch (error) {
  post({ kind: isOpen ? 'stopped' : 'not_opened', failure: failureOf(error) });
}

function serve(setup: LedgerSetup, hooks: WriterHooks): void {
  const { file, acceptTailCut = false } = start;
  const { database, head, opener, isHeadRebuilt } = openFiles({ file, setup, acceptTailCut });
  hooks.opened?.(database);
  const engine = createWriteEngine({ file, database, head, decider: createDecider(setup), hooks });
  const ownTime = systemStoreTime(systemClock);
  const timeOf = (given: StoreTime | undefined) => (): StoreTime => hooks.time?.() ?? given ?? ownTime();
  let unsyncedSinceMs: number | undefined;
  let isBusy = true;
  post({ kind: 'opened', isHeadRebuilt });
  isOpen = true;

  for (;;) {
    const seen = Atomics.load(sent, 0);
    for (let order = receive(); order !== undefined; order = receive()) {
      if (order.kind === 'close') {
        close();
        return post({ kind: 'closed' });
      }
      answer(order);
      if (headHasMoved()) unsyncedSinceMs ??= systemClock.monotonicMs();
    }
    const idleSinceMs = systemClock.monotonicMs();
    const spinUntilMs = idleSinceMs + (isBusy ? SPIN_MS : 0);
    while (Atomics.load(sent, 0) === seen && systemClock.monotonicMs() < spinUntilMs);
    const syncInMs = unsyncedSinceMs === undefined ? Number.POSITIVE_INFINITY : unsyncedSinceMs + HEAD_SYNC_MS - systemClock.monotonicMs();
    if (syncInMs > 0) Atomics.wait(sent, 0, seen, syncInMs);
    isBusy = systemClock.monotonicMs() - idleSinceMs < SPIN_MS;
    if (unsyncedSinceMs !== undefined && systemClock.monotonicMs() - unsyncedSinceMs >= HEAD_SYNC_MS) {
      const isSynced = succeeds(engine.noteHead) && succeeds(head.sync);
      unsyncedSinceMs = isSynced ? undefined : systemClock.monotonicMs();
    }
  }

  /** Also when it could not be noted: then it is tried again when there is time. */
  function headHasMoved(): boolean {
    try {
      return engine.noteHead();
    } catch {
      return true;
    }
  }

  /** Whatever an order meets, it is answered. */
  function answer(order: Exclude<Order, { kind: 'close' }>): void {
    try {
      send(answerTo(order));
    } catch (error) {
      send({ kind: order.kind === 'transact' ? 'not_transacted' : 'failed', failure: failureOf(error) });
    }
    ring();
  }

  function answerTo(order: Exclude<Order, { kind: 'close' }>): Answer {
    switch (order.kind) {
      case 'transact': {
        const { outcomes, hasWritten } = engine.transact(restoreRequests(order.requests), timeOf(order.time));
        return { kind: 'transacted', outcomes: flattenOutcomes(outcomes), hasWritten };
      }
      case 'write_back':
        engine.writeBack();
        return { kind: 'written_back' };
      case 'sweep':
        return { kind: 'swept', dropped: engine.sweep(order.olderThanMs, timeOf(order.time)) };
    }
  }

  /** The opener is left in its place when the database could not be closed: the next start then looks at every page. */
  function close(): void {
    succeeds(engine.noteHead);
    if (succeeds(engine.close)) succeeds(() => head.leave(opener));
    succeeds(head.sync);
    succeeds(head.close);
  }
}

/** Whoever is looking needs no bell, which would wake it a second time. */
function ring(): void {
  if (Atomics.load(looking, 0) === 0) bell.postMessage(null, []);
}

/** A head that is behind takes nothing from what was acknowledged, so its failures stop nobody. */
function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

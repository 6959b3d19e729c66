import { eventCatalogue, type EventCatalogue } from '../contracts/index.ts';
import type { Clock, Ids } from '../kernel/index.ts';
import { createBlobs, type Blobs } from './blobs/blobs.ts';
import { createBus, type Bus } from './bus/bus.ts';
import { createDocuments, type Documents } from './documents.ts';
import { createHistory, type History } from './history/history.ts';
import { createLog, type Log } from './log/create-log.ts';
import { eraseOperation, erasePayloads, type Erasure } from './log/erase.ts';
import type { LogErase } from './log/erase-operation.ts';
import type { Appended, LogWriter } from './log/log.ts';
import { bringUpToDate, type RebuildPorts } from './projections/rebuild.ts';
import type { LedgerSetup } from './setup.ts';
import type { LedgerStore } from './store.ts';

/** The whole ledger of one tenant. Whoever holds it hands out its parts; nobody else passes the whole of it on. */
export interface Ledger {
  readonly catalogue: EventCatalogue;
  readonly store: LedgerStore;
  readonly log: Log;
  readonly documents: Documents;
  readonly blobs: Blobs;
  readonly bus: Bus;
  readonly history: History;
  /** Erases payloads and everything made of them; the documents are current again when it resolves. */
  erase(erasure: Erasure, writer: LogWriter): Promise<Appended>;
  /** To erase in the same append as the events that call for it; those that make up for it are named here too. */
  prepareErasure(erasure: Omit<Erasure, 'key'>, writer: LogWriter): Promise<LogErase>;
  close(): Promise<void>;
}

export interface LedgerOptions {
  readonly store: LedgerStore;
  /** The same setup that the store's decider has. */
  readonly setup: LedgerSetup;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly onProgress?: RebuildPorts['onProgress'];
}

/** Opens a ledger over a store: documents that are behind the log are folded first. */
export async function openLedger({ store, setup, clock, ids, onProgress }: LedgerOptions): Promise<Ledger> {
  const catalogue = eventCatalogue(setup.events);
  const rebuild = (): Promise<void> => bringUpToDate({ store, catalogue, projections: setup.projections, ...(onProgress && { onProgress }) });
  await rebuild();
  const log = createLog({ store, catalogue, clock, ids });
  return {
    catalogue,
    store,
    log,
    documents: createDocuments(store, setup.projections),
    blobs: createBlobs(store),
    bus: createBus({ store, reader: log, catalogue }),
    history: createHistory(store),
    async erase(erasure, writer) {
      const appended = await erasePayloads(erasure, { store, writer, projections: setup.projections });
      await rebuild();
      await store.forgetRemoved();
      return appended;
    },
    prepareErasure: (erasure, writer) => eraseOperation(erasure, { store, writer, projections: setup.projections }),
    close: () => store.close(),
  };
}

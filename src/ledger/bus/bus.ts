import type { z } from 'zod';
import { readEvent, type EventCatalogue, type EventDefinition, type EventType, type LogEntry } from '../../contracts/index.ts';
import { PAGE_ENTRIES } from '../limits.ts';
import type { LogReader } from '../log/log.ts';
import { unreadableEvent } from '../log/unreadable-event.ts';
import { requestOf } from '../request.ts';
import type { LedgerStore } from '../store.ts';

/** A message is an entry of the log; its payload is null once erased, else checked and of the current version. */
export interface Message<Payload> {
  readonly entry: LogEntry;
  readonly payload: Payload | null;
}

export interface SubscribeOptions {
  /** Messages after this position; 0 is the beginning. */
  readonly after: number;
  readonly signal: AbortSignal;
}

export interface TapOptions extends SubscribeOptions {
  /** Only entries of these types; all when left out. */
  readonly types?: readonly EventType[];
}

type PayloadOf<Definition> = Definition extends EventDefinition<infer Schema> ? z.output<Schema> : never;

/**
 * Every message between roles is an entry of the log, so there is nothing to lose between them: a subscriber reads the
 * log by its own cursor, at its own pace. Nobody waits for it, and nothing is kept for it in memory.
 */
export interface Bus {
  /** Messages of some types, for ever, until the signal is raised. */
  subscribe<const Definitions extends readonly EventDefinition[]>(topic: Definitions, options: SubscribeOptions): AsyncIterable<Message<PayloadOf<Definitions[number]>>>;
  /** Everything, read only: a tap has no way to answer, change or hold up what it sees. */
  tap(options: TapOptions): AsyncIterable<LogEntry>;
  /** Where a named subscriber has come to; 0 at first. */
  cursor(name: string): Promise<number>;
  /** Remembers it. A cursor only moves forward; answers where it now stands. */
  advance(name: string, position: number): Promise<number>;
}

export interface BusPorts {
  readonly store: LedgerStore;
  readonly reader: LogReader;
  readonly catalogue: EventCatalogue;
}

export function createBus({ store, reader, catalogue }: BusPorts): Bus {
  const reading = sharedReading(reader);
  const tap = (options: TapOptions): AsyncIterable<LogEntry> => follow(store, reader, reading, options);
  return {
    async *subscribe(topic, options) {
      for await (const entry of tap({ ...options, types: topic.map(({ type }) => type) })) yield { entry, payload: payloadOf(catalogue, entry) as PayloadOf<(typeof topic)[number]> | null };
    },
    tap,
    cursor: async (name) => Number((await store.record({ space: 'cursor', key: name }))?.body ?? 0),
    async advance(name, position) {
      const operation = { kind: 'cursor.advance', name, position } as const;
      const { results } = await store.transact(requestOf(operation));
      return Number(results[0]);
    },
  };
}

interface SharedReading {
  readOn(after: number): Promise<readonly LogEntry[]>;
  /** What was begun before a commit may not show it, so nobody who comes later is given that. */
  forget(): void;
}

/** A commit wakes all subscribers at once, and most of them stand at the same place: one reading serves them all. */
function sharedReading(reader: LogReader): SharedReading {
  let underWay = new Map<number, Promise<readonly LogEntry[]>>();
  return {
    readOn(after) {
      const mine = underWay;
      const known = mine.get(after);
      if (known !== undefined) return known;
      const page = reader.readAll({ after, limit: PAGE_ENTRIES }).finally(() => mine.delete(after));
      mine.set(after, page);
      return page;
    },
    forget: () => void (underWay = new Map()),
  };
}

async function* follow(store: LedgerStore, reader: LogReader, reading: SharedReading, { after, signal, types }: TapOptions): AsyncGenerator<LogEntry> {
  const news = newsOf(store, signal, reading.forget);
  try {
    for (let cursor = after; !signal.aborted; ) {
      // Asked for before reading, so that a commit between the read and the wait is not missed.
      const next = news.next();
      if (types !== undefined) cursor = reader.passOver?.({ after: cursor }, types) ?? cursor;
      const asOf = news.heard();
      const page = news.hasAfter(cursor) ? await reading.readOn(cursor) : [];
      for (const entry of page) {
        if (signal.aborted) return;
        if (types === undefined || types.includes(entry.event.type)) yield entry;
        cursor = entry.position;
      }
      if (page.length > 0) continue;
      news.seenAll(asOf);
      await next;
    }
  } finally {
    news.end();
  }
}

interface News {
  /** Resolves at the first commit, or the end, after it was asked for. */
  next(): Promise<void>;
  /** Whether there may be something after this position. */
  hasAfter(position: number): boolean;
  /** How often something was committed of which nobody here knows what it is. */
  heard(): number;
  /** There was nothing more after that many had been heard of. */
  seenAll(heard: number): void;
  end(): void;
}

/** Of what this process commits it is known how far it reaches, so whoever stands there need not look; all else is looked at. */
function newsOf(store: LedgerStore, signal: AbortSignal, onCommit: () => void): News {
  let wake = (): void => {};
  let [foreign, seen, reaches] = [1, 0, 0];
  const unsubscribe = store.onCommit((upTo) => {
    onCommit();
    if (upTo === undefined) foreign += 1;
    else reaches = Math.max(reaches, upTo);
    wake();
  });
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    next: () => new Promise((resolve) => (wake = resolve)),
    hasAfter: (position) => foreign > seen || reaches > position,
    heard: () => foreign,
    seenAll: (heard) => void (seen = heard),
    end() {
      unsubscribe();
      signal.removeEventListener('abort', onAbort);
    },
  };
}

function payloadOf(catalogue: EventCatalogue, { event, position }: LogEntry): unknown {
  const read = readEvent(catalogue, event);
  if (read.ok) return read.payload;
  throw unreadableEvent(position, event.type, read.fault);
}

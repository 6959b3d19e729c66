import { AppendKey, type EventCatalogue, type LogEntry } from '../../contracts/index.ts';
import { KeelsonError, timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import { PAGE_ENTRIES } from '../limits.ts';
import type { EventStamp } from '../event-stamp.ts';
import type { EntryRow, LedgerStore } from '../store.ts';
import { envelopeOnDemand } from './header.ts';
import type { Author, LogReader, LogWriter } from './log.ts';
import { createOwnWrites } from './own-writes.ts';
import { checkedAuthor, prepareAppend } from './prepare.ts';

export interface LogPorts {
  readonly store: LedgerStore;
  readonly catalogue: EventCatalogue;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface Log extends LogReader {
  /** Hands out the authority to append as this author. */
  writerFor(author: Author): LogWriter;
}

export function createLog({ store, catalogue, clock, ids }: LogPorts): Log {
  const own = createOwnWrites(catalogue);
  return {
    writerFor(given) {
      const author = checkedAuthor(given);
      return {
      author,
      async append(append) {
        checkKey(append.key);
        const request = prepareAppend(append, { catalogue, ids, author, recordedAt: timestamp(clock) });
        const { appended, results, isReplay, warnings } = await store.transact(request);
        if (!isReplay) own.note(appended.map((entry, at) => ({ ...entry, type: request.events[at]?.type })));
        return { events: appended, results, isReplay, warnings };
      },
      stamps: (count) => Array.from({ length: count }, (): EventStamp => ({ eventId: ids.mint('evt'), recordedAt: timestamp(clock), ...author })),
      };
    },
    read: async ({ aggregate, id }, { after = 0, limit = PAGE_ENTRIES } = {}) => (await store.entries({ stream: `${aggregate}/${id}`, after, limit })).map(entryOf),
    readAll: async ({ after = 0, limit = PAGE_ENTRIES } = {}) => (await store.entries({ after, limit })).map(entryOf),
    appended: async (key) => (await store.appended(key)).map(entryOf),
    passOver: ({ stream, after }, types) => own.passOver(stream && `${stream.aggregate}/${stream.id}`, after, types),
  };
}

/** A stored row as everyone else sees it. */
export function entryOf(row: EntryRow): LogEntry {
  const { position, chainHash: chain_hash, append } = row;
  const place = { position, chain_hash, event: envelopeOnDemand(row) };
  return append === null ? place : { ...place, append: { key: append.key, content_hash: append.contentHash } };
}

function checkKey(key: string): void {
  if (AppendKey.safeParse(key).success) return;
  throw new KeelsonError('input.invalid', {
    message: 'An append needs a key of 1 to 256 printable ASCII characters without spaces.',
    nextStep: 'Derive the key from what is being done, so that doing it again gives the same key.',
    data: { issues: [{ path: 'key', message: 'not an append key' }] },
  });
}

import { sessionMessageRecorded, type LogEntry, type SessionMessage, type StreamId } from '../../contracts/index.ts';
import { entryOf } from '../log/create-log.ts';
import type { StoreReader } from '../store.ts';

const RESULTS_DEFAULT = 20;

export interface FoundMessage {
  readonly position: number;
  readonly recordedAt: string;
  readonly message: SessionMessage;
}

export interface HistoryQuery {
  /** Words or parts of words, in any order and case; a message must hold all of them. */
  readonly words: string;
  readonly sessionId?: StreamId;
  /** Only messages before this position: the last one found, to go on from there. */
  readonly before?: number;
  readonly limit?: number;
}

/** Finds messages of past conversations by their words, the latest first. */
export interface History {
  search(query: HistoryQuery): Promise<readonly FoundMessage[]>;
}

export function createHistory(store: StoreReader): History {
  return {
    async search({ words, sessionId, before, limit = RESULTS_DEFAULT }) {
      const terms = words.split(/\s+/u).filter((term) => term !== '');
      if (terms.length === 0) return [];
      const positions = await store.search({ terms, limit, ...(sessionId !== undefined && { scope: sessionId }), ...(before !== undefined && { before }) });
      const rows = await Promise.all(positions.map((position) => store.entries({ after: position - 1, limit: 1 })));
      return rows.flat().map(entryOf).flatMap(foundOf);
    },
  };
}

function foundOf({ position, event }: LogEntry): FoundMessage[] {
  if (event.type !== sessionMessageRecorded.type || event.payload === null) return [];
  return [{ position, recordedAt: event.recorded_at, message: sessionMessageRecorded.payload.parse(event.payload) }];
}

import type { EventStore } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** What one session keeps for a client that lost its connection, in messages; older ones can be read from the runs themselves. */
export const EVENTS_KEPT_MAX = 1_000;

interface Kept {
  readonly streamId: string;
  readonly message: JSONRPCMessage;
}

/** The last messages of one session, so that a lost connection is taken up again without loss. */
export function createEventStore(keptMax: number = EVENTS_KEPT_MAX): EventStore {
  const kept = new Map<string, Kept>();
  let count = 0;
  return {
    async storeEvent(streamId, message) {
      const id = `${(count += 1)}`;
      kept.set(id, { streamId, message });
      const [oldest] = kept.keys();
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
      return id;
    },
    getStreamIdForEventId: async (id) => kept.get(id)?.streamId,
    async replayEventsAfter(lastId, { send }) {
      const streamId = kept.get(lastId)?.streamId ?? '';
      // A first event of a stream carries no message; it only marks where the stream begins.
      for (const [id, one] of kept) if (Number(id) > Number(lastId) && one.streamId === streamId && 'jsonrpc' in one.message) await send(id, one.message);
      return streamId;
    },
  };
}

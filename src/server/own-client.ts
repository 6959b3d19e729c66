import { createClient, type Client } from '../client/index.ts';
import { createDispatcher, type Dispatcher } from '../commands/index.ts';
import type { Operation } from '../contracts/index.ts';
import { createHandler } from './handler.ts';

/** Refuses everything by name, as every dispatcher refuses what it does not know. */
const NOTHING = createDispatcher([]);

/** Requests made in this process; what came in from outside was bounded where it came in. */
const MAX_OWN_REQUEST_BYTES = 64 * 1024 * 1024;

/**
 * A client that knows these operations and no others. A protocol is handed one of these and nothing else, so what is not
 * among them cannot be reached by it, whatever its messages say.
 */
export function ownClient(dispatcher: Dispatcher, operations: readonly Operation[]): Client {
  const known = new Set(operations.map(({ entry }) => entry.operation_id));
  const narrowed: Dispatcher = {
    entries: dispatcher.entries.filter(({ operation_id: id }) => known.has(id)),
    dispatch: (kind, id, request, context) => (known.has(id) ? dispatcher.dispatch(kind, id, request, context) : NOTHING.dispatch(kind, id, request, context)),
  };
  return createClient({ fetch: createHandler(narrowed, { maxRequestBytes: MAX_OWN_REQUEST_BYTES }), baseUrl: 'http://keelson.internal' });
}

import { compose } from '../../src/main/compose.ts';
import type { Dispatcher } from '../../src/commands/index.ts';
import { createDispatcher } from '../../src/commands/index.ts';
import { ErrorBody, OPERATIONS, serverStart } from '../../src/contracts/index.ts';
import { KeelsonError, systemClock } from '../../src/kernel/index.ts';
import { createServers, type ServersPorts } from '../../src/server/index.ts';

export const SERVED_TOKEN = 'a-token-that-nobody-guesses';

export interface ServedProgram {
  readonly url: string;
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}

/** The whole program of a folder, in this process, as what servers are built over. */
export function wholeProgram(place: { readonly home: string; readonly workspace: string }): { readonly dispatcher: Dispatcher; close(): Promise<void> } {
  const { client, close } = compose({ version: '0', nodeVersion: '24.0.0', platform: `${process.platform} ${process.arch}`, environment: { KEELSON_HOME: place.home }, requirementsFolder: '.', currentFolder: place.workspace });
  return {
    close,
    dispatcher: {
      entries: OPERATIONS.map(({ entry }) => entry),
      async dispatch(_kind, id, request, { idempotencyKey, signal }) {
        const operation = OPERATIONS.find(({ entry }) => entry.operation_id === id);
        if (operation === undefined) return createDispatcher([]).dispatch(_kind, id, request, { idempotencyKey, signal });
        const outcome = await client.call(operation, request as never, { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) });
        if (outcome.ok) return outcome.value;
        const { code, message, next_step: nextStep, data } = ErrorBody.parse(outcome.error);
        throw new KeelsonError(code as KeelsonError['code'], { message, nextStep, data: data as never });
      },
    },
  };
}

/** The same, served over HTTP on a free port. */
export async function servedProgram(place: { readonly home: string; readonly workspace: string }, more: Partial<ServersPorts> = {}): Promise<ServedProgram> {
  const program = wholeProgram(place);
  const servers = createServers({ dispatcher: program.dispatcher, token: async () => SERVED_TOKEN, clock: systemClock, version: '0.0.0', pageFolder: place.workspace, deadline: (ms) => AbortSignal.timeout(ms), ...more });
  const { url } = serverStart.response.parse(await createDispatcher(servers.bindings).dispatch('command', 'server.start', { port: 0 }, { idempotencyKey: 'k', signal: new AbortController().signal }));
  return { url, dispatcher: program.dispatcher, close: () => servers.close().finally(program.close) };
}

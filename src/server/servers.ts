import { bind, type Binding, type Dispatcher, type SessionTools } from '../commands/index.ts';
import { DEFAULT_TENANT, KeyListReport, LEDGER_PAGE_MAX, LedgerEventsReport, OPERATIONS, serverStart, serverStop, type ApiKey } from '../contracts/index.ts';
import { KeelsonError, type Clock } from '../kernel/index.ts';
import type { StdioStreams } from './conversation.ts';
import type { Drafts } from './events/drafts.ts';
import type { Patience } from './http/listen.ts';
import type { ShownKey } from './keys/seal.ts';
import type { McpOffer } from './mcp/offer.ts';
import { stdioServing } from './stdio.ts';
import type { AccessPorts } from './model-api/access.ts';

export interface ServersPorts {
  /** What is served: everything but starting and stopping servers. */
  readonly dispatcher: Dispatcher;
  /** The token of this installation; made when it is first asked for. */
  readonly token: () => Promise<string>;
  readonly clock: Clock;
  /** What clients of model formats reach; opened when the first of them asks. Left out, nothing is served to them. */
  readonly models?: Omit<AccessPorts, 'clock'>;
  /** What is written of results while runs are worked on in this process; nobody is told of it where it is left out. */
  readonly drafts?: Pick<Drafts, 'follow'>;
  readonly version: string;
  /** Where the built page of a person lies; it may not be there. */
  readonly pageFolder: string;
  /** How long requests may take to arrive; the usual time when left out. */
  readonly patience?: Patience;
  /** Raised after this many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
  /** Standard input and output, where there is another program at their other end. */
  readonly streams?: () => StdioStreams;
  readonly mcpExtra?: McpOffer;
  /** For servers of tools that an editor brings along. */
  readonly sessionTools?: SessionTools;
}

/** The servers of this process. What they need is loaded when the first is started. */
export interface Servers {
  readonly bindings: readonly Binding[];
  close(): Promise<void>;
}

interface Running {
  requests: number;
  close(): Promise<void>;
}

export function createServers({ dispatcher, token, clock, models, drafts, version, pageFolder, deadline, patience, streams, mcpExtra, sessionTools }: ServersPorts): Servers {
  const running = new Map<string, Running>();
  let startedCount = 0;

  const start = bind(serverStart, async ({ host, port, tenant, names }) => {
    const [{ createApp }, { createModelAccess }, { listen }, { createTail }, { doorkeeperOf }, { ownPlace }, { pageFilesIn }] = await Promise.all([import('./app.ts'), import('./model-api/access.ts'), import('./http/listen.ts'), import('./events/tail.ts'), import('./guard/who-asks.ts'), import('./guard/own-place.ts'), import('./console/page-files.ts')]);
    const secret = await token();
    const closing = new AbortController();
    const read = async (after: number, waitMs: number, signal: AbortSignal): Promise<LedgerEventsReport> =>
      LedgerEventsReport.parse(await dispatcher.dispatch('query', 'ledger.events', { tenant, after, limit: LEDGER_PAGE_MAX, payload: 'redacted', wait_ms: waitMs }, { idempotencyKey: undefined, signal }));
    const tail = createTail({ read });
    const findKey = async ({ tenant: whose, keyId }: ShownKey): Promise<ApiKey | undefined> =>
      KeyListReport.parse(await dispatcher.dispatch('query', 'key.list', { tenant: whose }, { idempotencyKey: undefined, signal: closing.signal })).keys.find(({ key_id: id }) => id === keyId);
    const access = models && createModelAccess({ ...models, clock });
    const entry: Running = { requests: 0, close: async () => undefined };
    const appAt = (at: number) => {
      const app = createApp({ dispatcher, operations: OPERATIONS, doorkeeper: doorkeeperOf({ token: secret, findKey, clock }), place: ownPlace(at, names), tail, drafts: tenant === DEFAULT_TENANT ? drafts : undefined, tenant, clock, models: models && access && { access: access.of, ids: models.ids }, version, page: pageFilesIn(pageFolder), deadline, closing: closing.signal, mcpExtra, onRequest: () => (entry.requests += 1) });
      return app as never;
    };
    const listener = await listen(appAt, { host, port, ...(patience !== undefined && { patience }) });
    entry.close = async () => {
      closing.abort();
      tail.close();
      await listener.close();
      await access?.close();
    };
    startedCount += 1;
    const name = `server_${startedCount}`;
    running.set(name, entry);
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`;
    return { server: name, url, first_url: `${url}/?token=${secret}` };
  });

  const stop = bind(serverStop, async ({ server }) => {
    const entry = running.get(server);
    if (entry === undefined) throw new KeelsonError('server.not_running', { message: `No server "${server}" is running here.`, nextStep: 'Start one with `keelson serve`.', data: { server } });
    running.delete(server);
    await entry.close();
    return { requests: entry.requests };
  });

  const stdio = stdioServing({ dispatcher, version, deadline, clock, ...(sessionTools !== undefined && { sessionTools }), ...(streams !== undefined && { streams }) });

  return {
    bindings: [start, stop, stdio.binding],
    async close() {
      stdio.close();
      await Promise.all([...running.values()].map((entry) => entry.close()));
      running.clear();
    },
  };
}

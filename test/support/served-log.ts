import { connect } from 'node:net';
import { z } from 'zod';
import { apiKeyBindings, bind, createDispatcher, ledgerBindings, type Binding, type ToolsPorts } from '../../src/commands/index.ts';
import { DEFAULT_TENANT, defineCommand, defineQuery, serverStart, serverStop } from '../../src/contracts/index.ts';
import { createIds, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { bringUpToDate, BUILTIN_SETUP, createDecider, createDocuments, createLog, createMemoryStore, rulesOf, type LedgerStore } from '../../src/ledger/index.ts';
import { createServers, sealKey, type Drafts } from '../../src/server/index.ts';
import { logOver, message } from '../contract-suites/ledger-samples.ts';

export const TOKEN = 'a-token-that-nobody-guesses';
const OWNER = { actor: 'owner', governance: { tenant: DEFAULT_TENANT, data_class: 'internal', taint_class: 'owner_typed', privileged: false } } as const;
const behaviours = { empty: 'e', blocked: 'b', degraded: 'd', error: 'x' };
const Any = z.record(z.string(), z.unknown());
export const echo = defineQuery({ id: 'text.echo', request: ['Any', Any], response: ['Any', Any], failureCodes: [], behaviours });
export const keep = defineCommand({ id: 'text.keep', request: ['Any', Any], response: ['Any', Any], failureCodes: [], behaviours, durableWrite: 'required', policyChecks: [], invalidates: [] });

/** A server over a real log in memory, and the ways to reach it. */
export interface ServedLog {
  readonly url: string;
  readonly port: number;
  /** How often the log was read for all its readers together. */
  reads(): number;
  /** Adds messages to a conversation. */
  say(...texts: readonly string[]): Promise<void>;
  /** Ends what a command waits for. */
  release(): void;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: string, headers?: Record<string, string>): Promise<Response>;
  /** What comes back for these very bytes. */
  raw(bytes: string): Promise<string>;
  stop(): Promise<unknown>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function servedLog({ pageFolder = '/nowhere', drafts }: { readonly pageFolder?: string; readonly drafts?: Drafts } = {}): Promise<ServedLog> {
  const store = createMemoryStore({ decider: createDecider(BUILTIN_SETUP), time: () => ({ epoch: 'boot', monotonicMs: 0, wallMs: 0 }) });
  await bringUpToDate({ store, catalogue: rulesOf(BUILTIN_SETUP).catalogue, projections: BUILTIN_SETUP.projections });
  const { writer } = logOver(store, BUILTIN_SETUP);
  const held = Promise.withResolvers<void>();
  let reads = 0;
  const counted = (binding: Binding): Binding => ({ ...binding, handle: (request, context) => ((reads += 1), binding.handle(request, context)) });
  const admin = { openToRead: async (): Promise<LedgerStore> => store, fileOf: () => 'memory' };
  const ids = createIds({ clock: systemClock, random: systemRandom });
  const log = createLog({ store, catalogue: rulesOf(BUILTIN_SETUP).catalogue, clock: systemClock, ids });
  const runs = { ledger: { store, log, documents: createDocuments(store, BUILTIN_SETUP.projections) }, owner: log.writerFor(OWNER) };
  const ports = { ids, clock: systemClock, userId: 'owner', ledger: async () => runs, existingLedger: async (tenant: string) => (tenant === DEFAULT_TENANT ? runs : undefined) } as unknown as ToolsPorts;
  const bindings = [...apiKeyBindings(async () => ports, async (tenant, keyId) => sealKey(TOKEN, tenant, keyId)), bind(echo, async (request) => request), bind(keep, async (request) => (request['waits'] === true ? held.promise.then(() => request) : request)), ...ledgerBindings({ admin: admin as never, clock: systemClock, ids, deadline: (ms) => AbortSignal.timeout(ms) }).filter(({ operation }) => operation.entry.operation_id === 'ledger.events').map(counted)];
  const servers = createServers({ dispatcher: createDispatcher(bindings), token: async () => TOKEN, clock: systemClock, ...(drafts !== undefined && { drafts }), version: '0.0.0', pageFolder, deadline: (ms) => AbortSignal.timeout(ms), patience: { headers: 300, request: 300, check: 50 } });
  const own = createDispatcher(servers.bindings);
  const context = { idempotencyKey: 'k', signal: new AbortController().signal };
  const { url, server } = serverStart.response.parse(await own.dispatch('command', 'server.start', { port: 0 }, context));
  const port = Number(new URL(url).port);
  let said = 0;
  return {
    url,
    port,
    reads: () => reads,
    async say(...texts) {
      for (const one of texts) await writer.append({ key: `said:${(said += 1)}`, events: [message('ses_01JCQZ9Y5D0000000000000001', one)] });
    },
    release: held.resolve,
    get: (path, headers = {}) => fetch(`${url}${path}`, { headers, redirect: 'manual' }),
    post: (path, body, headers = {}) => fetch(`${url}${path}`, { method: 'POST', body, headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers } }),
    async raw(bytes) {
      const socket = connect(port, '127.0.0.1');
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString('latin1')));
      // A server that has heard enough may reset the connection after its answer.
      socket.on('error', () => undefined);
      socket.write(bytes);
      await new Promise((settle) => socket.once('close', settle));
      return received;
    },
    stop: () => own.dispatch('command', 'server.stop', serverStop.request.parse({ server }), context),
    [Symbol.asyncDispose]: servers.close,
  };
}

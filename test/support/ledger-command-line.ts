import { memoryTerminal, runCli, type MemoryTerminal } from '../../src/cli/index.ts';
import { createClient, type Client } from '../../src/client/index.ts';
import { createDispatcher, ledgerBindings } from '../../src/commands/index.ts';
import { DEFAULT_TENANT } from '../../src/contracts/index.ts';
import { createIds, fixedClock, seededRandom, type Clock } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, erasePayloads, type Appended, type LedgerStore, type LogWriter, type StreamRef } from '../../src/ledger/index.ts';
import { createHandler } from '../../src/server/index.ts';
import { message, runId, terminated } from '../contract-suites/ledger-samples.ts';
import { ledgerInMemory } from './ledger-in-memory.ts';
import { ledgersInMemory, type LedgersInMemory } from './ledgers-in-memory.ts';

const NOW_MS = 1_900_000_000_000;

export interface Ended {
  readonly exit: number;
  readonly out: string;
  readonly error: string;
}

export function clientOver(admin: LedgersInMemory, clock: Clock = fixedClock(NOW_MS)): Client {
  const ids = createIds({ clock: fixedClock(NOW_MS), random: seededRandom(1) });
  const dispatcher = createDispatcher(ledgerBindings({ admin, clock, ids, deadline: (ms) => AbortSignal.timeout(ms) }));
  return createClient({ baseUrl: 'http://keelson.test', fetch: createHandler(dispatcher) });
}

export interface RunOptions {
  readonly terminal?: MemoryTerminal;
  readonly client?: Client;
  readonly signal?: AbortSignal;
}

/** A command line, as a person types it, over ledgers in memory. */
export async function runLedger(admin: LedgersInMemory, line: string, options: RunOptions = {}): Promise<Ended> {
  const { terminal, out, error } = options.terminal ?? memoryTerminal();
  const signal = options.signal ?? new AbortController().signal;
  const exit = await runCli(line.split(' '), '1.2.3', { terminal, client: options.client ?? clientOver(admin), signal });
  return { exit, out: out(), error: error() };
}

export interface Recorded {
  readonly admin: LedgersInMemory;
  readonly store: LedgerStore;
  readonly writer: LogWriter;
  erase(key: string, stream: StreamRef): Promise<Appended>;
}

/** A tenant with three messages, one of them erased, and the document of a run. */
export async function recordedLedger(): Promise<Recorded> {
  const admin = ledgersInMemory();
  const { store, writer } = await ledgerInMemory();
  admin.tenants.set(DEFAULT_TENANT, store);
  const erase = (key: string, stream: StreamRef): Promise<Appended> =>
    erasePayloads({ key, entries: [{ stream, sequence: 1 }], reason: 'asked', requestedBy: 'ada' }, { store, writer, projections: BUILTIN_SETUP.projections });
  await writer.append({ key: 'k1', events: [message('s1', 'write to ada@example.com'), message('s2', 'two'), message('s1', 'three')] });
  await writer.append({ key: 'k2', events: [terminated(runId(1))] });
  await erase('k3', { aggregate: 'session', id: 's2' });
  return { admin, store, writer, erase };
}

/** A clock by which every look takes a second, so that each part of long work ends after its first page. */
export function slowClock(): Clock {
  let monotonicMs = 0;
  return { nowMs: () => NOW_MS, monotonicMs: () => (monotonicMs += 1_000) };
}

/** The store with the payload of its third entry changed. */
export function tampered(store: LedgerStore): LedgerStore {
  return {
    ...store,
    async entries(query) {
      const rows = await store.entries(query);
      return rows.map((row) => (row.position === 3 ? { ...row, payload: '{"role":"person","session_id":"s1","text":"forged"}' } : row));
    },
  };
}

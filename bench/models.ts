import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median, rounded, type BenchGoal, type BenchRow, type Benchmark } from './benchmark.ts';
import { bareClient, ourClient, startServer, type Client, type StreamServer } from './models/clients.ts';
import { CHUNKS, type StreamKind } from './models/stream-server.ts';

// Memory is compared after everything that can go has gone.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const CPU_RATIO_MAX = 1.5;
const FIRST_TOKEN_ADDED_MS_MAX = 2;
const CONCURRENT_STREAMS = 200;
const MEMORY_GROWTH_MB_MAX = 8;
const CANCELLED_CALLS = 1_000;
const CLOSED_WITHIN_MS = 5_000;

interface Part {
  readonly rows: readonly BenchRow[];
  readonly goals: readonly BenchGoal[];
}

interface Setting {
  readonly quick: boolean;
  readonly server: StreamServer;
  readonly bare: Client;
  readonly ours: Client;
}

/** Buffers that nobody holds are given back some turns after they were found: one collection would count them. */
const SETTLING_TURNS = 6;

async function settledMb(): Promise<number> {
  for (let turn = 0; turn < SETTLING_TURNS; turn += 1) {
    await new Promise((resolve) => void setImmediate(resolve));
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** Milliseconds of this process for each stream; the server is another process. */
async function cpuPerStream(client: Client, kind: StreamKind, streams: number): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < streams; at += 1) await client(kind);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / streams;
}

async function cpu({ quick, bare, ours }: Setting, kind: StreamKind): Promise<Part> {
  const [rounds, streams] = quick ? [5, 10] : [15, 30];
  for (const client of [bare, ours]) await cpuPerStream(client, kind, streams);
  const rates = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    rates.bare.push(await cpuPerStream(bare, kind, streams));
    rates.ours.push(await cpuPerStream(ours, kind, streams));
  }
  const [bareMs, oursMs] = [median(rates.bare), median(rates.ours)];
  const ratio = median(rates.ours.map((ms, round) => ms / (rates.bare[round] ?? Number.NaN)));
  return {
    rows: [{ label: `CPU for a stream of ${CHUNKS} pieces, ${kind}`, figures: { bare: rounded(bareMs), ours: rounded(oursMs), unit: 'ms', ratio: rounded(ratio) } }],
    goals: [{ name: `CPU for a ${kind} stream of ${CHUNKS} pieces against a bare loop`, actual: rounded(ratio), limit: `at most ${CPU_RATIO_MAX}`, ok: ratio <= CPU_RATIO_MAX }],
  };
}

async function firstToken({ quick, bare, ours }: Setting): Promise<Part> {
  const calls = quick ? 500 : 3_000;
  const waits = new Map<Client, number[]>([[bare, []], [ours, []]]);
  const measure = async (client: Client): Promise<number> => {
    const started = performance.now();
    let waitedMs = Number.NaN;
    await client('first', { onFirst: () => void (waitedMs = performance.now() - started) });
    return waitedMs;
  };
  for (let at = 0; at < 200; at += 1) for (const client of [bare, ours]) await measure(client);
  for (let at = 0; at < calls; at += 1) for (const [client, list] of waits) list.push(await measure(client));
  const at = (client: Client, share: number): number => [...(waits.get(client) ?? [])].sort((a, b) => a - b)[Math.floor(calls * share)] ?? Number.NaN;
  const added = at(ours, 0.99) - at(bare, 0.99);
  return {
    rows: [
      { label: 'first token, middle', figures: { bare: rounded(at(bare, 0.5), 3), ours: rounded(at(ours, 0.5), 3), unit: 'ms' } },
      { label: 'first token, p99', figures: { bare: rounded(at(bare, 0.99), 3), ours: rounded(at(ours, 0.99), 3), unit: 'ms' } },
    ],
    goals: [{ name: 'added to the p99 of the first token', actual: `${rounded(added, 3)} ms`, limit: `under ${FIRST_TOKEN_ADDED_MS_MAX} ms`, ok: added < FIRST_TOKEN_ADDED_MS_MAX }],
  };
}

async function concurrent({ quick, ours }: Setting): Promise<Part> {
  const waves = quick ? 4 : 12;
  const after: number[] = [];
  const resident: number[] = [];
  let pieces = 0;
  for (let wave = 0; wave < waves; wave += 1) {
    const counts = await Promise.all(Array.from({ length: CONCURRENT_STREAMS }, () => ours('paced')));
    pieces += counts.reduce((sum, count) => sum + count, 0);
    after.push(await settledMb());
    resident.push(process.memoryUsage.rss() / 1e6);
  }
  // The first wave fills what is kept: code, connections, shapes.
  const growth = Math.max(...after.slice(1)) - (after[1] ?? Number.NaN);
  return {
    rows: [{ label: `${CONCURRENT_STREAMS} streams at once, ${waves} times`, figures: { ours: `${rounded(after[1] ?? 0, 1)} to ${rounded(after.at(-1) ?? 0, 1)}`, unit: 'MB', resident: `${rounded(resident[1] ?? 0, 0)} to ${rounded(resident.at(-1) ?? 0, 0)}`, pieces } }],
    goals: [{ name: `growth of memory over ${waves - 1} waves of ${CONCURRENT_STREAMS} streams`, actual: `${rounded(growth, 1)} MB`, limit: `at most ${MEMORY_GROWTH_MB_MAX} MB`, ok: growth <= MEMORY_GROWTH_MB_MAX }],
  };
}

async function cancelled({ server, ours }: Setting): Promise<Part> {
  const abort = new AbortController();
  let begun = 0;
  let allBegun = (): void => undefined;
  const started = new Promise<void>((resolve) => void (allBegun = resolve));
  const onFirst = (): void => {
    begun += 1;
    if (begun === CANCELLED_CALLS) allBegun();
  };
  const calls = Array.from({ length: CANCELLED_CALLS }, () => ours('held', { signal: abort.signal, onFirst }).catch((error: unknown) => error));
  await started;
  const openBefore = await server.openSockets();
  const stoppedAt = performance.now();
  abort.abort('stopped');
  const told = (await Promise.all(calls)).filter((error) => error === 'stopped').length;
  const toldMs = performance.now() - stoppedAt;
  let open = await server.openSockets();
  while (open > 0 && performance.now() - stoppedAt < CLOSED_WITHIN_MS) open = await server.openSockets();
  const closedMs = performance.now() - stoppedAt;
  return {
    rows: [{ label: `stopping ${CANCELLED_CALLS} calls`, figures: { ours: `${openBefore} open, told in ${rounded(toldMs, 0)}, closed in ${rounded(closedMs, 0)}`, unit: 'ms' } }],
    goals: [
      { name: `calls of ${CANCELLED_CALLS} that were told they were stopped`, actual: told, limit: String(CANCELLED_CALLS), ok: told === CANCELLED_CALLS },
      { name: 'sockets that the server still holds after that', actual: open, limit: '0', ok: open === 0 },
    ],
  };
}

const PARTS: Readonly<Record<string, (setting: Setting) => Promise<Part>>> = {
  // First, because calls that went well leave connections open that are meant to stay.
  cancelled,
  burst: (setting) => cpu(setting, 'burst'),
  paced: (setting) => cpu(setting, 'paced'),
  'first-token': firstToken,
  concurrent,
};

const benchmark: Benchmark = {
  name: 'models',
  async run({ quick, only }) {
    if (only !== undefined && !Object.hasOwn(PARTS, only)) throw new RangeError(`there is no part ${only}; the parts are ${Object.keys(PARTS).join(', ')}`);
    const server = await startServer();
    const [bare, ours] = [bareClient(server.port), ourClient(server.port)];
    const results: Part[] = [];
    try {
      for (const [name, part] of Object.entries(PARTS)) if (only === undefined || only === name) results.push(await part({ quick, server, bare: bare.read, ours: ours.read }));
    } finally {
      bare.close();
      ours.close();
      server.stop();
    }
    return { rows: results.flatMap(({ rows }) => rows), goals: results.flatMap(({ goals }) => goals) };
  },
};

export default benchmark;

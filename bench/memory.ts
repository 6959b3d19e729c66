import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { documentKey, MEMORY_QUANTIZATION, QuantizedState, TaskId, RunId, type DreamReport, type Megram } from '../src/contracts/index.ts';
import { openSqliteStore } from '../src/drivers/index.ts';
import { createIds, fixedClock, seededRandom, type Clock, type Random } from '../src/kernel/index.ts';
import { BUILTIN_SETUP, createLeases, openLedger, type Ledger } from '../src/ledger/index.ts';
import { createMemoryReader, dream, memoryStreamOf, readPlace, writtenEvent } from '../src/memory/index.ts';
import { waitOrStop } from '../src/models/index.ts';
import { rounded, type Benchmark, type BenchGoal, type BenchRow } from './benchmark.ts';

/**
 * What a planner waits for when much is remembered: the potentials of one place, and a whole recall for a plan with forty tools.
 * The floor is one read by primary key from SQLite in this very process, over the same documents. Then one pass of the Dreamer over
 * all of it: what it takes for each place, in floors, and by how much the heap grows meanwhile.
 */
const MEGRAMS = 1_000_000;
const QUICK_MEGRAMS = 100_000;
const SPACES = 60;
const ENTITIES = 2_000;
const TOGETHER = 500;
const QUERIES = 2_000;
const TOOLS = 40;
const P99_MS_MAX = 2;
/** What a page of places and one erasure need; not what all places would. */
const HEAP_GROWTH_MB_MAX = 64;
const SAMPLE_EVERY_MS = 1_000;
const GOVERNANCE = { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false } as const;
const START_MS = Date.parse('2026-01-01T00:00:00.000Z');
/** A year of work, evenly. */
const SPAN_MS = 365 * 86_400_000;
const SEED = 11;
const LOSS = { D: 0.5, P: 0.5, Omega: 0.1, L: 0.5 };
const RUN = RunId.parse(`run_${'0'.repeat(26)}`);
const TASK = TaskId.parse(`task_${'0'.repeat(26)}`);

/** From 0 up to 1, from the same seed always the same. */
function drawn(random: Random): number {
  return Buffer.from(random.bytes(4)).readUInt32LE() / 2 ** 32;
}

/** Few places are met often and most seldom, as with files and tools: the square puts half of the draws on the first quarter. */
function skewed(random: Random, count: number): number {
  return Math.floor(drawn(random) ** 2 * count);
}

function placeAt(random: Random) {
  const space = `tool:tool_${skewed(random, SPACES)}`;
  return { matter: null, space, entity: `path:src/part-${skewed(random, ENTITIES)}.ts` } as const;
}

async function fill(ledger: Ledger, count: number): Promise<number> {
  const random = seededRandom(SEED);
  const clock = fixedClock(START_MS);
  const ids = createIds({ clock, random });
  const writer = ledger.log.writerFor({ actor: 'solver', governance: GOVERNANCE });
  const states = QuantizedState.options;
  const started = performance.now();
  for (let at = 0; at < count; at += TOGETHER) {
    const events = Array.from({ length: Math.min(TOGETHER, count - at) }, (_none, nth) => {
      const { space, entity } = placeAt(random);
      const state = states[(at + nth) % states.length] ?? 'refine';
      const created = new Date(START_MS + ((at + nth) / count) * SPAN_MS).toISOString();
      const megram: Megram = { megram_id: ids.mint('meg'), level: 'M', created_at: created, last_recalled_at: null, space, entity, content: 'The file could not be read, and another way had to be found to what was asked.', state, ...MEMORY_QUANTIZATION[state] };
      return writtenEvent(megram, { from: 'experience', run_id: RUN, task_id: TASK, round: 1, loss: LOSS }, GOVERNANCE);
    });
    await writer.append({ key: `fill:${at}`, events });
  }
  return (performance.now() - started) / count;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function timed(count: number, work: (at: number) => unknown): Promise<{ readonly p50: number; readonly p99: number }> {
  const took: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const from = performance.now();
    await work(at);
    took.push(performance.now() - from);
  }
  const sorted = took.toSorted((one, other) => one - other);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** What is in use, without what only waits to be collected. */
function liveHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** By how much the heap in use grows at most while something is done, and how long that takes. */
async function watched<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly ms: number; readonly heapMb: number }> {
  const before = liveHeap();
  let most = before;
  const sampler = setInterval(() => (most = Math.max(most, liveHeap())), SAMPLE_EVERY_MS);
  const from = performance.now();
  try {
    const result = await work();
    return { result, ms: performance.now() - from, heapMb: (most - before) / 1e6 };
  } finally {
    clearInterval(sampler);
  }
}

/** One whole pass, as a person asks for it; the cluster's words are made without a model. */
async function dreamOver(ledger: Ledger, clock: Clock): Promise<Awaited<ReturnType<typeof watched<DreamReport>>>> {
  const { store } = ledger;
  const leases = createLeases({ transact: store.transact.bind(store), pause: waitOrStop });
  const ports = { ledger, writer: ledger.log.writerFor({ actor: 'dreamer', governance: GOVERNANCE }), leases, clock, ids: createIds({ clock, random: seededRandom(2) }), lastEndAt: async () => null, isWorkedOn: async () => false };
  return watched(() => dream(ports, { isDryRun: false, signal: new AbortController().signal }));
}

async function measure(count: number): Promise<BenchRow> {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-bench-memory-'));
  const file = join(folder, 'ledger.db');
  try {
    const clock = fixedClock(START_MS + SPAN_MS);
    const store = await openSqliteStore({ file });
    const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids: createIds({ clock, random: seededRandom(1) }) });
    const writeMs = await fill(ledger, count);
    const reader = createMemoryReader({ documents: ledger.documents, clock, matter: null });
    const places = seededRandom(SEED + 1);
    const queried = await timed(QUERIES, () => {
      const { space, entity } = placeAt(places);
      return reader.queryMK(space, entity);
    });
    const tags = Array.from({ length: TOOLS }, (_none, at) => ({ space: `tool:tool_${at}`, entity: 'intent:fix_the_tests', entityKind: 'path' }));
    const recalled = await timed(QUERIES / 20, () => reader.recall(tags));
    const known = placeAt(seededRandom(SEED));
    const body = JSON.stringify(await readPlace(ledger.documents, known));
    const dreamt = await dreamOver(ledger, clock);
    const key = documentKey.memoryPlace(memoryStreamOf(known));
    await ledger.close();
    const plain = new DatabaseSync(join(folder, 'floor.db'));
    plain.exec('CREATE TABLE record (key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID');
    const put = plain.prepare('INSERT INTO record VALUES (?, ?)');
    plain.exec('BEGIN');
    for (let at = 0; at < SPACES * ENTITIES; at += 1) put.run(`${key}${at}`, body);
    plain.exec('COMMIT');
    const get = plain.prepare('SELECT body FROM record WHERE key = ?');
    const floors = seededRandom(SEED + 1);
    const floor = await timed(QUERIES, () => JSON.parse(String(get.get(`${key}${skewed(floors, SPACES * ENTITIES)}`)?.['body'])));
    plain.close();
    return {
      label: `${count.toLocaleString('en')} Megrams`,
      figures: { write_us: rounded(writeMs * 1_000, 0), query_p50_ms: rounded(queried.p50, 3), query_p99_ms: rounded(queried.p99, 3), recall_p50_ms: rounded(recalled.p50, 1), recall_p99_ms: rounded(recalled.p99, 1), floor_p50_ms: rounded(floor.p50, 3), floor_p99_ms: rounded(floor.p99, 3), times_floor: rounded(queried.p50 / floor.p50, 1), file_mb: rounded(statSync(file).size / 1e6, 0), places: dreamt.result.places, forgotten: dreamt.result.forgotten.megrams, distilled: dreamt.result.distilled, dream_s: rounded(dreamt.ms / 1_000, 1), dream_floors_a_place: rounded(dreamt.ms / dreamt.result.places / floor.p50, 1), dream_heap_mb: rounded(dreamt.heapMb, 0) },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const benchmark: Benchmark = {
  name: 'memory',
  async run({ quick }) {
    const full = quick ? QUICK_MEGRAMS : MEGRAMS;
    const rows = [await measure(full / 10), await measure(full)];
    const [small, large] = rows.map(({ figures }) => Number(figures['query_p50_ms']));
    const p99 = Number(rows[1]?.figures['query_p99_ms']);
    const growth = (large ?? Number.NaN) / (small ?? Number.NaN);
    const goals: BenchGoal[] = [
      { name: `potentials of one place among ${full.toLocaleString('en')} Megrams, p99`, actual: `${p99} ms`, limit: `< ${P99_MS_MAX} ms`, ok: p99 < P99_MS_MAX },
      { name: 'ten times as many Megrams make a query slower by', actual: rounded(growth), limit: '< 2 times', ok: growth < 2 },
      { name: `a pass of the Dreamer over ${full.toLocaleString('en')} Megrams makes the heap grow by`, actual: `${rows[1]?.figures['dream_heap_mb']} MB`, limit: `< ${HEAP_GROWTH_MB_MAX} MB`, ok: Number(rows[1]?.figures['dream_heap_mb']) < HEAP_GROWTH_MB_MAX },
    ];
    return { rows, goals };
  },
};

export default benchmark;

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PAGE_ENTRIES, type Ledger, type LogWriter } from '../src/ledger/index.ts';
import { questions } from './ledger/questions.ts';
import { openTemporaryLedger, RUN } from './ledger/temporary-ledger.ts';
import { median, rounded, type BenchGoal, type BenchRow, type Benchmark } from './benchmark.ts';

// Memory is compared after everything that can go has gone.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const GROUP = 64;
const SINGLE_FLOOR_MIN = 0.6;
const GROUPED_FLOOR_MIN = 0.5;
const LINEAR_MAX = 1.5;
const MEMORY_GROWTH_MB_MAX = 32;
const LOOP_DELAY_MS_MAX = 10;
const SLOW_DISK = new URL('ledger/slow-disk.ts', import.meta.url).href;

/** A step as the journal writes it: what was asked of a model, and what it answered. */
function stepEvent(at: number) {
  const intent = {
    key: `execute/2/task-a/attempt-1/turn-${at}/model`,
    effect: 'model.call',
    side_effect: 'read_only',
    request_hash: 'a'.repeat(64),
    request: { value: { messages: [{ role: 'user', content: 'What does clause 4 of the lease say about repairs?' }] } },
    idempotency_key: 'b'.repeat(64),
    execution: 'c'.repeat(32),
    started_at: '2026-11-15T09:00:00.000Z',
  };
  const outcome = { ok: true, result: { value: { text: 'The tenant repairs the inside, the landlord the roof and the walls.' } } };
  return { type: 'run.step_completed', streamId: RUN, payload: { run_id: RUN, result: { key: intent.key, effect: intent.effect, request_hash: intent.request_hash, intent, outcome } } };
}

let keys = 0;
const append = (writer: LogWriter): Promise<unknown> => {
  keys += 1;
  return writer.append({ key: `bench:${keys}`, events: [stepEvent(keys)] });
};

async function callers(writer: LogWriter, count: number, appends: number): Promise<number> {
  const started = performance.now();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let at = 0; at < appends / count; at += 1) await append(writer);
    }),
  );
  return (appends / (performance.now() - started)) * 1000;
}

interface Floor {
  single(rows: number): number;
  grouped(rows: number): number;
  close(): void;
}

/** The same rows under the same uniqueness rules, straight into SQLite on the calling thread: what durability itself costs. */
function rawFloor(row: { header: string; payload: string; chainHash: string }): Floor {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-floor-'));
  const db = new DatabaseSync(join(folder, 'floor.db'));
  db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
    CREATE TABLE events(position INTEGER PRIMARY KEY, stream INTEGER, sequence INTEGER, header TEXT, payload TEXT, chain_hash TEXT, append_key TEXT, content_hash TEXT);
    CREATE UNIQUE INDEX by_stream ON events(stream, sequence); CREATE UNIQUE INDEX by_key ON events(append_key)`);
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  let position = 0;
  const insertRow = (): void => {
    position += 1;
    insert.run(position, 1, position, row.header, row.payload, row.chainHash, `bench:${position}`, row.chainHash);
  };
  const perSecond = (rows: number, write: () => void): number => {
    const started = performance.now();
    write();
    return (rows / (performance.now() - started)) * 1000;
  };
  return {
    single: (rows) => perSecond(rows, () => Array.from({ length: rows }).forEach(insertRow)),
    grouped: (rows) =>
      perSecond(rows, () => {
        for (let group = 0; group < rows / GROUP; group += 1) {
          db.exec('BEGIN IMMEDIATE');
          for (let at = 0; at < GROUP; at += 1) insertRow();
          db.exec('COMMIT');
        }
      }),
    close() {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function throughput(quick: boolean): Promise<{ rows: BenchRow[]; goals: BenchGoal[] }> {
  const { ledger, writer, close } = await openTemporaryLedger();
  await callers(writer, GROUP, GROUP * 20);
  const [sample] = await ledger.store.entries({ after: 0, limit: 1 });
  const floor = rawFloor({ header: sample?.header ?? '', payload: sample?.payload ?? '', chainHash: sample?.chainHash ?? '' });
  const figures = { rawSingle: [] as number[], single: [] as number[], rawGrouped: [] as number[], grouped: [] as number[] };
  const [singles, groups] = quick ? [500, GROUP * 50] : [3_000, GROUP * 500];
  // Interleaved, so that a slow moment of the machine falls on all of them alike.
  for (let round = 0; round < (quick ? 3 : 11); round += 1) {
    figures.rawSingle.push(floor.single(singles));
    figures.single.push(await callers(writer, 1, singles));
    figures.rawGrouped.push(floor.grouped(groups));
    figures.grouped.push(await callers(writer, GROUP, groups));
  }
  floor.close();
  await close();
  // Round by round against what was measured right beside it: the speed of a disk drifts more than what is compared here.
  const ratioOf = (ours: readonly number[], raw: readonly number[]): number => rounded(median(ours.map((perSecond, round) => perSecond / (raw[round] ?? Number.NaN))));
  const ratios = { single: ratioOf(figures.single, figures.rawSingle), grouped: ratioOf(figures.grouped, figures.rawGrouped) };
  const row = (label: string, perSecond: readonly number[], ratio: number): BenchRow => ({ label, figures: { 'appends/s': Math.round(median(perSecond)), ratio } });
  return {
    rows: [
      row('raw node:sqlite, one row a commit', figures.rawSingle, 1),
      row('ledger, 1 caller', figures.single, ratios.single),
      row(`raw node:sqlite, ${GROUP} rows a commit`, figures.rawGrouped, 1),
      row(`ledger, ${GROUP} callers`, figures.grouped, ratios.grouped),
    ],
    goals: [
      { name: '1 caller against one row a commit', actual: ratios.single, limit: `≥ ${SINGLE_FLOOR_MIN}`, ok: ratios.single >= SINGLE_FLOOR_MIN },
      { name: `${GROUP} callers against ${GROUP} rows a commit`, actual: ratios.grouped, limit: `≥ ${GROUPED_FLOOR_MIN}`, ok: ratios.grouped >= GROUPED_FLOOR_MIN },
    ],
  };
}

interface Fold {
  readonly events: number;
  readonly usPerEvent: number;
  readonly heapMb: number;
}

/** Reads the log from the start, page by page, and counts the steps of each run: what any projection does. */
async function foldFirst(ledger: Ledger, events: number): Promise<Fold> {
  collect();
  const before = process.memoryUsage().heapUsed;
  let peak = before;
  const counts = new Map<string, number>();
  const started = performance.now();
  for (let after = 0; after < events; ) {
    const page = await ledger.log.readAll({ after, limit: Math.min(PAGE_ENTRIES, events - after) });
    for (const { event, position } of page) {
      counts.set(event.aggregate_id, (counts.get(event.aggregate_id) ?? 0) + 1);
      after = position;
    }
    if (after % (PAGE_ENTRIES * 64) < PAGE_ENTRIES) {
      collect();
      peak = Math.max(peak, process.memoryUsage().heapUsed);
    }
  }
  return { events, usPerEvent: ((performance.now() - started) * 1000) / events, heapMb: (peak - before) / 1024 / 1024 };
}

async function folding(quick: boolean): Promise<{ rows: BenchRow[]; goals: BenchGoal[] }> {
  const sizes = quick ? [1_000, 10_000, 50_000] : [1_000, 10_000, 100_000, 1_000_000];
  const { ledger, writer, close } = await openTemporaryLedger();
  const total = sizes.at(-1) ?? 0;
  for (let written = 0; written < total; written += 20_000) {
    await Promise.all(Array.from({ length: 40 }, (_, at) => writer.append({ key: `fold:${written + at}`, events: Array.from({ length: Math.min(500, total / 40) }, (__, n) => stepEvent(n)) })));
  }
  await foldFirst(ledger, 1_000);
  const folds: Fold[] = [];
  for (const size of sizes) {
    const rounds: Fold[] = [];
    for (let round = 0; round < (size > 100_000 ? 1 : 3); round += 1) rounds.push(await foldFirst(ledger, size));
    folds.push({ events: size, usPerEvent: median(rounds.map(({ usPerEvent }) => usPerEvent)), heapMb: Math.max(...rounds.map(({ heapMb }) => heapMb)) });
  }
  await close();
  const slope = rounded((folds.at(-1)?.usPerEvent ?? 0) / (folds[1]?.usPerEvent ?? 1));
  const growth = rounded(Math.max(...folds.map(({ heapMb }) => heapMb)), 1);
  return {
    rows: folds.map(({ events, usPerEvent, heapMb }) => ({ label: `fold ${events} events`, figures: { 'µs/event': rounded(usPerEvent), 'heap MB': rounded(heapMb, 1) } })),
    goals: [
      { name: 'time per event, largest fold against 10,000', actual: slope, limit: `≤ ${LINEAR_MAX}`, ok: slope <= LINEAR_MAX },
      { name: 'heap that a fold adds, MB', actual: growth, limit: `≤ ${MEMORY_GROWTH_MB_MAX}`, ok: growth <= MEMORY_GROWTH_MB_MAX },
    ],
  };
}

/** Every commit waits 5 ms, as on a slow disk; the event loop of the process must not notice. */
async function slowDisk(quick: boolean): Promise<{ rows: BenchRow[]; goals: BenchGoal[] }> {
  const { writer, close } = await openTemporaryLedger(SLOW_DISK);
  await callers(writer, GROUP, GROUP * 4);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const perSecond = await callers(writer, GROUP, GROUP * (quick ? 40 : 300));
  delay.disable();
  await close();
  const p99 = rounded(delay.percentile(99) / 1e6, 1);
  return {
    rows: [{ label: `${GROUP} callers, 5 ms a commit`, figures: { 'appends/s': Math.round(perSecond), 'loop delay p50 ms': rounded(delay.percentile(50) / 1e6, 1), 'loop delay p99 ms': p99 } }],
    goals: [{ name: 'event loop delay p99 with a 5 ms commit, ms', actual: p99, limit: `< ${LOOP_DELAY_MS_MAX}`, ok: p99 < LOOP_DELAY_MS_MAX }],
  };
}

/** `--only` takes one of their names. */
const PARTS = { throughput, folding, slow_disk: slowDisk, questions } as const;

const benchmark: Benchmark = {
  name: 'ledger',
  async run({ quick, only }) {
    const rows: BenchRow[] = [];
    const goals: BenchGoal[] = [];
    for (const [name, measure] of Object.entries(PARTS)) {
      if (only !== undefined && only !== name) continue;
      const part = await measure(quick);
      rows.push(...part.rows);
      goals.push(...part.goals);
    }
    return { rows, goals };
  },
};

export default benchmark;

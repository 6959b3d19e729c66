import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { retentionOf, RUN_STATUS_BY_REASON, type Artifact, type ArtifactId, type TerminationReason } from '../src/contracts/index.ts';
import { openSqliteStore } from '../src/drivers/index.ts';
import { createIds, KeelsonError, seededRandom, type Clock } from '../src/kernel/index.ts';
import { BUILTIN_SETUP, createLeases, createWorkQueue, openLedger, verifyLog, type LedgerStore } from '../src/ledger/index.ts';
import { waitOrStop } from '../src/models/index.ts';
import { collectGarbage, createArtifactKeeper, protect, type CollectPorts } from '../src/mother/index.ts';
import { rounded, type Benchmark, type BenchRow } from './benchmark.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** A week in which every fate is met: what takes months otherwise takes days. */
const POLICY = retentionOf({ default_ttl_days: 3, by_status: { success: { keep_days: 4, archive_after_days: 2 }, failed: { keep_days: 2 }, cancelled: { keep_days: 1 }, blocked: { keep_days: 3 } } });
const REASONS: readonly TerminationReason[] = ['success', 'success', 'success', 'timeout', 'user_cancelled', 'blocked'];
const DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
const TWO_AT_NIGHT_MS = 2 * 60 * 60 * 1000;
const STARRED_EVERY = 50;
const CONTENT_BYTES = 24_000;
/** What stays of a run for ever is its lines in the log; its content does not. */
const GROWTH_SHARE_MAX = 0.5;
const MEMORY_GROWTH_MB_MAX = 32;
const BYTES_PER_MB = 1_000_000;
const START_MS = Date.parse('2026-11-02T00:00:00.000Z');
const AUTHOR = { actor: 'mother', governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false } } as const;

interface Made {
  readonly id: ArtifactId;
  readonly reason: TerminationReason;
  readonly createdMs: number;
  readonly isStarred: boolean;
}

/** Worked out from the rule alone, without asking the collector. */
function shouldBeThere({ reason, createdMs, isStarred }: Made, nowMs: number): boolean {
  return isStarred || createdMs + POLICY.by_status[RUN_STATUS_BY_REASON[reason]].keep_days * DAY_MS >= nowMs;
}

async function faultsOf(store: LedgerStore): Promise<number> {
  const walk = verifyLog(store, BUILTIN_SETUP);
  for (;;) {
    const step = await walk.next();
    if (step.done === true) return step.value.faults.length + step.value.notCompared.length;
  }
}

const benchmark: Benchmark = {
  name: 'week',
  async run({ quick, seed = 1 }) {
    const runs = quick ? 350 : 5_000;
    const folder = mkdtempSync(join(tmpdir(), 'keelson-week-'));
    const file = join(folder, 'ledger.db');
    let nowMs = START_MS;
    const clock: Clock = { nowMs: () => nowMs, monotonicMs: () => performance.now() };
    const ids = createIds({ clock, random: seededRandom(seed) });
    const store = await openSqliteStore({ file });
    const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids });
    const writer = ledger.log.writerFor(AUTHOR);
    const ports: CollectPorts = {
      ledger,
      writer,
      clock,
      policy: POLICY,
      leases: createLeases({ transact: store.transact.bind(store), pause: waitOrStop }),
      queue: createWorkQueue(store),
      outside: () => Promise.reject(new KeelsonError('invariant.broken', { message: 'Nothing is archived outside here.', nextStep: 'None.', data: { detail: 'outside' } })),
    };
    const keeper = createArtifactKeeper(ports);
    const made: Made[] = [];
    const rows: BenchRow[] = [];
    let wrong = 0;
    let firstHeap = 0;
    let lastHeap = 0;
    const blobBytes = async (): Promise<number> => (await store.counts()).bytes;
    for (let day = 0; day < DAYS; day += 1) {
      const today = Math.floor((runs * (day + 1)) / DAYS) - Math.floor((runs * day) / DAYS);
      for (let at = 0; at < today; at += 1) {
        nowMs = START_MS + day * DAY_MS + Math.floor((at * DAY_MS) / today);
        const reason = REASONS[made.length % REASONS.length] ?? 'success';
        const runId = ids.mint('run');
        const { ref, operations } = await ledger.blobs.prepare(Buffer.from(JSON.stringify(randomBytes(CONTENT_BYTES / 2).toString('hex'))));
        const artifact: Artifact = { artifact_id: ids.mint('art'), run_id: runId, type: 'ResearchNotes', schema_ref: '#/schemas/ResearchNotes', hash: ref.key, content: ref, produced_by: 'research', phase: 'execute', created_at: new Date(nowMs).toISOString() };
        const termination = { run_id: runId, reason, phase_at_termination: 'finalize', timestamp: artifact.created_at, details: 'It ended.', contributing_factors: [], can_retry: false, suggested_action: reason === 'success' ? null : 'retry', logged_by: 'mother', final_artifacts: [artifact.artifact_id], unmet_criteria: [], delivery: { state: 'delivered', channel: 'cli', at: artifact.created_at }, suspension: null };
        await writer.append({ key: `run:${runId}`, events: [{ type: 'artifact.registered', streamId: artifact.artifact_id, payload: { artifact } }, { type: 'run.terminated', streamId: runId, payload: { termination } }], operations });
        const isStarred = made.length % STARRED_EVERY === 0;
        if (isStarred) await keeper.mark(artifact.artifact_id, { mark: 'starred', by: 'owner', why: 'It matters.', key: artifact.artifact_id, change: (metadata) => protect(metadata, 'user_starred') });
        made.push({ id: artifact.artifact_id, reason, createdMs: nowMs, isStarred });
      }
      nowMs = START_MS + (day + 1) * DAY_MS + TWO_AT_NIGHT_MS;
      const began = performance.now();
      const report = await collectGarbage(ports, new AbortController().signal);
      const scanMs = performance.now() - began;
      collect();
      const heap = process.memoryUsage().heapUsed / BYTES_PER_MB;
      // The first days load code and fill what is remembered of one's own writes.
      if (day === 2) firstHeap = heap;
      lastHeap = heap;
      let there = 0;
      for (const one of made) {
        const isThere = (await keeper.standing(one.id))?.metadata.deleted_at === undefined;
        there += Number(isThere);
        wrong += Number(isThere !== shouldBeThere(one, nowMs));
      }
      rows.push({ label: `day ${day + 1}`, figures: { runs: made.length, kept: there, deleted: report.scheduled_deletion, archived: report.archived, protected: report.protected, errors: report.errors.length, 'store MB': rounded((await blobBytes()) / BYTES_PER_MB), 'file MB': rounded(statSync(file).size / BYTES_PER_MB), 'scan ms': Math.round(scanMs), 'heap MB': rounded(heap, 1) } });
    }
    const faults = await faultsOf(store);
    const sizes = rows.map(({ figures }) => Number(figures['file MB']));
    const all = made.length * CONTENT_BYTES;
    await ledger.close();
    rmSync(folder, { recursive: true });
    const growth = rounded(lastHeap - firstHeap, 1);
    const madeBy = rows.map(({ figures }) => Number(figures['runs']));
    const grown = (((sizes.at(-1) ?? 0) - (sizes.at(-3) ?? 0)) * BYTES_PER_MB) / ((madeBy.at(-1) ?? 0) - (madeBy.at(-3) ?? 0));
    const share = rounded(grown / CONTENT_BYTES);
    return {
      rows: [...rows, { label: 'content made', figures: { runs: made.length, 'store MB': rounded(all / BYTES_PER_MB) } }],
      goals: [
        { name: 'artifacts that are there and should be gone, or the other way round', actual: wrong, limit: '0', ok: wrong === 0 },
        { name: 'faults of the log', actual: faults, limit: '0', ok: faults === 0 },
        { name: 'what the file grows by for each run of the last two days, to what the run made', actual: share, limit: `≤ ${GROWTH_SHARE_MAX} (above 1 without collecting)`, ok: share <= GROWTH_SHARE_MAX },
        { name: 'memory from day 3 to day 7, MB', actual: growth, limit: `≤ ${MEMORY_GROWTH_MB_MAX}`, ok: growth <= MEMORY_GROWTH_MB_MAX },
      ],
    };
  },
};

export default benchmark;

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAuditor, type Auditor } from '../src/auditor/index.ts';
import { auditFolderOnDisk, openSqliteStore, type SqliteStore } from '../src/drivers/index.ts';
import { createIds, seededRandom, systemClock, systemRandom } from '../src/kernel/index.ts';
import { BUILTIN_SETUP, openLedger, type LogWriter } from '../src/ledger/index.ts';
import { AUTHOR, message } from '../test/contract-suites/ledger-samples.ts';
import { rounded, type Benchmark } from './benchmark.ts';

const CHILD = fileURLToPath(new URL('audit/auditing-child.ts', import.meta.url));
/** Long enough for a child to be anywhere in a batch, a report or between two. */
const KILL_WITHIN_MS = 60;
const APPEND_EVENTS = 5;
/** Events that the costs are measured with. */
const COST_EVENTS = { quick: 2_000, whole: 20_000 };
/** Following is done beside the work, so it must cost less than the work's own appends do. */
const COST_RATIO_MAX = 1;

const until = () => ({ signal: new AbortController().signal, deadlineMs: Infinity });

function auditorOver(store: SqliteStore, path: string): { readonly auditor: Auditor; close(): Promise<void> } {
  const folder = auditFolderOnDisk(path);
  const auditor = createAuditor({ log: { entries: store.entries.bind(store), head: store.head.bind(store) }, folder, clock: systemClock, pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) });
  return { auditor, close: folder.close };
}

async function opened(root: string): Promise<{ readonly store: SqliteStore; readonly writer: LogWriter; close(): Promise<void> }> {
  const store = await openSqliteStore({ file: join(root, 'ledger.db') });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock: systemClock, ids: createIds({ clock: systemClock, random: systemRandom }) });
  return { store, writer: ledger.log.writerFor(AUTHOR), close: () => ledger.close() };
}

const append = (writer: LogWriter, at: number) => writer.append({ key: `bench:${at}`, events: Array.from({ length: APPEND_EVENTS }, (_, index) => message(`s${index}`, `message ${at}`)) });

/** Kills the auditing process so often, while events are appended; then says what the audit lacks or holds twice. */
async function killed(root: string, kills: number, random: () => number) {
  const { store, writer, close } = await opened(root);
  const path = join(root, 'audit');
  let appended = 0;
  let atWork = 0;
  const over = new AbortController();
  const load = (async () => {
    for (; !over.signal.aborted; appended += 1) await append(writer, appended);
  })();
  for (let kill = 0; kill < kills; kill += 1) {
    const child = spawn(process.execPath, [CHILD, join(root, 'ledger.db'), path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    // One that did not begin was not killed at work, and would pass for a kill that did no harm.
    if ((await Promise.race([new Promise((resolve) => child.stdout.once('data', () => resolve('begun'))), gone.then(() => 'gone')])) === 'begun') atWork += 1;
    await new Promise((resolve) => setTimeout(resolve, random() * KILL_WITHIN_MS));
    child.kill('SIGKILL');
    await gone;
  }
  over.abort();
  await load;
  const last = auditorOver(store, path);
  await last.auditor.report(until());
  const { faults, events } = await last.auditor.verify({});
  const { reports } = await last.auditor.reports({ limit: Number.MAX_SAFE_INTEGER });
  await last.close();
  await close();
  const positions = readdirSync(path).filter((name) => name.endsWith('.jsonl')).sort().flatMap((name) => readFileSync(join(path, name), 'utf8').trimEnd().split('\n')).map((line) => (JSON.parse(line) as { position: number }).position);
  const distinct = new Set(positions);
  return { at_work: atWork, events, lines: positions.length, gaps: events - distinct.size, doubles: positions.length - distinct.size, faults: faults.length, reported: reports.reduce((sum, report) => sum + report.events, 0) };
}

async function cost(root: string, count: number) {
  const { store, writer, close } = await opened(root);
  const appends = Math.ceil(count / APPEND_EVENTS);
  const begun = performance.now();
  for (let at = 0; at < appends; at += 1) await append(writer, at);
  const appendMs = performance.now() - begun;
  const audit = auditorOver(store, join(root, 'audit'));
  const auditBegun = performance.now();
  await audit.auditor.catchUp(until());
  const auditMs = performance.now() - auditBegun;
  const verifyBegun = performance.now();
  await audit.auditor.verify({});
  const verifyMs = performance.now() - verifyBegun;
  await audit.close();
  await close();
  const events = appends * APPEND_EVENTS;
  const perEvent = (ms: number): number => rounded((ms * 1_000) / events, 1);
  return { events, append_us: perEvent(appendMs), audit_us: perEvent(auditMs), verify_us: perEvent(verifyMs), ratio: rounded(auditMs / appendMs) };
}

const benchmark: Benchmark = {
  name: 'audit',
  async run({ quick, seed = Math.trunc(systemClock.nowMs() % 1_000_000) }) {
    const kills = quick ? 50 : 1_000;
    const root = mkdtempSync(join(tmpdir(), 'keelson-bench-audit-'));
    try {
      const [one, two] = [mkdtempSync(join(root, 'kills-')), mkdtempSync(join(root, 'cost-'))];
      const random = seededRandom(seed);
      const after = await killed(one, kills, () => (random.bytes(1)[0] ?? 0) / 256);
      const costs = await cost(two, quick ? COST_EVENTS.quick : COST_EVENTS.whole);
      return {
        rows: [
          { label: `${kills} kills (seed ${seed})`, figures: after },
          { label: 'cost of an event', figures: costs },
        ],
        goals: [
          { name: 'kills of a process that was auditing', actual: after.at_work, limit: String(kills), ok: after.at_work === kills },
          { name: 'events that have no line', actual: after.gaps, limit: '0', ok: after.gaps === 0 },
          { name: 'events that have two', actual: after.doubles, limit: '0', ok: after.doubles === 0 },
          { name: 'events that are in no report, or in two', actual: Math.abs(after.events - after.reported), limit: '0', ok: after.events === after.reported },
          { name: 'faults that verify finds', actual: after.faults, limit: '0', ok: after.faults === 0 },
          { name: 'auditing to appending', actual: costs.ratio, limit: `≤ ${COST_RATIO_MAX}`, ok: costs.ratio <= COST_RATIO_MAX },
        ],
      };
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

export default benchmark;

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom, systemClock } from '../src/kernel/index.ts';
import { askAudit } from './audit/asked-audit.ts';
import { APPEND_EVENTS, appendMessages, auditorOver, openedLedger, untilDone } from './audit/audited-ledger.ts';
import { killAudits } from './audit/killed-audits.ts';
import { rounded, type BenchGoal, type Benchmark, type BenchRow } from './benchmark.ts';

const KILLS = { quick: 50, whole: 1_000 };
/** Events that the costs are measured with, and that are there to be audited when somebody asks. */
const COST_EVENTS = { quick: 2_000, whole: 20_000 };
const ASKED_ROUNDS = { quick: 3, whole: 9 };
/** Following is done beside the work, so it must cost less than the work's own appends do. */
const COST_RATIO_MAX = 1;
/** What the operator was promised. */
const ANSWER_MS_MAX = 3_000;

async function cost(root: string, count: number) {
  const { store, writer, close } = await openedLedger(root);
  const appends = Math.ceil(count / APPEND_EVENTS);
  const begun = performance.now();
  for (let at = 0; at < appends; at += 1) await appendMessages(writer, at);
  const appendMs = performance.now() - begun;
  const audit = auditorOver(store, join(root, 'audit'));
  const auditBegun = performance.now();
  await audit.auditor.catchUp(untilDone());
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

interface Part {
  readonly row: BenchRow;
  readonly goals: readonly BenchGoal[];
}

const none = (name: string, actual: number): BenchGoal => ({ name, actual, limit: '0', ok: actual === 0 });
const atMost = (name: string, actual: number, limit: number): BenchGoal => ({ name, actual, limit: `≤ ${limit}`, ok: actual <= limit });

async function kills(root: string, size: keyof typeof KILLS, seed: number): Promise<Part> {
  const random = seededRandom(seed);
  const wanted = KILLS[size];
  const after = await killAudits(root, wanted, () => (random.bytes(1)[0] ?? 0) / 256);
  return {
    row: { label: `${wanted} kills (seed ${seed})`, figures: { ...after } },
    goals: [
      { name: 'kills of a process that was auditing', actual: after.at_work, limit: String(wanted), ok: after.at_work === wanted },
      none('events that have no line', after.gaps),
      none('events that have two', after.doubles),
      none('events that are in no report, or in two', Math.abs(after.events - after.reported)),
      none('faults that verify finds', after.faults),
    ],
  };
}

async function costs(root: string, size: keyof typeof KILLS): Promise<Part> {
  const figures = await cost(root, COST_EVENTS[size]);
  return { row: { label: 'cost of an event', figures }, goals: [atMost('auditing to appending', figures.ratio, COST_RATIO_MAX)] };
}

async function asked(root: string, size: keyof typeof KILLS): Promise<Part> {
  const figures = await askAudit(root, COST_EVENTS[size], ASKED_ROUNDS[size]);
  return {
    row: { label: '`keelson audit`', figures: { ...figures } },
    goals: [atMost('ms until `keelson audit` answers, with everything to be audited', figures.first_ms, ANSWER_MS_MAX), atMost('the same with nothing new', figures.again_ms, ANSWER_MS_MAX)],
  };
}

const benchmark: Benchmark = {
  name: 'audit',
  async run({ quick, seed = Math.trunc(systemClock.nowMs() % 1_000_000), only }) {
    const size = quick ? 'quick' : 'whole';
    const parts = { kills: (root: string) => kills(root, size, seed), cost: (root: string) => costs(root, size), asked: (root: string) => asked(root, size) };
    const done: Part[] = [];
    for (const [name, part] of Object.entries(parts)) {
      if (only !== undefined && only !== name) continue;
      const root = mkdtempSync(join(tmpdir(), `keelson-bench-audit-${name}-`));
      done.push(await part(root).finally(() => rmSync(root, { recursive: true, force: true })));
    }
    return { rows: done.map(({ row }) => row), goals: done.flatMap(({ goals }) => goals) };
  },
};

export default benchmark;

/** Looks at a ledger after faults, as somebody who trusts nothing but what was acknowledged. */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CounterClosed, CounterSettled, type RunId } from '../../src/contracts/index.ts';
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { headPathOf, openHeadFile } from '../../src/drivers/sqlite/head-file.ts';
import { BUILTIN_SETUP, bringUpToDate, rulesOf, type EntryRow, type LedgerStore } from '../../src/ledger/index.ts';
import { verifyLog, type VerifyReport } from '../../src/ledger/verify/verify-log.ts';
import { allEntries, logFaults } from '../../test/contract-suites/ledger-samples.ts';
import { noFindings, type Findings } from './findings.ts';
import { counterOf, runIdsOf, STEP_TOKENS, tokensSpent, type WorkloadPlan } from './workload.ts';
import { deedsIn, doubledDeeds } from './world.ts';

/** A copy of a ledger's files, so that looking at one changes nothing. */
export function copyLedger(file: string, to: string): string {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const path of [file, `${file}-wal`, headPathOf(file)]) if (existsSync(path)) copyFileSync(path, join(to, basename(path)));
  return join(to, basename(file));
}

/** Opens it with no fault about and holds it against what was acknowledged. */
export async function checkLedger(file: string, acknowledged: ReadonlyMap<string, number>): Promise<{ findings: Findings; rows: readonly EntryRow[] }> {
  const findings = noFindings();
  const known = headBeside(file);
  let store: LedgerStore;
  try {
    store = await openSqliteStore({ file });
  } catch (error) {
    findings.broken.push(`does not open: ${String(error)}`);
    return { findings, rows: [] };
  }
  try {
    await bringUpToDate({ store, catalogue: rulesOf(BUILTIN_SETUP).catalogue, projections: BUILTIN_SETUP.projections });
    const rows = await allEntries(store, 1_000);
    if (known > rows.length) findings.broken.push(`the head file is at ${known}, the database at ${rows.length}`);
    findings.broken.push(...logFaults(rows));
    const { faults } = await verified(store);
    findings.broken.push(...faults.map(({ code, position, detail }) => `${code} at ${position}: ${detail}`));
    const keys = rows.flatMap(({ append }) => (append === null ? [] : [append.key]));
    if (new Set(keys).size !== keys.length) findings.doubled.push('a key stands twice in the log');
    findings.lost.push(...lostAppends(rows, acknowledged));
    return { findings, rows };
  } catch (error) {
    findings.other.push(`cannot be read: ${String(error)}`);
    return { findings, rows: [] };
  } finally {
    await store.close().catch((error: unknown) => findings.other.push(`does not close: ${String(error)}`));
  }
}

/** What was acknowledged and is not where it was said to be. */
export function lostAppends(rows: readonly EntryRow[], acknowledged: ReadonlyMap<string, number>): string[] {
  return [...acknowledged]
    .filter(([key, position]) => rows[position - 1]?.append?.key !== key)
    .map(([key, position]) => `${key} was acknowledged at ${position} and is not there (the log ends at ${rows.length})`);
}

export async function verified(store: LedgerStore): Promise<VerifyReport> {
  const walk = verifyLog(store, BUILTIN_SETUP);
  for (;;) {
    const step = await walk.next();
    if (step.done === true) return step.value;
  }
}

/** What must hold once every run has come to its end. */
export function checkRuns(plan: WorkloadPlan, rows: readonly EntryRow[], findings: Findings): void {
  findings.doubled.push(...doubledDeeds(deedsIn(plan.worldFile)));
  for (const run of runIdsOf(plan)) {
    const ends = rows.filter(({ stream, header }) => stream === `run/${run}` && header.includes('"type":"run.terminated"')).length;
    if (ends === 0) findings.stuck.push(`${run} has no end`);
    if (ends > 1) findings.doubled.push(`${run} ended ${ends} times`);
    const closed = rows.findLast(({ stream }) => stream === `counter/${counterOf(run)}`);
    const spent = CounterClosed.safeParse(JSON.parse(closed?.payload ?? 'null'));
    const expected = tokensSpent(plan) + lostAttempts(rows, run) * STEP_TOKENS.reserved;
    const isRight = spent.success && spent.data.spent['tokens'] === expected && spent.data.forfeited_reservations.length === 0;
    if (!isRight) findings.miscounted.push(`${run}: ${closed?.payload ?? 'no counter'}`);
  }
  const expected = 2 * plan.runs * plan.groups;
  const done = new Set(deedsIn(plan.worldFile).map(({ runId, step }) => `${runId} ${step}`)).size;
  if (findings.stuck.length === 0 && done !== expected) findings.lost.push(`${done} of ${expected} deeds were done`);
}

/** Attempts whose process died cost all they had reserved, which nothing else does. */
function lostAttempts(rows: readonly EntryRow[], run: RunId): number {
  const settled = rows.filter(({ stream, header }) => stream === `counter/${counterOf(run)}` && header.includes('"type":"counter.settled"'));
  return settled.filter(({ payload }) => CounterSettled.parse(JSON.parse(payload ?? 'null')).charged['tokens'] === STEP_TOKENS.reserved).length;
}

export function headBeside(file: string): number {
  const path = headPathOf(file);
  if (!existsSync(path)) return 0;
  const head = openHeadFile(path);
  try {
    return head.best()?.position ?? 0;
  } finally {
    head.close();
  }
}

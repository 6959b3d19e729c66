/** One ledger that a workload fills while its processes are killed, one after another, until every run has ended. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { logFaults } from '../../test/contract-suites/ledger-samples.ts';
import { acknowledgedIn } from './acknowledgements.ts';
import { checkLedger, checkRuns, copyLedger, headBeside, lostAppends } from './check-ledger.ts';
import { runChild, type ChildOptions } from './child.ts';
import { addFindings, noFindings, type Findings } from './findings.ts';
import { killAt, type KillPoint } from './kill-points.ts';
import { plainRows } from './plain-rows.ts';
import type { ChildOrder } from './workload-child.ts';

export type Kill =
  /** So long after it was started, or after it had opened the ledger. */
  | { readonly at: 'start' | 'ready'; readonly afterMs: number }
  /** When so many lines were heard of it. */
  | { readonly at: 'line'; readonly count: number }
  /** When it passes a named point for the n-th time. */
  | { readonly at: 'point'; readonly point: KillPoint; readonly time: number };

export interface CampaignResult {
  readonly kills: number;
  readonly acknowledged: number;
  readonly findings: Findings;
}

/** Generous for slow machines, and still short enough for a successor not to wait long. */
const LEASE_MS = 300;

export function workloadIn(folder: string, { runs, groups }: { readonly runs: number; readonly groups: number }): ChildOrder {
  return { runs, groups, worldFile: join(folder, 'world.log'), leaseMs: LEASE_MS, file: join(folder, 'ledger.db'), reopenings: 0 };
}

/** Stops early when the runs have ended before all kills were made. */
export async function runCampaign(folder: string, order: ChildOrder, kills: readonly Kill[]): Promise<CampaignResult> {
  mkdirSync(folder, { recursive: true });
  const findings = noFindings();
  const lines: string[] = [];
  let made = 0;
  for (const kill of [...kills, undefined]) {
    const end = await runChild(order, kill === undefined ? {} : killOptions(kill));
    lines.push(...end.lines);
    if (end.signal === 'SIGKILL' && !end.isHung) {
      made += 1;
      addFindings(findings, checkRemains(folder, order, lines), `after kill ${made}`);
      continue;
    }
    if (end.isHung) findings.stuck.push(`a process hung after ${end.lines.at(-1) ?? 'nothing'}`);
    else if (end.code !== 0) findings.other.push(`a process failed: ${end.lines.findLast((line) => line.startsWith('failed')) ?? end.errors}`);
    break;
  }
  const { appends, findings: contradictions } = acknowledgedIn(lines);
  findings.doubled.push(...contradictions);
  const checked = await checkLedger(order.file, appends);
  addFindings(findings, checked.findings, 'at the end');
  checkRuns(order, checked.rows, findings);
  rmSync(folder, { recursive: true, force: true });
  return { kills: made, acknowledged: appends.size, findings };
}

function killOptions(kill: Kill): ChildOptions {
  const later = (ms: number, end: () => void): void => void setTimeout(end, ms);
  switch (kill.at) {
    case 'start':
      return { onStart: (end) => later(kill.afterMs, end) };
    case 'ready':
      return { onLine: (line, _count, end) => (line === 'ready' ? later(kill.afterMs, end) : undefined) };
    case 'line':
      return { onLine: (_line, count, end) => (count === kill.count ? end() : undefined) };
    case 'point':
      return { environment: killAt(kill.point, kill.time) };
  }
}

/** Before anybody recovers: what was acknowledged must be in the files that the dead process left. */
function checkRemains(folder: string, { file }: ChildOrder, lines: readonly string[]): Findings {
  const findings = noFindings();
  const copy = copyLedger(file, join(folder, 'remains'));
  const { appends } = acknowledgedIn(lines);
  if (!existsSync(copy)) {
    if (appends.size > 0) findings.lost.push('there is no database');
    return findings;
  }
  try {
    const head = headBeside(copy);
    const rows = plainRows(copy);
    findings.broken.push(...logFaults(rows));
    if (head > rows.length) findings.broken.push(`the head file is at ${head}, the database at ${rows.length}`);
    findings.lost.push(...lostAppends(rows, appends));
  } catch (error) {
    findings.broken.push(`cannot be read: ${String(error)}`);
  }
  return findings;
}

import type { AuditReport, AuditTrouble, Timestamp } from '../contracts/index.ts';
import { KeelsonError, timestamp } from '../kernel/index.ts';
import { parseOr, STATS_FILE } from './audit-files.ts';
import { readFigures } from './fold.ts';
import { UNSEEN_REPORTS_MAX } from './limits.ts';
import type { AuditorPorts, CaughtUp, Until } from './ports.ts';
import { readReport, reportNumbers } from './report.ts';
import { THRASHING } from './run-watch.ts';

type Remarks = Pick<AuditReport, 'anomalies' | 'boundary_violations'>;

/** Faults of the log are told by themselves, with the way to see them all. */
const OF_THE_LOG = 'audit.';

/** Reports that were made since a person last asked for one, and that hold something to see to; the latest first. */
export async function unseenReports({ folder }: Pick<AuditorPorts, 'folder'>): Promise<AuditReport[]> {
  const unseen: AuditReport[] = [];
  for (const number of (await reportNumbers(folder)).slice(-UNSEEN_REPORTS_MAX).toReversed()) {
    const report = await readReport(folder, number);
    if (report?.trigger === 'on-demand') break;
    if (report !== undefined && remarksOf(report).length > 0) unseen.push(report);
  }
  return unseen;
}

/** What a person should hear of. Where nothing was ever audited there is nothing, and nothing is made. */
export async function troublesOf(ports: AuditorPorts, catchUp: (until: Until) => Promise<CaughtUp>, until: Until): Promise<AuditTrouble[]> {
  const { folder, clock } = ports;
  const now = timestamp(clock);
  try {
    if (!(await folder.exists())) return [];
    const { faults } = await catchUp(until);
    const broken = await lawsBroken(ports, now);
    return [...(faults.length === 0 ? [] : [differs(faults.length, now)]), ...(broken === undefined ? [] : [broken])];
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error;
    // Another process that audits does the same work; there is nothing to tell.
    return error.code === 'audit.busy' ? [] : [{ kind: 'not_written', count: 1, since: now, summary: `What happens is not audited: ${error.message} ${error.nextStep}`, command: 'keelson audit' }];
  }
}

async function lawsBroken({ folder }: AuditorPorts, now: Timestamp): Promise<AuditTrouble | undefined> {
  const reports = await unseenReports({ folder });
  const open = readFigures(parseOr((await folder.read(STATS_FILE)) ?? ''))?.window;
  const count = [...reports, ...(open === undefined ? [] : [open])].flatMap(remarksOf).filter((remark) => !remark.startsWith(THRASHING)).length;
  if (count === 0) return undefined;
  const what = count === 1 ? 'one thing that breaks a law or a boundary' : `${count} things that break a law or a boundary`;
  return { kind: 'law_broken', count, since: reports.at(-1)?.window_start ?? open?.start ?? now, summary: `The auditor has seen ${what} since you last asked it.`, command: 'keelson audit' };
}

function remarksOf({ anomalies, boundary_violations: violations }: Remarks): string[] {
  return [...violations, ...anomalies.filter((anomaly) => !anomaly.startsWith(OF_THE_LOG))];
}

function differs(count: number, since: Timestamp): AuditTrouble {
  return { kind: 'log_differs', count, since, summary: 'The log is not what was audited: something in it was changed, cut off or put back.', command: 'keelson audit verify' };
}

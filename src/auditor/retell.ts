import { AUDIT_FACTS_VERSION, type AuditHead, type AuditLine, type AuditReport } from '../contracts/index.ts';
import { parseOr, STATS_FILE } from './audit-files.ts';
import type { Faults } from './faults.ts';
import { foldLine, newFigures, readFigures } from './fold.ts';
import type { AuditFolder } from './ports.ts';
import { beginWindow, readReport, reportNumbers, reportOf } from './report.ts';

export interface Retold {
  take(line: AuditLine): void;
  finish(): Promise<void>;
}

const COUNTS = ['events', 'tasks_observed', 'total_corrections', 'runs_ended', 'runs_failed', 'tool_calls', 'tool_calls_failed'] as const;
const LISTS = ['boundary_violations', 'anomalies', 'drift_alerts'] as const;

/** Makes every report again from the lines: one from which something was taken, or to which something was added, is found. */
export async function retell(folder: AuditFolder, head: AuditHead | undefined, faults: Faults): Promise<Retold> {
  const numbers = await reportNumbers(folder);
  const reports = (await Promise.all(numbers.map((number) => readReport(folder, number)))).filter((report) => report !== undefined);
  const figures = newFigures(head?.began_at ?? new Date(0).toISOString());
  const close = (report: AuditReport): void => {
    compare(report, reportOf(figures, { sequence: report.audit_sequence, hash: report.audit_hash }, report.trigger, report.window_end), faults);
    beginWindow(figures, report);
  };
  let at = 0;
  const closeUntil = (sequence: number): void => {
    for (let next = reports[at]; next !== undefined && next.audit_sequence < sequence; next = reports[at]) {
      close(next);
      at += 1;
    }
  };
  return {
    take(line) {
      closeUntil(line.sequence);
      foldLine(figures, line);
    },
    async finish() {
      closeUntil(Infinity);
      const stored = readFigures(parseOr((await folder.read(STATS_FILE)) ?? ''));
      if (stored !== undefined && stored.reports > numbers.length) faults.add('audit.report_differs', null, 'reports', `${stored.reports} were made, and ${numbers.length} are there`);
    },
  };
}

/** What stood in the way of the audit is told in a report too, and no line says it: so a report may list more, never less. */
function compare(report: AuditReport, again: AuditReport, faults: Faults): void {
  if (report.facts_version !== AUDIT_FACTS_VERSION) return;
  const counts = COUNTS.filter((name) => report[name] !== again[name]);
  const lists = LISTS.filter((name) => again[name].some((entry) => !report[name].includes(entry)) || report[name].some((entry) => !again[name].includes(entry) && !entry.startsWith('audit.')));
  const health = JSON.stringify(report.tool_health) === JSON.stringify(again.tool_health) ? [] : ['tool_health'];
  const trends = JSON.stringify(report.gap_trends) === JSON.stringify(again.gap_trends) ? [] : ['gap_trends'];
  const differs = [...counts, ...lists, ...health, ...trends, ...(report.window_start === again.window_start ? [] : ['window_start'])];
  if (differs.length > 0) faults.add('audit.report_differs', null, `report ${report.number}`, `the lines of the audit say otherwise about ${differs.join(', ')}`);
}

import { AUDIT_FACTS_VERSION, AUDIT_LISTED_MAX, AUDIT_WINDOWS_KEPT, AuditReport, type AuditHead, type GapTrend, type Timestamp } from '../contracts/index.ts';
import { parseOr, REPORTS_FOLDER } from './audit-files.ts';
import { driftAlerts } from './drift.ts';
import { newWindow, type Figures } from './fold.ts';
import type { AuditFolder } from './ports.ts';

/** The window as it is told. The figures stay as they are until the report is written. */
export function reportOf(figures: Figures, head: Pick<AuditHead, 'sequence' | 'hash'>, trigger: AuditReport['trigger'], at: Timestamp): AuditReport {
  const { window } = figures;
  const trends = Object.entries(window.distances).map(([task_id, { first, last }]) => ({ task_id, trend: trendOf(first, last) }));
  const drift = [...window.drift_alerts, ...driftAlerts(window, figures.earlier)];
  return {
    schema_version: '1.0',
    trigger,
    window_start: window.start,
    window_end: at,
    tasks_observed: window.tasks,
    total_corrections: window.corrections,
    gap_trends: trends.slice(-AUDIT_LISTED_MAX),
    boundary_violations: window.boundary_violations,
    drift_alerts: drift,
    anomalies: window.anomalies,
    tool_health: window.tool_health,
    left_off: window.left_off + Math.max(0, trends.length - AUDIT_LISTED_MAX),
    events: window.events,
    runs_ended: window.runs_ended,
    runs_failed: window.runs_failed,
    tool_calls: window.tool_calls,
    tool_calls_failed: window.tool_calls_failed,
    number: figures.reports + 1,
    audit_sequence: head.sequence,
    audit_hash: head.hash,
    facts_version: AUDIT_FACTS_VERSION,
  };
}

/** A distance is a share of criteria, so any difference is one of substance. */
export function trendOf(first: number, last: number): GapTrend {
  if (last === first) return 'flat';
  return last < first ? 'improving' : 'worsening';
}

/** After a report the window begins anew; what is known of runs, versions and earlier windows stays. */
export function beginWindow(figures: Figures, report: AuditReport): void {
  const { tasks, corrections, runs_ended, runs_failed, tool_calls, tool_calls_failed } = figures.window;
  if (figures.window.events > 0) figures.earlier = [...figures.earlier, { tasks, corrections, runs_ended, runs_failed, tool_calls, tool_calls_failed }].slice(-AUDIT_WINDOWS_KEPT);
  figures.window = newWindow(report.window_end);
  figures.taskIds = new Set();
  figures.reports = report.number;
  figures.reportedAt = report.window_end;
}

const REPORT = /^(\d{6,})\.json$/;
const NUMBER_DIGITS = 6;

function reportName(number: number): string {
  return `${REPORTS_FOLDER}/${String(number).padStart(NUMBER_DIGITS, '0')}.json`;
}

export async function writeReport(folder: AuditFolder, report: AuditReport): Promise<void> {
  await folder.replace(reportName(report.number), `${JSON.stringify(report, null, 1)}\n`, { durably: true });
}

/** The numbers of the reports that are there, in order. */
export async function reportNumbers(folder: AuditFolder): Promise<number[]> {
  const numbers = (await folder.list(REPORTS_FOLDER)).map((name) => Number(REPORT.exec(name)?.[1] ?? 0));
  return numbers.filter((number) => number > 0).sort((left, right) => left - right);
}

/** Undefined when there is none, or when what is there is no report. */
export async function readReport(folder: AuditFolder, number: number): Promise<AuditReport | undefined> {
  const text = await folder.read(reportName(number));
  const parsed = AuditReport.safeParse(text === undefined ? undefined : parseOr(text));
  return parsed.success ? parsed.data : undefined;
}


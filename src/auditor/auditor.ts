import type { AuditHead, AuditReport, AuditStanding, AuditTrouble } from '../contracts/index.ts';
import { hasCode, KeelsonError, timestamp } from '../kernel/index.ts';
import { HEAD_FILE, readHead } from './audit-files.ts';
import { newHead, writeBatch } from './audit-log.ts';
import { loadFigures, saveFigures } from './figures-file.ts';
import { foldLine, remarksIn, type Figures } from './fold.ts';
import { AUDIT_GENESIS } from './line.ts';
import { LOCK_POLL_MS, REPORT_INTERVAL_MS } from './limits.ts';
import type { AuditFolder, AuditorPorts, CaughtUp, Until } from './ports.ts';
import { beginWindow, readReport, reportNumbers, reportOf, writeReport } from './report.ts';
import { standingOf } from './standing.ts';
import { troublesOf, unseenReports } from './troubles.ts';
import { verifyAudit, type Verification } from './verify.ts';

/** Watches one tenant's log for its operator. It has no way to reach a role, and no role has a way to reach it. */
export interface Auditor {
  /** Writes down what is new. Several processes may do so at once: each event is still written once. */
  catchUp(until: Until): Promise<CaughtUp>;
  /** Closes the window with a report, and begins the next. */
  report(until: Until): Promise<CaughtUp & { readonly report: AuditReport; /** Numbers of earlier ones that nobody asked for and that hold something to see to. */ readonly unseen: readonly number[] }>;
  /** Makes the report that is due, if one is. */
  reportIfDue(until: Until): Promise<AuditReport | undefined>;
  reports(options: { readonly number?: number; readonly limit: number }): Promise<{ readonly reports: readonly AuditReport[]; readonly total: number }>;
  /** Compares log, audit and reports with each other. Changes nothing. */
  verify(options: { readonly expected?: string }): Promise<Verification>;
  standing(): Promise<AuditStanding>;
  /** What a person should hear of without asking, each once. Throws for nothing that is wrong with the audit. */
  troubles(until: Until): Promise<readonly AuditTrouble[]>;
  /** Keeps this audit aside and begins another that follows on from it. Gives the name under which it is kept. */
  beginAgain(reason: string, until: Until): Promise<string>;
}

export function createAuditor(ports: AuditorPorts): Auditor {
  const { folder, clock, log } = ports;
  let known: Figures | undefined;

  /** One batch, with the figures brought up to it. Only under the lock. */
  const step = async (): Promise<CaughtUp & { readonly figures: Figures }> => {
    const { head, lines, isAtEnd, fault } = await writeBatch(ports);
    const isMine = known !== undefined && known.sequence + lines.length === head.sequence && known.hash === (lines[0]?.previous_hash ?? head.hash);
    const figures = isMine && known !== undefined ? known : await loadFigures(folder, head);
    if (isMine) for (const line of lines) foldLine(figures, line);
    if (fault !== undefined) remarksIn(figures.window).anomaly(`${fault.code} at entry ${fault.position ?? 0} of the log: ${fault.detail}`);
    known = figures;
    if (lines.length > 0 || fault !== undefined || !isMine) await saveFigures(folder, figures);
    return { head, isCaughtUp: isAtEnd && fault === undefined, faults: fault === undefined ? [] : [fault], figures };
  };
  /** Waits for the lock, but not for ever. */
  const locked = async <Result>(work: () => Promise<Result>, { signal, deadlineMs }: Until): Promise<Result> => {
    for (;;) {
      const done = await folder.exclusively(async () => ({ result: await work() }));
      if (done !== undefined) return done.result;
      if (signal.aborted || clock.monotonicMs() >= deadlineMs) throw busy(folder);
      await ports.pause(LOCK_POLL_MS, signal);
    }
  };
  const catchUp = async (until: Until): Promise<CaughtUp> => {
    for (;;) {
      const { head, isCaughtUp, faults } = await locked(step, until);
      const isOver = until.signal.aborted || clock.monotonicMs() >= until.deadlineMs;
      if (isCaughtUp || faults.length > 0 || isOver) return { head, isCaughtUp, faults };
    }
  };
  /** The report is written before the window begins anew: a process that dies in between leaves one that the next one finds. */
  const close = async (trigger: AuditReport['trigger'], figures: Figures, head: AuditHead): Promise<AuditReport> => {
    const report = reportOf(figures, head, trigger, timestamp(clock));
    await writeReport(folder, report);
    beginWindow(figures, report);
    await saveFigures(folder, figures);
    return report;
  };
  return {
    catchUp,
    async report(until) {
      const caughtUp = await catchUp(until);
      const unseen = (await unseenReports(ports)).map(({ number }) => number);
      const report = await locked(async () => {
        const { figures, head } = await step();
        return close('on-demand', figures, head);
      }, until);
      return { ...caughtUp, report, unseen };
    },
    async reportIfDue(until) {
      const isDue = ({ reportedAt }: Figures): boolean => clock.nowMs() - Date.parse(reportedAt) >= REPORT_INTERVAL_MS;
      if (known !== undefined && !isDue(known)) return undefined;
      return locked(async () => {
        const { figures, head } = await step();
        return isDue(figures) ? close('periodic', figures, head) : undefined;
      }, until);
    },
    async reports({ number, limit }) {
      const numbers = await reportNumbers(folder);
      const wanted = number === undefined ? numbers.slice(-limit).reverse() : numbers.filter((one) => one === number);
      const found = await Promise.all(wanted.map((one) => readReport(folder, one)));
      return { reports: found.filter((report) => report !== undefined), total: numbers.length };
    },
    verify: (options) => verifyAudit(ports, options),
    standing: () => standingOf(folder, log),
    troubles: (until) => troublesOf(ports, catchUp, until),
    async beginAgain(reason, until) {
      return locked(async () => {
        const at = timestamp(clock);
        const name = `set-aside-${at.replaceAll(':', '').replaceAll('.', '')}`;
        const last = await readHead(folder).catch((error: unknown) => (hasCode(error, 'audit.damaged') ? undefined : Promise.reject(error)));
        await folder.setAside(name);
        known = undefined;
        const [sequence, hash] = [last?.sequence ?? 0, last?.hash ?? AUDIT_GENESIS];
        const head: AuditHead = { ...newHead(at, (await log.head()).position), sequence, hash, follows_on: { sequence, hash, set_aside: name, reason } };
        await folder.replace(HEAD_FILE, `${JSON.stringify(head)}\n`, { durably: true });
        return name;
      }, until);
    },
  };
}

function busy({ path }: AuditFolder): KeelsonError<'audit.busy'> {
  return new KeelsonError('audit.busy', { message: `Another process is writing to the audit in ${path}, and did not let go of it in time.`, nextStep: 'Try again in a moment.', data: { folder: path } });
}

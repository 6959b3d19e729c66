import { useEffect } from 'react';
import type { ResponseOf } from '../../../api/operations.ts';
import { liveLog } from '../../../live/live-log.ts';
import { Act } from '../../../ui/act.tsx';
import { compact, counted, dollars, duration, shortId, words } from '../../../ui/format.ts';
import { RunStandingTag } from '../../../ui/run-standing.tsx';
import { When } from '../../../ui/when.tsx';

type Report = ResponseOf<'run.show'>;
const MS_PER_SECOND = 1_000;

/** Resolves with the next thing that a run does. */
function nextEntryOf(runId: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = liveLog.onEntries((entries) => {
      if (!entries.some(({ event }) => event.aggregate_id === runId)) return;
      stop();
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** What was asked, how it stands, what it took so far, and how to stop it or go on. */
export function RunHead({ report, waits }: { readonly report: Report; readonly waits: boolean }) {
  const { consumed, standing } = report;
  const reason = report.termination?.reason ?? null;
  useEffect(() => {
    document.title = `${report.request.slice(0, 60)} · Keelson`;
  }, [report.request]);
  return (
    <header className="run-head">
      <div className="page-head">
        <h1>{report.request}</h1>
        <div className="row">
          {standing === 'interrupted' && (
            <Act operation="run.resume" look="primary" request={() => ({ run: report.run_id })} begun={(_key, signal) => nextEntryOf(report.run_id, signal)}>
              Go on
            </Act>
          )}
          {standing !== 'ended' && (
            <Act operation="run.cancel" look="danger" confirm="Stop this run? What it did stays." request={() => ({ run_id: report.run_id })}>
              Cancel
            </Act>
          )}
        </div>
      </div>
      <p className="run-facts small number" role="status">
        <RunStandingTag standing={standing} phase={report.phase} reason={reason} />
        {waits && <span className="tag warn">waits for you</span>}
        {report.suspension !== null && <span>waits for {words(report.suspension.waiting_for)}</span>}
        <span>{report.engine === 'model' ? 'with models' : (report.engine ?? '')}</span>
        <span>{dollars(consumed.cost_usd)}</span>
        <span>{compact(consumed.total_tokens)} tokens</span>
        <span>{counted(report.model_calls, 'model call')}</span>
        <span>{counted(consumed.tool_calls, 'tool call')}</span>
        {report.corrections > 0 && <span>{counted(report.corrections, 'correction')}</span>}
        <span>{duration(consumed.duration_sec * MS_PER_SECOND)} at work</span>
        <When at={report.started_at} />
        {report.workspace !== null && <code className="faint">{report.workspace}</code>}
        <code className="faint" title={report.run_id}>
          {shortId(report.run_id)}
        </code>
      </p>
    </header>
  );
}

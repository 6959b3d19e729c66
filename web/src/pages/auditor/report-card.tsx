import type { AuditReport } from '../../../../src/contracts/index.ts';
import { counted, count } from '../../ui/format.ts';

const TRENDS = { improving: 'good', worsening: 'bad', flat: 'calm' } as const;

/** One report, whole. */
export function ReportCard({ report }: { readonly report: AuditReport }) {
  const { tool_health: health } = report;
  return (
    <div className="report">
      <dl className="figures">
        {(
          [
            ['runs ended', report.runs_ended],
            ['of them failed', report.runs_failed],
            ['tasks seen', report.tasks_observed],
            ['corrections', report.total_corrections],
            ['tool calls', report.tool_calls],
            ['of them failed', report.tool_calls_failed],
            ['executions failed', health.execution_failures],
            ['tried again, for the world', health.environmental_retries],
            ['tried again, for the work', health.logical_retries],
          ] as const
        ).map(([says, value], at) => (
          <div key={at}>
            <dt>{says}</dt>
            <dd className="number">{count(value)}</dd>
          </div>
        ))}
      </dl>
      <Told title="Beyond its bounds" words={report.boundary_violations} />
      <Told title="Drift" words={report.drift_alerts} />
      <Told title="Unusual" words={report.anomalies} />
      {report.gap_trends.length > 0 && (
        <>
          <h3>How tasks went</h3>
          <ul className="row">
            {report.gap_trends.map(({ task_id: id, trend }) => (
              <li key={id}>
                <span className={`tag ${TRENDS[trend]}`}>{trend}</span> <code>{id}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {report.left_off > 0 && <p className="small faint">{counted(report.left_off, 'entry', 'entries')} found no room here.</p>}
      <p className="small faint">
        {report.trigger === 'periodic' ? 'Made by itself' : 'Asked for'}. The audit stood at{' '}
        <code className="mark">
          {report.audit_sequence}:{report.audit_hash}
        </code>
      </p>
    </div>
  );
}

function Told({ title, words }: { readonly title: string; readonly words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="told">
        {words.map((word, at) => (
          <li key={at}>{word}</li>
        ))}
      </ul>
    </>
  );
}

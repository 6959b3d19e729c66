import { useState } from 'react';
import type { AuditAnswer, AuditReport } from '../../../../src/contracts/index.ts';
import { useQuery } from '../../live/use-query.ts';
import { Act } from '../../ui/act.tsx';
import { counted, moment, count } from '../../ui/format.ts';
import { Answered, Empty } from '../../ui/page-states.tsx';
import { FaultList } from './fault-list.tsx';
import { ReportCard } from './report-card.tsx';
import { Verification } from './verification.tsx';

const REPORTS_SHOWN = 50;

/** What the auditor saw: it reads the log beside all work, and nobody at work can read or change what it writes. */
export default function AuditorPage() {
  const reports = useQuery('audit.list_reports', { limit: REPORTS_SHOWN });
  const [answer, setAnswer] = useState<AuditAnswer>();
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>Auditor</h1>
          <p className="faint small">It reads the log beside all work and keeps a chain of its own. No role can read or change it.</p>
        </div>
        <Act operation="audit.report" request={() => ({})} onDone={(value) => (setAnswer(value), reports.reload())}>
          Report now
        </Act>
      </header>
      {answer !== undefined && <JustMade answer={answer} />}
      <Verification />
      <section className="card" aria-labelledby="reports-title">
        <h2 id="reports-title">Reports</h2>
        <Answered asked={reports} what="the reports" isEmpty={(found) => found.reports.length === 0} empty={<Empty title="No report was made yet.">One is made when you ask for it, and after much has happened.</Empty>}>
          {(found) => (
            <>
              <p className="small faint">
                {counted(found.total, 'report')}, in <code>{found.folder}</code>
              </p>
              <ul className="plain-list">
                {found.reports.map((report) => (
                  <li key={report.number}>
                    <Folded report={report} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </Answered>
      </section>
    </div>
  );
}

function JustMade({ answer }: { readonly answer: AuditAnswer }) {
  if (answer.state === 'absent') return <Empty title="Nothing has been recorded yet." />;
  return (
    <section className="card" role="status" aria-label="The report that was just made">
      {!answer.is_caught_up && <p className="state degraded">Not everything that is in the log is written down yet; the report is of what is.</p>}
      {answer.faults.length > 0 && <FaultList faults={answer.faults} />}
      <ReportCard report={answer.report} />
    </section>
  );
}

/** In a line what it came to, and all of it when it is opened. */
function Folded({ report }: { readonly report: AuditReport }) {
  const wrong = report.boundary_violations.length + report.drift_alerts.length + report.anomalies.length;
  return (
    <details>
      <summary>
        <span className={`tag ${wrong === 0 ? 'good' : 'warn'}`}>{wrong === 0 ? 'nothing to report' : counted(wrong, 'thing to look at', 'things to look at')}</span> <strong>No. {count(report.number)}</strong>{' '}
        <span className="faint small">
          {moment(report.window_start)} to {moment(report.window_end)}, {counted(report.events, 'event')}, {counted(report.runs_ended, 'run')} ended
        </span>
      </summary>
      <ReportCard report={report} />
    </details>
  );
}

import { useQuery } from '../../live/use-query.ts';
import { Answered } from '../../ui/page-states.tsx';
import { RunStandingTag } from '../../ui/run-standing.tsx';
import type { PageProps } from '../page.ts';

/** One run: what was asked, how it goes, what came of it. */
export default function RunPage({ values }: PageProps) {
  const run = values['run'] ?? '';
  const asked = useQuery('run.show', { run }, { refreshOn: ({ event }) => event.aggregate_id === run });
  return (
    <Answered asked={asked} what="the run">
      {(report) => (
        <div className="page">
          <header className="page-head">
            <h1>{report.request}</h1>
            <RunStandingTag standing={report.standing} phase={report.phase} reason={report.termination?.reason ?? null} />
          </header>
          {report.result !== null && <p>{String(report.result.summary)}</p>}
        </div>
      )}
    </Answered>
  );
}

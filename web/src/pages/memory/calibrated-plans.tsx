import { useState } from 'react';
import { useQuery } from '../../live/use-query.ts';
import { Link } from '../../router/link.tsx';
import { pathTo } from '../../router/route.ts';
import { moment } from '../../ui/format.ts';
import { Answered, Empty } from '../../ui/page-states.tsx';
import { Press } from '../../ui/press.tsx';
import { CalibrationList } from './calibration-list.tsx';

const LATEST = 8;

/** The latest plans that memory had a word in, and what it said. */
export function CalibratedPlans() {
  const runs = useQuery('run.list', { is_recalled: true, limit: LATEST }, { refreshOn: ({ event }) => event.type === 'run.plan_made' });
  const [open, setOpen] = useState<string>();
  return (
    <section aria-labelledby="calibrated-title">
      <h2 id="calibrated-title">Plans that memory had a word in</h2>
      <Answered asked={runs} what="the plans" isEmpty={(report) => report.runs.length === 0} empty={<Empty title="None yet.">A plan is told of what happened before, once something did.</Empty>}>
        {(report) => (
          <ul className="plain-list">
            {report.runs.map(({ run_id: id, request, started_at: at }) => (
              <li key={id}>
                <Press look="quiet" aria-expanded={open === id} onPress={() => setOpen(open === id ? undefined : id)}>
                  {request}
                </Press>
                <span className="faint small"> {moment(at)}</span>
                {open === id && <Calibration runId={id} />}
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </section>
  );
}

function Calibration({ runId }: { readonly runId: string }) {
  const run = useQuery('run.show', { run: runId });
  return (
    <Answered asked={run} what="the plan">
      {({ calibration = [] }) => (
        <div className="calibration">
          <CalibrationList calibration={calibration} />
          {calibration.length === 0 && <p className="faint">The latest plan of this run was made without it; an earlier one was not.</p>}
          <Link to={pathTo('/runs/:run', { run: runId })}>See the run</Link>
        </div>
      )}
    </Answered>
  );
}

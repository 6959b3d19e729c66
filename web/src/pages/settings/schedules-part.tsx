import { useState } from 'react';
import type { ScheduleStanding } from '../../../../src/contracts/index.ts';
import { useQuery } from '../../live/use-query.ts';
import { Link } from '../../router/link.tsx';
import { pathTo } from '../../router/route.ts';
import { Act } from '../../ui/act.tsx';
import { counted, moment, words } from '../../ui/format.ts';
import { Answered, Empty } from '../../ui/page-states.tsx';

/** What is done by itself, and when. */
export function SchedulesPart() {
  const schedules = useQuery('schedule.list', {}, { refreshOn: ({ event }) => event.type.startsWith('schedule.') });
  return (
    <section className="card" aria-labelledby="schedules-title">
      <h2 id="schedules-title">Schedules</h2>
      <Answered asked={schedules} what="the schedules">
        {({ schedules: found, own }) => (
          <>
            {found.length === 0 ? (
              <Empty title="Nothing is scheduled." />
            ) : (
              <ul className="plain-list">
                {found.map((standing) => (
                  <ScheduleRow key={standing.schedule.schedule_id} standing={standing} onChange={schedules.reload} />
                ))}
              </ul>
            )}
            <p className="small faint">
              Keelson's own: {own.map(({ work, next_due_at: due }) => `${words(work)} ${due === null ? '(not due)' : moment(due)}`).join(', ')}. It is done while this page is served, at the end of runs, or by keelson schedule work.
            </p>
          </>
        )}
      </Answered>
      <NewSchedule onAdded={schedules.reload} />
    </section>
  );
}

function ScheduleRow({ standing: { schedule, next_due_at: due }, onChange }: { readonly standing: ScheduleStanding; readonly onChange: () => void }) {
  const { schedule_id: id, request, cron, time_zone: zone, workspace, state, runs, failures, last } = schedule;
  const change = (next: typeof state) => () => ({ schedule: id, state: next });
  return (
    <li>
      <span className={`tag ${state === 'active' ? 'good' : 'calm'}`}>{state}</span> <strong>{request}</strong>
      <p className="small faint">
        <code>{cron}</code> {zone}, in <code>{workspace}</code>, {due === null ? 'not due' : `next ${moment(due)} UTC`}, {counted(runs, 'run')}, {failures} failed
        {typeof last?.run_id === 'string' && (
          <>
            , <Link to={pathTo('/runs/:run', { run: last.run_id })}>the last</Link>
          </>
        )}
      </p>
      <div className="row">
        {state === 'active' && (
          <Act operation="schedule.change" request={change('paused')} onDone={onChange}>
            Pause
          </Act>
        )}
        {state === 'paused' && (
          <Act operation="schedule.change" request={change('active')} onDone={onChange}>
            Go on
          </Act>
        )}
        {state !== 'removed' && (
          <Act operation="schedule.change" look="danger" request={change('removed')} confirm="Remove it? It is not done again." onDone={onChange}>
            Remove
          </Act>
        )}
      </div>
    </li>
  );
}

function NewSchedule({ onAdded }: { readonly onAdded: () => void }) {
  const [cron, setCron] = useState('');
  const [request, setRequest] = useState('');
  const [workspace, setWorkspace] = useState('');
  const isReady = cron.trim() !== '' && request.trim() !== '';
  return (
    <details>
      <summary>Schedule something</summary>
      <div className="form-grid">
        <label className="field">
          <span className="label">When (minute, hour, day, month, weekday)</span>
          <input className="input mono" placeholder="0 7 * * 1-5" value={cron} onChange={({ target }) => setCron(target.value)} />
        </label>
        <label className="field">
          <span className="label">What is to be done</span>
          <input className="input" value={request} onChange={({ target }) => setRequest(target.value)} />
        </label>
        <label className="field">
          <span className="label">Folder (that of the server when left empty)</span>
          <input className="input mono" value={workspace} onChange={({ target }) => setWorkspace(target.value)} />
        </label>
        <Act
          operation="schedule.add"
          look="primary"
          isDisabled={!isReady}
          request={() => (isReady ? { cron: cron.trim(), request: request.trim(), ...(workspace.trim() !== '' && { workspace: workspace.trim() }) } : undefined)}
          onDone={() => (setCron(''), setRequest(''), setWorkspace(''), onAdded())}
        >
          Schedule it
        </Act>
      </div>
      <p className="small faint">It is done with nobody there: what needs a yes is then denied.</p>
    </details>
  );
}

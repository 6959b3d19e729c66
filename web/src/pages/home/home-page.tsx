import { useAttention } from '../../shell/use-waiting.ts';
import { useQuery } from '../../live/use-query.ts';
import { Link } from '../../router/link.tsx';
import { Answered, Empty } from '../../ui/page-states.tsx';
import { RunRow } from '../../ui/run-row.tsx';
import { AttentionRow } from '../attention/attention-row.tsx';
import { TaskBox } from './task-box.tsx';
import './home.css';

const SHOWN_RUNS = 12;
const SHOWN_ITEMS = 5;

/** Where a task begins, and what became of the last ones. */
export default function HomePage() {
  const runs = useQuery('run.list', { limit: SHOWN_RUNS }, { refreshOn: ({ event }) => ['run.started', 'run.phase_exited', 'run.suspended', 'run.suspension_ended', 'run.terminated'].includes(event.type) });
  const attention = useAttention();
  const waitingRuns = new Set(attention.value?.items.filter(({ lifecycle_state }) => lifecycle_state === 'open').map(({ run_id }) => run_id));
  return (
    <div className="page home">
      <h1 className="unseen">Home</h1>
      <TaskBox />
      {(attention.value?.items.length ?? 0) > 0 && (
        <section className="card" aria-labelledby="home-waits">
          <h2 id="home-waits">Waits for you</h2>
          <Answered asked={attention} what="what waits for you">
            {({ items }) => (
              <ul className="attention-list">
                {items.slice(0, SHOWN_ITEMS).map((item) => (
                  <AttentionRow key={item.item_id} item={item} />
                ))}
              </ul>
            )}
          </Answered>
          {(attention.value?.items.length ?? 0) > SHOWN_ITEMS && <Link to="/attention">All {attention.value?.items.length}</Link>}
        </section>
      )}
      <section className="card" aria-labelledby="home-runs">
        <h2 id="home-runs">Recent runs</h2>
        <Answered asked={runs} what="runs" isEmpty={({ runs: found }) => found.length === 0} empty={<Empty title="No runs yet.">Write a task above; it is planned, done, checked, and stands here with its evidence.</Empty>}>
          {({ runs: found }) => (
            <ul className="run-list">
              {found.map((run) => (
                <RunRow key={run.run_id} run={run} waits={run.standing !== 'ended' && waitingRuns.has(run.run_id)} />
              ))}
            </ul>
          )}
        </Answered>
      </section>
    </div>
  );
}

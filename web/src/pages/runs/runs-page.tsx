import { useState } from 'react';
import type { ShownEntry } from '../../live/live-log.ts';
import { useQuery } from '../../live/use-query.ts';
import { Link } from '../../router/link.tsx';
import { Answered, Empty } from '../../ui/page-states.tsx';
import { Press } from '../../ui/press.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isFiltered, NO_FILTER, requestOf } from './run-filter.ts';
import { RunTable } from './run-table.tsx';
import { TerminationFigures } from './termination-figures.tsx';

const PAGE = 50;
const LIMIT_MAX = 500;
const WATCHED: ReadonlySet<string> = new Set(['run.started', 'run.suspended', 'run.resumed', 'run.phase_exited', 'run.terminated']);
const concernsRuns = ({ event }: ShownEntry): boolean => WATCHED.has(event.type);

/** Every run, and what they came to together. */
export default function RunsPage() {
  const [filter, setFilter] = useState(NO_FILTER);
  const [limit, setLimit] = useState(PAGE);
  const runs = useQuery('run.list', requestOf(filter, limit), { refreshOn: concernsRuns });
  return (
    <div className="page">
      <header className="page-head">
        <h1>Runs</h1>
      </header>
      <TerminationFigures refreshOn={concernsRuns} />
      <section className="card" aria-labelledby="runs-title">
        <h2 id="runs-title">All runs</h2>
        <FilterBar filter={filter} counts={runs.value?.by_reason ?? {}} onChange={setFilter} />
        <Answered
          asked={runs}
          what="the runs"
          isEmpty={({ runs: found }) => found.length === 0}
          empty={
            isFiltered(filter) ? (
              <Empty title="No run is so.">
                <Press onPress={() => setFilter(NO_FILTER)}>Show all runs</Press>
              </Empty>
            ) : (
              <Empty title="There are no runs yet.">
                <Link to="/">Give Keelson something to do</Link>
              </Empty>
            )
          }
        >
          {({ runs: found }) => (
            <>
              <RunTable runs={found} />
              {found.length === limit && limit < LIMIT_MAX && (
                <p className="list-foot">
                  <Press onPress={() => setLimit(Math.min(LIMIT_MAX, limit * 2))}>Show more</Press>
                </p>
              )}
            </>
          )}
        </Answered>
      </section>
    </div>
  );
}

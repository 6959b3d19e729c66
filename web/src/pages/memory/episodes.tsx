import type { MemoryShowReport } from '../../../../src/contracts/index.ts';
import { Link } from '../../router/link.tsx';
import { pathTo } from '../../router/route.ts';
import { figure, moment, shortId, count } from '../../ui/format.ts';
import { Empty } from '../../ui/page-states.tsx';

/** What happened, the latest first. */
export function Episodes({ report: { episodes, earlier } }: { readonly report: MemoryShowReport }) {
  return (
    <section className="card" aria-labelledby="episodes-title">
      <h2 id="episodes-title">What happened</h2>
      {episodes.length === 0 && <Empty title="Its words were forgotten." />}
      <ol className="plain-list">
        {episodes.toReversed().map(({ megram_id: id, at, state, level, content, sigma, strength, run_id: runId, said_by: by }) => (
          <li key={id}>
            <span className={`tag ${sigma > 0 ? 'good' : sigma < 0 ? 'bad' : 'calm'}`}>{state.replaceAll('_', ' ')}</span> {content}
            <p className="faint small">
              {moment(at)}, level {level}, said by {by}, {figure(strength)} left of it
              {runId !== null && (
                <>
                  , <Link to={pathTo('/runs/:run', { run: runId })}>run {shortId(runId)}</Link>
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
      {earlier > 0 && <p className="small faint">{count(earlier)} earlier are not shown.</p>}
    </section>
  );
}

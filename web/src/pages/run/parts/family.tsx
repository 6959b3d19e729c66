import type { ResponseOf } from '../../../api/operations.ts';
import { Link } from '../../../router/link.tsx';
import { pathTo } from '../../../router/route.ts';
import { shortId, words } from '../../../ui/format.ts';

type Report = ResponseOf<'run.show'>;

const runLink = (id: string) => (
  <Link to={pathTo('/runs/:run', { run: id })}>
    <code>{shortId(id)}</code>
  </Link>
);

/** The runs that it came from and handed work to, what critics said, and where agents disagreed. */
export function Family({ report }: { readonly report: Report }) {
  const { child_of, forked_from, children = [], reviews = [], conflicts } = report;
  if (child_of === undefined && forked_from === undefined && children.length + reviews.length + conflicts.length === 0) return null;
  return (
    <section className="card" aria-labelledby="family-title">
      <h2 id="family-title">Around it</h2>
      <ul className="around small">
        {child_of !== undefined && <li>Works for {runLink(child_of.run_id)}</li>}
        {forked_from !== undefined && (
          <li>
            Goes on from {runLink(forked_from.run_id)}, event {forked_from.event_seq}
          </li>
        )}
        {children.map((child) => (
          <li key={child.run_id}>
            <span className={`tag ${child.reason === null ? 'busy' : child.reason === 'success' ? 'good' : 'bad'}`}>{child.reason === null ? 'at work' : words(child.reason)}</span> {runLink(child.run_id)} {child.task}
          </li>
        ))}
        {reviews.map(({ artifact_id, verdict, reasons, required_fixes }) => (
          <li key={artifact_id}>
            <span className={`tag ${verdict === 'pass' ? 'good' : 'bad'}`}>critic: {verdict}</span> {[...reasons, ...required_fixes].join(' ')}
          </li>
        ))}
        {conflicts.map((conflict) => (
          <li key={conflict.conflict_id}>
            <span className="tag warn">conflict</span> {words(conflict.strategy_applied)}: {conflict.rationale}
          </li>
        ))}
      </ul>
    </section>
  );
}

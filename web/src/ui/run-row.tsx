import type { ResponseOf } from '../api/operations.ts';
import { Link } from '../router/link.tsx';
import { pathTo } from '../router/route.ts';
import { compact, dollars } from './format.ts';
import { RunStandingTag } from './run-standing.tsx';
import { When } from './when.tsx';

/** A run in a list: what was asked, how it stands, what it took. */
export function RunRow({ run, waits = false }: { readonly run: ResponseOf<'run.list'>['runs'][number]; readonly waits?: boolean }) {
  return (
    <li className="run-row">
      <Link to={pathTo('/runs/:run', { run: run.run_id })}>
        {waits ? <span className="tag warn">waits for you</span> : <RunStandingTag {...run} />}
        <span className="run-request">{run.request}</span>
        <span className="run-figures number faint small">
          {run.total_tokens > 0 && <span>{compact(run.total_tokens)} tokens</span>}
          {run.cost_usd > 0 && <span>{dollars(run.cost_usd)}</span>}
          <When at={run.started_at} />
        </span>
      </Link>
    </li>
  );
}

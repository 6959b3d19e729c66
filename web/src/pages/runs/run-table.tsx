import type { RunListItem } from '../../../../src/contracts/index.ts';
import { Link } from '../../router/link.tsx';
import { pathTo } from '../../router/route.ts';
import { dollars, moment, shortId, duration, count } from '../../ui/format.ts';
import { RunStandingTag } from '../../ui/run-standing.tsx';

/** Runs, the latest first; on a phone one below another. */
export function RunTable({ runs }: { readonly runs: readonly RunListItem[] }) {
  return (
    <table className="list-table">
      <thead>
        <tr>
          <th scope="col">Task</th>
          <th scope="col">State</th>
          <th scope="col">Started (UTC)</th>
          <th scope="col" className="number">
            Took
          </th>
          <th scope="col" className="number">
            Tokens
          </th>
          <th scope="col" className="number">
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.run_id}>
            <th scope="row">
              <Link to={pathTo('/runs/:run', { run: run.run_id })}>{run.request}</Link>
              <span className="faint small"> {shortId(run.run_id)}{run.parent_run_id !== undefined && `, handed over by ${shortId(run.parent_run_id)}`}</span>
            </th>
            <td data-label="State">
              <RunStandingTag {...run} />
            </td>
            <td data-label="Started">{moment(run.started_at)}</td>
            <td data-label="Took" className="number">
              {run.ended_at === null ? '–' : duration(Date.parse(run.ended_at) - Date.parse(run.started_at))}
            </td>
            <td data-label="Tokens" className="number">
              {count(run.total_tokens)}
            </td>
            <td data-label="Cost" className="number">
              {dollars(run.cost_usd)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

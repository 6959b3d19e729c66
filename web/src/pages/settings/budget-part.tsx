import type { BudgetScope, LimitStanding } from '../../../../src/contracts/index.ts';
import { useQuery } from '../../live/use-query.ts';
import { figure, words } from '../../ui/format.ts';
import { Answered } from '../../ui/page-states.tsx';

const SCOPES: Readonly<Record<BudgetScope, string>> = { run: 'This run', user_daily: 'Today', global: 'Everything that runs here' };
const BAR = 160;

/** What may be spent in a day and by everything together, and how that stands. */
export function BudgetPart() {
  const budget = useQuery('budget.show', {}, { refreshOn: ({ event }) => event.type === 'run.terminated' || event.type === 'run.started' });
  return (
    <section className="card" aria-labelledby="budget-title">
      <h2 id="budget-title">Budgets</h2>
      <Answered asked={budget} what="the budgets">
        {({ scopes }) => (
          <>
            {scopes.map(({ scope, of, limits }) => (
              <div key={`${scope} ${of}`}>
                <h3>{SCOPES[scope]}</h3>
                <table className="list-table">
                  <thead>
                    <tr>
                      <th scope="col">Of</th>
                      <th scope="col">Used</th>
                      <th scope="col" className="number">
                        Held
                      </th>
                      <th scope="col" className="number">
                        Left
                      </th>
                      <th scope="col" className="number">
                        Limit
                      </th>
                      <th scope="col">Changed in</th>
                    </tr>
                  </thead>
                  <tbody>
                    {limits.map((limit) => (
                      <LimitRow key={limit.resource} limit={limit} />
                    ))}
                  </tbody>
                </table>
              </div>
            ))}
            <p className="small faint">Limits are changed in the settings file, and of a run that waits on its own page. They are never lowered while something works.</p>
          </>
        )}
      </Answered>
    </section>
  );
}

function LimitRow({ limit: { resource, used, held, left, limit, from, detail } }: { readonly limit: LimitStanding }) {
  const share = (value: number): number => (limit === 0 ? 0 : Math.min(BAR, (BAR * value) / limit));
  return (
    <tr>
      <th scope="row">{words(resource)}</th>
      <td data-label="Used">
        <span className="weight">
          <svg viewBox={`0 0 ${BAR} 8`} aria-hidden="true">
            <rect className="weight-ground" width={BAR} height="8" rx="3" />
            <rect className="weight-value" width={share(used)} height="8" rx="3" />
            <rect className="weight-held" x={share(used)} width={Math.min(share(held), BAR - share(used))} height="8" />
          </svg>
          <span className="number">{figure(used)}</span>
        </span>
      </td>
      <td data-label="Held" className="number">
        {figure(held)}
      </td>
      <td data-label="Left" className="number">
        {figure(left)}
      </td>
      <td data-label="Limit" className="number">
        {figure(limit)}
      </td>
      <td data-label="Changed in" className="small faint">
        {from}: {detail}
      </td>
    </tr>
  );
}

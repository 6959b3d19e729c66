import { lazy, Suspense } from 'react';
import { PageGuard } from '../../../shell/page-guard.tsx';
import { words } from '../../../ui/format.ts';
import { Empty, Loading } from '../../../ui/page-states.tsx';
import type { RunView } from '../view/run-view.ts';

/** Loaded when there is something to draw: most runs need one round. */
const LossChart = lazy(() => import('./loss-chart.tsx'));

const places = (value: number): string => value.toFixed(3);

/** How far each round was from what was wanted, and what the solver made of it. */
export function Rounds({ view }: { readonly view: RunView }) {
  const decided = view.rounds.flatMap(({ round, decided: one }) => (one === null ? [] : [{ round, ...one }]));
  if (decided.length === 0) return <Empty title="No round has been judged yet." />;
  return (
    <>
      {decided.length > 1 && (
        <PageGuard instead={null}>
          <Suspense fallback={<Loading what="the chart" />}>
            <LossChart points={decided} />
          </Suspense>
        </PageGuard>
      )}
      <div className="table-box">
        <table className="table number">
          <thead>
            <tr>
              <th scope="col">Round</th>
              <th scope="col" title="Distance: the share of criteria that are not met">
                D
              </th>
              <th scope="col" title="How implausible the way there was">
                P
              </th>
              <th scope="col" title="What was spent of what there is">
                Ω
              </th>
              <th scope="col" title="The total loss">
                L
              </th>
              <th scope="col" title="Change of the total loss">
                ΔL
              </th>
              <th scope="col" title="Change of the quality part, which decides">
                ΔQ
              </th>
              <th scope="col">Decided</th>
            </tr>
          </thead>
          <tbody>
            {decided.map(({ round, loss, gradL, gradQ, says, why }) => (
              <tr key={round}>
                <td>{round}</td>
                <td>{places(loss.D)}</td>
                <td>{places(loss.P)}</td>
                <td>{places(loss.Omega)}</td>
                <td>{places(loss.L)}</td>
                <td>{places(gradL)}</td>
                <td>{places(gradQ)}</td>
                <td>
                  <strong>{words(says)}</strong> <span className="faint">{why}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

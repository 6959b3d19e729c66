import { Plot } from '../../../plots/plot.tsx';
import type { PlotSeries } from '../../../plots/stacked.ts';
import { words } from '../../../ui/format.ts';
import { Empty } from '../../../ui/page-states.tsx';
import type { RoundDecision, RunView } from '../view/run-view.ts';

const LINES: readonly { readonly label: string; readonly colour: PlotSeries['colour']; readonly of: (decided: RoundDecision) => number }[] = [
  { label: 'Loss L', colour: '--accent', of: ({ loss }) => loss.L },
  { label: 'Distance D', colour: '--bad', of: ({ loss }) => loss.D },
  { label: 'Implausibility P', colour: '--warn', of: ({ loss }) => loss.P },
  { label: 'Spent Ω', colour: '--ink-faint', of: ({ loss }) => loss.Omega },
  { label: 'Gradient ΔQ', colour: '--busy', of: ({ gradQ }) => gradQ },
];

const places = (value: number): string => value.toFixed(3);

/** How far each round was from what was wanted, and what the solver made of it. */
export function Rounds({ view }: { readonly view: RunView }) {
  const decided = view.rounds.flatMap(({ round, decided: one }) => (one === null ? [] : [{ round, ...one }]));
  if (decided.length === 0) return <Empty title="No round has been judged yet." />;
  return (
    <>
      {decided.length > 1 && (
        <Plot label="Loss and gradient by round" at={decided.map(({ round }) => round)} along="number" kind="lines" hasFigures={false} figure={places} series={LINES.map(({ of, ...line }) => ({ ...line, values: decided.map(of) }))} />
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

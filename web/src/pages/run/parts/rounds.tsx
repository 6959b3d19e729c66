import { Plot } from '../../../plots/plot.tsx';
import type { PlotSeries } from '../../../plots/stacked.ts';
import { compact, dollars, words } from '../../../ui/format.ts';
import { Empty } from '../../../ui/page-states.tsx';
import type { RoundDecision, RunView } from '../view/run-view.ts';
import { spentByRound } from '../view/spent-by-round.ts';

const LINES: readonly { readonly label: string; readonly colour: PlotSeries['colour']; readonly of: (decided: RoundDecision) => number }[] = [
  { label: 'Loss L', colour: '--accent', of: ({ loss }) => loss.L },
  { label: 'Distance D', colour: '--bad', of: ({ loss }) => loss.D },
  { label: 'Implausibility P', colour: '--warn', of: ({ loss }) => loss.P },
  { label: 'Spent Ω', colour: '--ink-faint', of: ({ loss }) => loss.Omega },
  { label: 'Gradient ΔQ', colour: '--busy', of: ({ gradQ }) => gradQ },
];

const places = (value: number): string => value.toFixed(3);

/** How far each round was from what was wanted, what it cost, and what the solver made of it. */
export function Rounds({ view }: { readonly view: RunView }) {
  const decided = view.rounds.flatMap(({ round, decided: one }) => (one === null ? [] : [{ round, ...one }]));
  const spent = spentByRound(view);
  const spentIn = (round: number) => spent.find((one) => one.round === round);
  const isFree = spent.every(({ usd }) => usd === 0);
  if (decided.length === 0) return <Empty title="No round has been judged yet." />;
  return (
    <>
      {decided.length > 1 && (
        <Plot label="Loss and gradient by round" at={decided.map(({ round }) => round)} along="number" kind="lines" hasFigures={false} figure={places} series={LINES.map(({ of, ...line }) => ({ ...line, values: decided.map(of) }))} />
      )}
      {spent.length > 1 && (
        <Plot label={isFree ? 'Tokens by round' : 'Cost by round, in dollars'} at={spent.map(({ round }) => round)} along="number" kind="bars" hasFigures={false} figure={isFree ? compact : dollars} series={[{ label: isFree ? 'Tokens' : 'Cost', colour: '--accent', values: spent.map(({ usd, tokens }) => (isFree ? tokens : usd)) }]} />
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
              <th scope="col">Cost</th>
              <th scope="col">Tokens</th>
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
                <td>{dollars(spentIn(round)?.usd ?? 0)}</td>
                <td>{compact(spentIn(round)?.tokens ?? 0)}</td>
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

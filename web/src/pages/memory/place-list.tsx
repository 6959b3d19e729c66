import type { MemoryPlaceItem } from '../../../../src/contracts/index.ts';
import { Link } from '../../router/link.tsx';
import { pathTo } from '../../router/route.ts';
import { figure, moment, count } from '../../ui/format.ts';
import { ACTIONS } from './memory-words.ts';

/** Places with how much is remembered of them and which way it points. */
export function PlaceList({ places }: { readonly places: readonly MemoryPlaceItem[] }) {
  const most = Math.max(1, ...places.map(({ potentials: { attention, decision } }) => Math.max(attention, Math.abs(decision))));
  return (
    <table className="list-table">
      <thead>
        <tr>
          <th scope="col">Place</th>
          <th scope="col">A plan</th>
          <th scope="col">Weight</th>
          <th scope="col">Direction</th>
          <th scope="col" className="number">
            Written
          </th>
          <th scope="col">Last (UTC)</th>
        </tr>
      </thead>
      <tbody>
        {places.map(({ space, entity, potentials, action, written, rules, last_at: lastAt }) => (
          <tr key={`${space} ${entity}`}>
            <th scope="row">
              <Link to={pathTo('/memory/:space/:entity', { space, entity })}>{space}</Link>
              <span className="faint small"> {entity}</span>
            </th>
            <td data-label="A plan">
              <span className={`tag ${ACTIONS[action].tone}`}>{ACTIONS[action].says}</span>
            </td>
            <td data-label="Weight">
              <Weight value={potentials.attention} most={most} />
            </td>
            <td data-label="Direction">
              <Direction value={potentials.decision} most={most} />
            </td>
            <td data-label="Written" className="number">
              {count(written)}
              {rules > 0 && <span className="faint small">, {count(rules)} as rules</span>}
            </td>
            <td data-label="Last">{moment(lastAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const [BAR, HEIGHT] = [80, 10];

function Weight({ value, most }: { readonly value: number; readonly most: number }) {
  return (
    <span className="weight">
      <svg viewBox={`0 0 ${BAR} ${HEIGHT}`} aria-hidden="true">
        <rect className="weight-ground" width={BAR} height={HEIGHT} rx="3" />
        <rect className="weight-value" width={(BAR * value) / most} height={HEIGHT} rx="3" />
      </svg>
      <span className="number">{figure(value)}</span>
    </span>
  );
}

/** From the middle to the right for it, to the left against it. */
function Direction({ value, most }: { readonly value: number; readonly most: number }) {
  const width = ((BAR / 2) * Math.abs(value)) / most;
  return (
    <span className="weight">
      <svg viewBox={`0 0 ${BAR} ${HEIGHT}`} aria-hidden="true">
        <rect className="weight-ground" width={BAR} height={HEIGHT} rx="3" />
        <rect className={value < 0 ? 'weight-against' : 'weight-for'} x={value < 0 ? BAR / 2 - width : BAR / 2} width={width} height={HEIGHT} />
      </svg>
      <span className="number">{figure(value)}</span>
    </span>
  );
}

import type { ResponseOf } from '../../api/operations.ts';
import { Link } from '../../router/link.tsx';
import { pathTo } from '../../router/route.ts';
import { ACTIONS } from './memory-words.ts';

/** What memory had to say about a plan, and why. */
export function CalibrationList({ calibration }: { readonly calibration: NonNullable<ResponseOf<'run.show'>['calibration']> }) {
  return (
    <ul className="calibration-list">
      {calibration.map(({ space, entity, action, reason, named_by_person: named }) => (
        <li key={`${space} ${entity}`}>
          <span className={`tag ${ACTIONS[action].tone}`}>{ACTIONS[action].says}</span> <Link to={pathTo('/memory/:space/:entity', { space, entity })}>{space}</Link> <span className="faint small">{entity}</span>
          <p>{reason}</p>
          {named === true && <p className="small faint">You named it yourself: it was told, and neither forbidden nor asked about.</p>}
        </li>
      ))}
    </ul>
  );
}
